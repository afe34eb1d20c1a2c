import { durationText } from "../words";
import type { AlertWhy } from "./models";

type Facts = Omit<AlertWhy, "likely_cause">;
type Cause = NonNullable<AlertWhy["likely_cause"]>;

const MINUTE_MS = 60_000;
/** A port goes down before the device behind it is confirmed to be down. */
const PORT_MS = 10 * MINUTE_MS;
const CHANGE_MS = 15 * MINUTE_MS;
/** So many at once share something. */
const SEVERAL = 3;
/** So many times as many lines as usual are unusual, and so few are not worth a word. */
const MANY_TIMES = 5;
const FEW_LINES = 20;

/** What most likely made an incident begin, as far as the facts point to something: the strongest of them. */
export function likelyCauseOf(facts: Facts, openedAt: Date): Cause | null {
  return (
    ofOwnNetwork(facts) ??
    ofPort(facts, openedAt) ??
    ofMaintenance(facts, openedAt) ??
    ofChange(facts, openedAt) ??
    ofOthers(facts) ??
    ofLog(facts) ??
    null
  );
}

function ofOwnNetwork({ own_network: own }: Facts): Cause | undefined {
  if (own === null) return undefined;
  const sentence = `${own.unknown} of ${own.watched} watched things could not be asked around that time: the network of this service itself may be at fault`;
  return { sentence, certainty: "likely" };
}

function ofPort({ port }: Facts, openedAt: Date): Cause | undefined {
  if (port === null || port.status === null || port.status === "up") return undefined;
  const changedMs = port.changed_at === null ? Number.NaN : Date.parse(port.changed_at);
  const isRecent = Math.abs(openedAt.getTime() - changedMs) <= PORT_MS;
  const sentence = `Port ${port.port} of ${port.device.name}, where it hangs, is ${port.status}`;
  return { sentence, certainty: isRecent ? "likely" : "possible" };
}

function ofMaintenance({ maintenance }: Facts, openedAt: Date): Cause | undefined {
  const last = maintenance.at(-1);
  if (last === undefined) return undefined;
  const ago = durationText(openedAt.getTime() - Date.parse(last.ended_at));
  return { sentence: `Maintenance "${last.title}" ended ${ago} before`, certainty: "likely" };
}

function ofChange({ changes }: Facts, openedAt: Date): Cause | undefined {
  const [last] = changes ?? [];
  if (last === undefined) return undefined;
  const agoMs = openedAt.getTime() - Date.parse(last.at);
  if (agoMs > CHANGE_MS) return undefined;
  return {
    sentence: `${last.who ?? "Somebody"} changed it ${durationText(agoMs)} before (${last.action})`,
    certainty: "possible",
  };
}

function ofOthers({ together }: Facts): Cause | undefined {
  if (together.length < SEVERAL) return undefined;
  return {
    sentence: `${together.length} other things failed within two minutes: they may have something in common`,
    certainty: "possible",
  };
}

function ofLog({ log }: Facts): Cause | undefined {
  if (log === null || log.lines < FEW_LINES || log.lines < MANY_TIMES * log.usual_lines) return undefined;
  return {
    sentence: `It sent ${log.lines} lines around that time, and usually sends ${log.usual_lines}`,
    certainty: "possible",
  };
}
