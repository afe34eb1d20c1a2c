import { sql } from "drizzle-orm";
import { z } from "zod";
import type { NamedDevice } from "#features/topology";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import type { Coverage } from "../watch/coverage";
import { LogMatches } from "./log-matches";

const Taken = z.object({ ruleId: z.number(), matches: LogMatches });
export type Taken = z.infer<typeof Taken>;

/** Lines of a rule within a minute; an empty sender: all of them together. */
export type Count = { ruleId: number; minute: number; sender: string; lines: number };

const MINUTE_MS = 60_000;

/** The oldest that nobody has taken yet, at most `limit`; in the transaction of what comes of them. */
export async function takeMatches(db: Db, limit: number): Promise<Taken[]> {
  const rows = await db.execute(sql`
    WITH taken AS (
      DELETE FROM alert_log_matches WHERE id IN (
        SELECT id FROM alert_log_matches ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, rule_id, matches)
    SELECT rule_id::float8 AS "ruleId", matches FROM taken ORDER BY id`);
  return z.array(Taken).parse([...rows]);
}

/**
 * What of these matches counts by a rule: all of it, or the lines of the senders that it covers, together or one by
 * one. Who has sent the lines of a range is known of the range as a whole, which lasts seconds: they count for its last
 * minute.
 */
export function countsOf(
  rule: RuleRow,
  { minutes, senders }: LogMatches,
  { devices, covers }: { devices: ReadonlyMap<string, NamedDevice>; covers: Coverage },
): Count[] {
  if (!isBySender(rule))
    return minutes.map(({ at, lines }) => ({ ruleId: rule.id, minute: minuteOf(at), sender: "", lines }));
  const minute = minuteOf(Math.max(0, ...minutes.map(({ at }) => at)));
  return senders
    .filter(({ sender }) => covers(rule, { deviceId: devices.get(sender)?.id ?? null }))
    .map(({ sender, lines }) => ({ ruleId: rule.id, minute, sender: rule.perSender ? sender : "", lines }));
}

/** Whether it matters to a rule who has sent a line. */
export function isBySender({ perSender, deviceId, scope }: RuleRow): boolean {
  return perSender || deviceId !== null || scope !== null;
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** Adds to what was counted, and lets go what is older than the window of each rule. */
export async function addCounts(db: Db, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = JSON.stringify(counts.map((count) => ({ ...count, minute: new Date(count.minute) })));
  await db.execute(sql`
    INSERT INTO alert_log_counts (rule_id, minute, sender, lines)
    SELECT "ruleId", minute, sender, sum(lines) FROM jsonb_to_recordset(${rows}::text::jsonb)
      AS given ("ruleId" bigint, minute timestamptz, sender text, lines bigint)
    GROUP BY "ruleId", minute, sender
    ON CONFLICT (rule_id, minute, sender) DO UPDATE SET lines = alert_log_counts.lines + excluded.lines`);
  await db.execute(sql`
    DELETE FROM alert_log_counts old USING alert_rules rule, (
      SELECT "ruleId", max(minute) AS newest FROM jsonb_to_recordset(${rows}::text::jsonb)
        AS given ("ruleId" bigint, minute timestamptz) GROUP BY "ruleId") given
    WHERE rule.id = "ruleId" AND old.rule_id = rule.id
      AND old.minute < newest - make_interval(mins => rule.log_window_minutes + 1)`);
}

const Reached = z.object({ ruleId: z.number(), sender: z.string(), lines: z.coerce.number() });
export type Reached = z.infer<typeof Reached>;

/**
 * Where these counts have brought rules to as many lines as they want, within the window that ends with the newest of
 * them.
 */
export async function readReached(db: Db, counts: readonly Count[]): Promise<Reached[]> {
  if (counts.length === 0) return [];
  const rows = JSON.stringify(counts.map((count) => ({ ...count, minute: new Date(count.minute) })));
  const reached = await db.execute(sql`
    SELECT given.rule_id::float8 AS "ruleId", given.sender, sum(counted.lines)::text AS lines
    FROM (
      SELECT "ruleId" AS rule_id, sender, max(minute) AS newest FROM jsonb_to_recordset(${rows}::text::jsonb)
        AS given ("ruleId" bigint, minute timestamptz, sender text) GROUP BY "ruleId", sender) given
    JOIN alert_rules rule ON rule.id = given.rule_id
    JOIN alert_log_counts counted ON counted.rule_id = given.rule_id AND counted.sender = given.sender
      AND counted.minute > newest - make_interval(mins => rule.log_window_minutes) AND counted.minute <= newest
    GROUP BY given.rule_id, given.sender, rule.log_lines
    HAVING sum(counted.lines) >= coalesce(rule.log_lines, 1)
    ORDER BY given.rule_id, given.sender`);
  return z.array(Reached).parse([...reached]);
}
