import { sql } from "drizzle-orm";
import { z } from "zod";
import { listHeardTimes } from "#features/syslog";
import type { Db } from "#platform/database";
import { HeardWindow } from "../log-rules/heard-window";
import { readSenderDevices, senderLabel } from "../log-rules/senders";
import { tooFewWords, tooManyWords } from "../log-rules/words";
import { comparisonOf } from "../rules/log-models";
import type { RuleRow } from "../rules/models";
import type { Condition, ConditionContext, Found } from "./condition";

const MOST_FOUND = 5000;
const MINUTE_MS = 60_000;

const Rate = z.object({ sender: z.string(), lines: z.coerce.number() });
type Rate = z.infer<typeof Rate>;

/** More log lines than the rule allows within its window, or fewer than it wants. */
export function createLogRateCondition(): Condition {
  const heard = new HeardWindow();
  return async (ctx, rule) => {
    if (comparisonOf(rule.logComparison) === "at_least") return findTooMany(ctx, rule);
    heard.note(ctx.now, await listHeardTimes(ctx.db));
    return findTooFew(ctx, rule, heard);
  };
}

async function findTooMany({ db, now }: ConditionContext, rule: RuleRow): Promise<Found[]> {
  const bound = rule.logLines ?? 1;
  const from = new Date(now.getTime() - rule.logWindowMinutes * MINUTE_MS);
  const rates = (await readRates(db, rule.id, { from, to: now })).filter(({ lines }) => lines >= bound);
  const devices = await readSenderDevices(
    db,
    rates.flatMap(({ sender }) => (sender === "" ? [] : [sender])),
  );
  return rates.map(({ sender, lines }) => {
    const device = devices.get(sender);
    const who = sender === "" ? "" : `${senderLabel(sender, device)}: `;
    return {
      ...foundOf(rule, sender),
      ...(device !== undefined && { deviceId: device.id }),
      sentence: `${who}${tooManyWords(lines, rule)}`,
    };
  });
}

/** By whole minutes that are over: the one that runs is always too short. */
async function findTooFew(
  { db, now }: ConditionContext,
  rule: RuleRow,
  heard: HeardWindow,
): Promise<Found[] | null> {
  const to = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const from = new Date(to.getTime() - rule.logWindowMinutes * MINUTE_MS);
  // What came before the rule was as it is has not been counted.
  if (rule.updatedAt > from || !heard.hasHeardSince(from)) return null;
  const [rate] = await readRates(db, rule.id, { from, to });
  const bound = rule.logLines ?? 1;
  const lines = rate?.lines ?? 0;
  if (lines >= bound) return [];
  return [{ ...foundOf(rule, ""), sentence: tooFewWords(lines, rule) }];
}

/** Lines together were counted of those senders alone that the rule is about. */
function foundOf({ id, deviceId }: RuleRow, sender: string) {
  return sender === ""
    ? { subject: `log:${id}`, deviceId, isCovered: true }
    : { subject: `sender:${sender}`, deviceId: null };
}

/** By sender, where the rule counts so: of the minutes that begin within that time. */
async function readRates(db: Db, ruleId: number, { from, to }: { from: Date; to: Date }): Promise<Rate[]> {
  const rows = await db.execute(sql`
    SELECT sender, sum(lines)::text AS lines FROM alert_log_counts
    WHERE rule_id = ${ruleId} AND minute >= ${from.toISOString()} AND minute < ${to.toISOString()}
    GROUP BY sender ORDER BY sender LIMIT ${MOST_FOUND}`);
  return z.array(Rate).parse([...rows]);
}
