import { sql } from "drizzle-orm";
import { z } from "zod";
import { listListeningTimes } from "#features/syslog";
import { findDevicesOfAddresses } from "#features/topology";
import type { Db } from "#platform/database";
import { ListeningWindow } from "../log-rules/listening-window";
import { senderLabel } from "../log-rules/senders";
import { tooFewWords, tooManyWords } from "../log-rules/words";
import { comparisonOf } from "../rules/log-models";
import type { RuleRow } from "../rules/models";
import type { Condition, ConditionContext, Found } from "./condition";

const MAX_FOUND = 5000;
const MINUTE_MS = 60_000;

const Rate = z.object({ sender: z.string(), lines: z.coerce.number() });
type Rate = z.infer<typeof Rate>;
const Lines = z.object({ lines: z.number() });

/** More log lines than the rule allows within its window, or fewer than it wants. */
export function createLogRateCondition(): Condition {
  const listening = new ListeningWindow();
  return async (ctx, rule) => {
    if (comparisonOf(rule.logComparison) === "at_least") return findTooMany(ctx, rule);
    listening.note(ctx.now, await listListeningTimes(ctx.db));
    return findTooFew(ctx, rule, listening);
  };
}

/**
 * By the window that ends with the minute that runs, or with the last whole one: a rate that goes on is not over at
 * each new minute.
 */
async function findTooMany({ db, now }: ConditionContext, rule: RuleRow): Promise<Found[]> {
  const rates = await readRates(db, rule, now);
  const devices = await findDevicesOfAddresses(
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
  listening: ListeningWindow,
): Promise<Found[] | null> {
  const to = minuteOf(now);
  const from = new Date(to.getTime() - rule.logWindowMinutes * MINUTE_MS);
  // What came before the rule was as it is has not been counted.
  if (rule.updatedAt > from || !listening.hasListenedSince(from)) return null;
  const lines = await countLines(db, rule.id, { from, to });
  if (lines >= (rule.logLines ?? 1)) return [];
  return [{ ...foundOf(rule, ""), sentence: tooFewWords(lines, rule) }];
}

/** Lines together were counted of those senders alone that the rule is about. */
function foundOf({ id, deviceId }: RuleRow, sender: string) {
  return sender === ""
    ? { subject: `log:${id}`, deviceId, isCovered: true }
    : { subject: `sender:${sender}`, deviceId: null };
}

/** Whose lines are too many, by sender where the rule counts so: the more of the two windows. */
async function readRates(db: Db, rule: RuleRow, now: Date): Promise<Rate[]> {
  const running = minuteOf(now);
  const from = new Date(running.getTime() - rule.logWindowMinutes * MINUTE_MS).toISOString();
  const rows = await db.execute(sql`
    SELECT sender, lines::text AS lines FROM (
      SELECT sender, greatest(
        sum(lines) FILTER (WHERE minute > ${from}), sum(lines) FILTER (WHERE minute < ${running.toISOString()})) AS lines
      FROM alert_log_counts WHERE rule_id = ${rule.id} AND minute >= ${from} AND minute < ${now.toISOString()}
      GROUP BY sender) own
    WHERE lines >= ${rule.logLines ?? 1} ORDER BY sender LIMIT ${MAX_FOUND}`);
  return z.array(Rate).parse([...rows]);
}

async function countLines(db: Db, ruleId: number, { from, to }: { from: Date; to: Date }): Promise<number> {
  const [row] = await db.execute(sql`
    SELECT coalesce(sum(lines), 0)::float8 AS lines FROM alert_log_counts
    WHERE rule_id = ${ruleId} AND minute >= ${from.toISOString()} AND minute < ${to.toISOString()}`);
  return Lines.parse(row).lines;
}

function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}
