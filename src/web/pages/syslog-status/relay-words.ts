import type { Model } from "../../api/client";
import { formatNumber } from "../../format/number";
import { formatAge } from "../../format/time";
import { formatSkew } from "./skew";

type Relay = Model<"RelayRead">;

/** A clock that is off by less is as good as right. */
const OFF_SECONDS = 2;

const STATES: Readonly<Record<Exclude<Relay["state"], "behind">, string>> = {
  ok: "Up to date",
  losing: "Losing lines",
  silent: "Silent",
};

/** How a relay is, in a word or two. */
export function relayState({ state, lag_seconds: lag }: Pick<Relay, "state" | "lag_seconds">): string {
  return state === "behind" ? `${formatNumber(Math.round(lag / 60))} min behind` : STATES[state];
}

/** A key is told of so long before it expires. */
const KEY_MS = 30 * 86_400_000;

/** What a person has to look after at a relay, a sentence each. */
export function relayTroubles(relay: Relay, nowMs: number): string[] {
  const { name, refusal, missing, skipped, clock_offset_seconds: offset } = relay;
  return [
    ...keyTrouble(relay, nowMs),
    ...(refusal === null ? [] : [`${name} takes nothing now: ${refusal}`]),
    ...(missing === 0 ? [] : [`${formatNumber(missing)} lines of ${name} never came here`]),
    ...(skipped === 0 ? [] : [`${formatNumber(skipped)} lines of ${name} could not be stored here`]),
    ...(Math.abs(offset) < OFF_SECONDS ? [] : [`The clock of ${name} is off: ${formatSkew(offset)}`]),
    ...relay.problems.map((problem) => `${name}: ${problem}`),
  ];
}

function keyTrouble({ name, api_key_expires_at: at }: Relay, nowMs: number): string[] {
  if (at === null || Date.parse(at) - nowMs > KEY_MS) return [];
  return [`The API key of ${name}: expiry ${formatAge(at, nowMs)}, give it another one`];
}
