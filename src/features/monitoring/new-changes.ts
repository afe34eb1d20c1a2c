import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { devices } from "#tables/topology";
import { TARGET_STATES } from "./state";
import { checkTargets, incidents, stateChanges } from "./tables";
import { NamedTarget, namedColumns, namedTargets } from "./troubles/targets";

const StateChangeRow = NamedTarget.extend({
  kind: z.enum(["device", "service", "monitor"]),
  expectedStatus: z.string().nullable(),
  at: z.coerce.date(),
  state: z.enum(TARGET_STATES),
  reason: z.string().nullable(),
  /** What it was when it was last known, up or down; null: it never was. */
  known: z.enum(["up", "down"]).nullable(),
  /** When the trouble began that ends with this change; null: none does. */
  downSince: z.coerce.date().nullable(),
});

/** A change of what a target is held to be, with what it is about. */
export type StateChange = z.infer<typeof StateChangeRow>;

/**
 * The oldest changes of state that nobody has taken yet, at most `limit`, in the order in which they came; in the transaction of what comes of
 * them: each is taken once, whatever ends in between.
 */
export async function takeStateChanges(db: Db, limit: number): Promise<StateChange[]> {
  const rows = await db.execute(sql`
    WITH taken AS (
      UPDATE ${stateChanges} SET is_evaluated = true WHERE id IN (
        SELECT id FROM ${stateChanges} WHERE NOT is_evaluated ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, target_id, at, state, reason)
    SELECT ${namedColumns}, ${checkTargets.kind}, ${devices.expectedStatus} AS "expectedStatus",
      taken.at, taken.state, taken.reason,
      (SELECT before.state FROM ${stateChanges} before
        WHERE before.target_id = taken.target_id AND (before.at, before.id) < (taken.at, taken.id)
          AND before.state IN ('up', 'down') ORDER BY before.at DESC, before.id DESC LIMIT 1) AS known,
      (SELECT max(incident.started_at) FROM ${incidents} incident
        WHERE incident.target_id = taken.target_id AND incident.ended_at = taken.at) AS "downSince"
    FROM ${namedTargets} JOIN taken ON taken.target_id = ${checkTargets.id}
    ORDER BY taken.id`);
  return z.array(StateChangeRow).parse([...rows]);
}
