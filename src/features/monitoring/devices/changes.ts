import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { anyOf } from "#platform/any-of";
import { DAY_MS } from "../history/clock-spans";
import { readChanges } from "../history/rollup-rows";
import { stateSpans } from "../history/rollup";

/**
 * How often the states of targets changed since then, by target; that it was added is no change. `targetIds`: of those
 * alone.
 */
export async function countChanges(
  db: Db,
  { since, targetIds }: { since: Date; targetIds?: readonly number[] },
): Promise<Map<number, number>> {
  const which = targetIds === undefined ? sql`` : sql`AND target_id = ${anyOf(targetIds)}`;
  const rows = await db.execute<{ id: number; count: number }>(sql`
    SELECT target_id::float8 AS id, count(*)::float8 AS count FROM state_changes AS change
    WHERE at > ${since.toISOString()} ${which} AND EXISTS (
      SELECT FROM state_changes AS earlier WHERE earlier.target_id = change.target_id
        AND (earlier.at, earlier.id) < (change.at, change.id))
    GROUP BY target_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The longest that a target was down at a stretch in the last seven days, in ms. */
export async function longestOutage(
  db: Db,
  { targetId, now }: { targetId: number; now: Date },
): Promise<number> {
  const from = new Date(now.getTime() - 7 * DAY_MS);
  const changes = await readChanges(db, { targetIds: [targetId], from, to: now });
  const span = { fromMs: from.getTime(), toMs: now.getTime(), graceMs: Infinity };
  const downs = stateSpans(changes.get(targetId) ?? [], span).filter(({ state }) => state === "down");
  return Math.max(0, ...downs.map(({ fromMs, toMs }) => toMs - fromMs));
}
