import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { PatternMatches, WatchDeps, WatchedPattern } from "#features/syslog";
import type { Db } from "#platform/database";
import { QUERY_TYPES } from "../event-types";
import { alertRules } from "../tables";
import type { AlertLine, LogMatches } from "./log-matches";

/** What is kept of a line. */
const LONGEST_LINE = 500;

/** What collectors look for in all that they store, and where they say what they have found. */
export function createLogWatch(db: Db): WatchDeps {
  return { readPatterns: () => readPatterns(db), onStored: noteMatches };
}

async function readPatterns(db: Db): Promise<WatchedPattern[]> {
  return db
    .select({ id: alertRules.id, query: sql<string>`${alertRules.logQuery}` })
    .from(alertRules)
    .where(
      and(
        eq(alertRules.enabled, true),
        inArray(alertRules.eventType, [...QUERY_TYPES]),
        isNotNull(alertRules.logQuery),
      ),
    )
    .orderBy(alertRules.id);
}

/** Notes what was stored, in the transaction of that; it is counted at the next turn. */
async function noteMatches(tx: Db, found: readonly PatternMatches[]): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map((matches) => ({ ruleId: matches.pattern, matches: toLogMatches(matches) }));
  await tx.execute(sql`
    INSERT INTO alert_log_matches (rule_id, matches)
    SELECT "ruleId", matches FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS given ("ruleId" bigint, matches jsonb)`);
}

function toLogMatches({ lines, minutes, senders, first }: PatternMatches): LogMatches {
  return {
    lines,
    minutes: minutes.map(({ at, lines: count }) => ({ at: at.getTime(), lines: count })),
    senders: [...senders],
    first: first.map(toLine),
  };
}

function toLine({ id, receivedAtMicros, sender, raw }: PatternMatches["first"][number]): AlertLine {
  return {
    id,
    at: new Date(receivedAtMicros / 1000).toISOString(),
    sender,
    text: raw.slice(0, LONGEST_LINE),
  };
}
