import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { deviceNameOf } from "#tables/topology";
import { devices } from "#tables/topology";
import { TARGET_STATES } from "./state";
import { checkTargets, incidents, monitors, serviceChecks, stateChanges } from "./tables";

const StateChangeRow = z.object({
  targetId: z.number(),
  kind: z.enum(["device", "service", "monitor"]),
  deviceId: z.number().nullable(),
  serviceCheckId: z.number().nullable(),
  monitorId: z.number().nullable(),
  /** Of the device, the service check, or the monitor. */
  name: z.string(),
  deviceName: z.string().nullable(),
  address: z.string().nullable(),
  url: z.string().nullable(),
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
    SELECT taken.target_id::float8 AS "targetId", ${checkTargets.kind}, ${checkTargets.deviceId}::float8 AS "deviceId",
      ${checkTargets.serviceCheckId}::float8 AS "serviceCheckId", ${checkTargets.monitorId}::float8 AS "monitorId",
      coalesce(${monitors.name}, ${serviceChecks.label}, ${deviceNameOf()}, '') AS name,
      CASE WHEN ${devices.id} IS NOT NULL THEN ${deviceNameOf()} END AS "deviceName",
      ${devices.ipAddress} AS address, ${monitors.url} AS url, ${devices.expectedStatus} AS "expectedStatus",
      taken.at, taken.state, taken.reason,
      (SELECT before.state FROM ${stateChanges} before
        WHERE before.target_id = taken.target_id AND (before.at, before.id) < (taken.at, taken.id)
          AND before.state IN ('up', 'down') ORDER BY before.at DESC, before.id DESC LIMIT 1) AS known,
      (SELECT max(incident.started_at) FROM ${incidents} incident
        WHERE incident.target_id = taken.target_id AND incident.ended_at = taken.at) AS "downSince"
    FROM taken JOIN ${checkTargets} ON ${checkTargets.id} = taken.target_id
    LEFT JOIN ${devices} ON ${devices.id} = ${checkTargets.deviceId}
    LEFT JOIN ${serviceChecks} ON ${serviceChecks.id} = ${checkTargets.serviceCheckId}
    LEFT JOIN ${monitors} ON ${monitors.id} = ${checkTargets.monitorId}
    ORDER BY taken.id`);
  return z.array(StateChangeRow).parse([...rows]);
}
