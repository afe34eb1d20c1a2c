import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import { readCoverage } from "../watch/coverage";
import { fireHappenings } from "../watch/fire";
import type { Trouble } from "../watch/trouble";
import { addCounts, countsOf, isBySender, readReached, takeMatches, type Reached, type Taken } from "./count";
import { readSenderDevices, senderLabel, type SenderDevice } from "./senders";
import { patternWords } from "./words";

/** In one turn. */
const AT_ONCE = 500;
/** Kept with an alert. */
const MOST_LINES = 3;

/** Counts the lines that collectors have found since the last turn, and tells by which rules they are enough. Gives whether there may be more. */
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
  const devices = await readSenderDevices(db, senders);
  const scoped = found.map(({ rule }) => rule).filter(isBySender);
  const covers = await readCoverage(
    db,
    scoped,
    [...devices.values()].map(({ id }) => id),
  );
  const counts = found.flatMap(({ rule, matches }) => countsOf(rule, matches, { devices, covers }));
  await addCounts(db, counts);
  const patterns = counts.filter(({ ruleId }) => byId.get(ruleId)?.eventType === "log_pattern");
  const happened = (await readReached(db, patterns)).flatMap((reached) => {
    const rule = byId.get(reached.ruleId);
    return rule === undefined ? [] : [{ rule, trouble: happeningOf(rule, reached, { taken, devices }) }];
  });
  await fireHappenings(db, happened, now);
  return taken.length === AT_ONCE;
}

type Found = { taken: readonly Taken[]; devices: ReadonlyMap<string, SenderDevice> };

function happeningOf(rule: RuleRow, { sender, lines }: Reached, { taken, devices }: Found): Trouble {
  const own = taken.filter(({ ruleId }) => ruleId === rule.id).map(({ matches }) => matches);
  const from = sender === "" ? onlySenderOf(own) : sender;
  const device = from === undefined ? undefined : devices.get(from);
  const first = own
    .flatMap((matches) => matches.first)
    .filter((line) => sender === "" || line.sender === sender);
  return {
    subject: sender === "" ? `log:${rule.id}` : `sender:${sender}`,
    deviceId: device?.id ?? null,
    sentence: `${patternWords(lines, rule)}${from === undefined ? "" : `, from ${senderLabel(from, device)}`}`,
    lines: first.slice(0, MOST_LINES),
  };
}

/** Who has sent all of them; undefined: several have. */
function onlySenderOf(found: readonly Taken["matches"][]): string | undefined {
  const senders = new Set(found.flatMap((matches) => matches.senders.map(({ sender }) => sender)));
  return senders.size === 1 ? [...senders][0] : undefined;
}
