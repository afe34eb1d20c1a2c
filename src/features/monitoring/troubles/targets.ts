import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { deviceNameOf, devices } from "#tables/topology";
import { checkTargets, monitors, serviceChecks } from "../tables";

/** Of one question: whoever asks for more cannot read it. */
export const MAX_FOUND = 5000;

/** Which targets are asked about; null: all, as with each other. */
export type OnlyTargets = {
  deviceId: number | null;
  serviceCheckId: number | null;
  monitorId: number | null;
};

/** A target, and what people call what it is about. */
export const NamedTarget = z.object({
  targetId: z.number(),
  deviceId: z.number().nullable(),
  serviceCheckId: z.number().nullable(),
  monitorId: z.number().nullable(),
  /** Of the device, the service check, or the monitor. */
  name: z.string(),
  deviceName: z.string().nullable(),
  address: z.string().nullable(),
  url: z.string().nullable(),
});
export type NamedTarget = z.infer<typeof NamedTarget>;

/** The columns of a `NamedTarget`, in a statement from `namedTargets`. */
export const namedColumns = sql`${checkTargets.id}::float8 AS "targetId", ${checkTargets.deviceId}::float8 AS "deviceId",
  ${checkTargets.serviceCheckId}::float8 AS "serviceCheckId", ${checkTargets.monitorId}::float8 AS "monitorId",
  coalesce(${monitors.name}, ${serviceChecks.label}, ${deviceNameOf()}, '') AS name,
  CASE WHEN ${devices.id} IS NOT NULL THEN ${deviceNameOf()} END AS "deviceName", ${devices.ipAddress} AS address,
  ${monitors.url} AS url`;

/** Targets with what they are about. */
export const namedTargets = sql`${checkTargets} LEFT JOIN ${devices} ON ${devices.id} = ${checkTargets.deviceId}
  LEFT JOIN ${serviceChecks} ON ${serviceChecks.id} = ${checkTargets.serviceCheckId}
  LEFT JOIN ${monitors} ON ${monitors.id} = ${checkTargets.monitorId}`;

/** Whether a target is asked about. */
export function isAsked({ deviceId, serviceCheckId, monitorId }: OnlyTargets): SQL {
  const parts = [
    deviceId === null ? undefined : sql`${checkTargets.deviceId} = ${deviceId}`,
    serviceCheckId === null ? undefined : sql`${checkTargets.serviceCheckId} = ${serviceCheckId}`,
    monitorId === null ? undefined : sql`${checkTargets.monitorId} = ${monitorId}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}
