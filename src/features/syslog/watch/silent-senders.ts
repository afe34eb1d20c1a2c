import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { wasWithin } from "#platform/database-clock";
import { collectors, logSenders } from "../tables";
import type { RhythmicSender, SeenSender } from "./patterns";
import { KEPT_DAYS, MAX_KNOWN_SENDERS } from "./senders";

const SenderRow = z.object({
  sender: z.string(),
  lastSeenMs: z.number(),
  lines: z.number(),
  silentForSeconds: z.number(),
  gapSeconds: z.number().nullable(),
});

type SenderRow = z.infer<typeof SenderRow>;

/** A collector that has not told for longer is down, or cut off: others tell of the senders that they hear, too. */
export const CURRENT_SECONDS = 120;

/**
 * Senders that their collectors have not seen for so long, the longest silent first, at most 4,096. What counts is
 * time in which a collector listened and has stored what it received. Those not seen for a month are forgotten.
 */
export async function listSilentSenders(
  db: Db,
  { silentForSeconds }: { silentForSeconds: number },
): Promise<SeenSender[]> {
  const rows = await listSenders(db, sql`"silentForSeconds" >= ${silentForSeconds}`);
  return rows.map(toSeenSender);
}

/**
 * As `listSilentSenders`: those that have been silent for longer than `factor` times the longest pause that is usual
 * for them.
 */
export async function listSendersBeyondTheirRhythm(
  db: Db,
  { factor }: { factor: number },
): Promise<RhythmicSender[]> {
  const rows = await listSenders(db, sql`"silentForSeconds" > ${factor} * "gapSeconds"`);
  return rows.flatMap((row) =>
    row.gapSeconds === null ? [] : [{ ...toSeenSender(row), gapSeconds: row.gapSeconds }],
  );
}

function toSeenSender({ sender, lastSeenMs, lines, silentForSeconds }: SenderRow): SeenSender {
  return { sender, lastSeenAt: new Date(lastSeenMs), lines, silentForSeconds };
}

/**
 * A sender that several collectors know is as silent as for the one that saw it last; collectors that are down are
 * asked where no other knows it.
 */
async function listSenders(db: Db, condition: ReturnType<typeof sql>) {
  const rows = await db.execute(sql`
    WITH seen AS (
      SELECT s.sender, s.last_seen_at, s.lines, s.usual_gap_seconds, c.heard_seconds - s.heard_seconds AS silent,
        ${wasWithin(sql`c.heard_at`, CURRENT_SECONDS)} AS is_current
      FROM ${logSenders} s JOIN ${collectors} c ON c.id = s.collector
      WHERE c.heard_at IS NOT NULL AND s.last_seen_at > now() - make_interval(days => ${KEPT_DAYS})
    ), known AS (
      SELECT sender, (extract(epoch FROM max(last_seen_at)) * 1000)::float8 AS "lastSeenMs", sum(lines)::float8 AS lines,
        coalesce(min(silent) FILTER (WHERE is_current), min(silent))::float8 AS "silentForSeconds",
        max(usual_gap_seconds)::float8 AS "gapSeconds"
      FROM seen GROUP BY sender
    )
    SELECT * FROM known WHERE ${condition} ORDER BY "silentForSeconds" DESC, sender LIMIT ${MAX_KNOWN_SENDERS}`);
  return z.array(SenderRow).parse([...rows]);
}
