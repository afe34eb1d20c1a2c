import { findDevicesOfAddresses, type NamedDevice } from "#features/topology";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import { restsAt } from "../timing/hours";
import { readCoverage, type Coverage } from "../watch/coverage";
import { fireHappenings } from "../watch/fire";
import type { Trouble } from "../watch/trouble";
import { addCounts, countsOf, isBySender, readReached, takeMatches, type Reached, type Taken } from "./count";
import { senderLabel } from "./senders";
import { patternWords } from "./words";

/** In one turn. */
const AT_ONCE = 500;
/** Kept with an alert. */
const MAX_LINES = 3;

/**
 * Counts the lines that collectors have found since the last turn, and tells by which rules they are enough. Gives
 * whether there may be more.
 */
export async function applyLogMatches(
  { db, now }: { db: Db; now: Date },
  rules: readonly RuleRow[],
): Promise<boolean> {
  const taken = await takeMatches(db, AT_ONCE);
  if (taken.length === 0) return false;
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const found = taken.flatMap(({ ruleId, matches }) => {
    const rule = byId.get(ruleId);
    return rule === undefined ? [] : [{ rule, matches }];
  });
  const senders = found.flatMap(({ matches }) => matches.senders.map(({ sender }) => sender));
  const devices = await findDevicesOfAddresses(db, senders);
  const scoped = found.map(({ rule }) => rule).filter(isBySender);
  const covers = await readCoverage(
    db,
    scoped,
    [...devices.values()].map(({ id }) => id),
  );
  const counts = found.flatMap(({ rule, matches }) => countsOf(rule, matches, { devices, covers }));
  await addCounts(db, counts);
  const patterns = counts.filter(({ ruleId, minute }) => {
    const rule = byId.get(ruleId);
    return rule?.eventType === "log_pattern" && !restsAt(rule, new Date(minute));
  });
  const happened = (await readReached(db, patterns)).flatMap((reached) => {
    const rule = byId.get(reached.ruleId);
    return rule === undefined
      ? []
      : [{ rule, trouble: happeningOf(rule, reached, { taken, devices, covers }) }];
  });
  await fireHappenings(db, happened, now);
  return taken.length === AT_ONCE;
}

type Found = { taken: readonly Taken[]; devices: ReadonlyMap<string, NamedDevice>; covers: Coverage };

function happeningOf(rule: RuleRow, { sender, lines }: Reached, { taken, devices, covers }: Found): Trouble {
  // Of a rule that is about some devices what others have sent is not its own.
  const isOwn = (from: string) =>
    !isBySender(rule) || covers(rule, { deviceId: devices.get(from)?.id ?? null });
  const own = taken
    .filter(({ ruleId }) => ruleId === rule.id)
    .map(({ matches: { senders, first } }) => ({
      senders: senders.filter((one) => isOwn(one.sender)),
      first: first.filter((line) => isOwn(line.sender)),
    }));
  const from = sender === "" ? onlySenderOf(own) : sender;
  const device = from === undefined ? undefined : devices.get(from);
  const first = own
    .flatMap((matches) => matches.first)
    .filter((line) => sender === "" || line.sender === sender);
  return {
    subject: sender === "" ? `log:${rule.id}` : `sender:${sender}`,
    deviceId: device?.id ?? rule.deviceId,
    sentence: `${patternWords(lines, rule)}${from === undefined ? "" : `, from ${senderLabel(from, device)}`}`,
    lines: first.slice(0, MAX_LINES),
  };
}

/** Who has sent all of them; undefined: several have. */
function onlySenderOf(found: readonly Pick<Taken["matches"], "senders">[]): string | undefined {
  const senders = new Set(found.flatMap((matches) => matches.senders.map(({ sender }) => sender)));
  return senders.size === 1 ? [...senders][0] : undefined;
}
