import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { checkTargets, stateChanges } from "../tables";
import { isAsked, MAX_FOUND, NamedTarget, namedColumns, namedTargets, type OnlyTargets } from "./targets";

/** So many changes in so long. */
export const FLAPPING = { changes: 4, seconds: 3600 };

const FlappingDevice = NamedTarget.extend({ changes: z.number() });
export type FlappingDevice = z.infer<typeof FlappingDevice>;

/**
 * Devices that went from up to down, or back, four times in the last hour or more often; at most 5,000. What stood
 * before that, such as maintenance, is no change, nor is their first state.
 */
export async function findFlappingDevices(
  db: Db,
  { now, only }: { now: Date; only: OnlyTargets },
): Promise<FlappingDevice[]> {
  const since = new Date(now.getTime() - FLAPPING.seconds * 1000).toISOString();
  const rows = await db.execute(sql`
    WITH busy AS MATERIALIZED (
      SELECT target_id FROM ${stateChanges} WHERE at > ${since} AND state IN ('up', 'down')
      GROUP BY target_id HAVING count(*) >= ${FLAPPING.changes}),
    steps AS (
      SELECT busy.target_id, step.at, step.state, lag(step.state) OVER (PARTITION BY busy.target_id ORDER BY step.at, step.id) AS former
      FROM busy CROSS JOIN LATERAL (
        (SELECT id, at, state FROM ${stateChanges} WHERE target_id = busy.target_id AND at <= ${since} AND state IN ('up', 'down')
          ORDER BY at DESC, id DESC LIMIT 1)
        UNION ALL
        SELECT id, at, state FROM ${stateChanges} WHERE target_id = busy.target_id AND at > ${since} AND state IN ('up', 'down')) step),
    counted AS (
      SELECT target_id, count(*) AS changes FROM steps WHERE at > ${since} AND state <> former
      GROUP BY target_id HAVING count(*) >= ${FLAPPING.changes})
    SELECT ${namedColumns}, counted.changes::float8 AS changes FROM ${namedTargets}
    JOIN counted ON counted.target_id = ${checkTargets.id}
    WHERE ${checkTargets.kind} = 'device' AND ${checkTargets.state} IN ('up', 'down') AND ${isAsked(only)}
    ORDER BY ${checkTargets.id} LIMIT ${MAX_FOUND}`);
  return z.array(FlappingDevice).parse([...rows]);
}
