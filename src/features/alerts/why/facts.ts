import { and, asc, between, desc, eq, gte, lte, ne, sql } from "drizzle-orm";
import { findAttachments } from "#features/forwarding";
import { maintenanceOf } from "#features/maintenance";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { auditLog } from "#tables/audit";
import { checkTargets, stateChanges } from "#tables/monitoring";
import { devicePorts } from "#tables/ports";
import { devices } from "#tables/topology";
import { alertIncidents } from "../tables";
import type { AlertWhy } from "./models";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Of incidents that belong together. */
const TOGETHER_MS = 2 * MINUTE_MS;
const MAINTENANCE_MS = 30 * MINUTE_MS;
const MOST = 10;

export type IncidentRow = typeof alertIncidents.$inferSelect;
export type DeviceIncident = IncidentRow & { deviceId: number };

const before = ({ openedAt }: IncidentRow, milliseconds: number) =>
  new Date(openedAt.getTime() - milliseconds);
const after = (incident: IncidentRow, milliseconds: number) => before(incident, -milliseconds);

/** What else went wrong at the same time. */
export async function findTogether(db: Db, incident: IncidentRow): Promise<AlertWhy["together"]> {
  const { id, title, openedAt } = alertIncidents;
  const rows = await db
    .select({ id, title, openedAt })
    .from(alertIncidents)
    .where(
      and(
        between(openedAt, before(incident, TOGETHER_MS), after(incident, TOGETHER_MS)),
        ne(id, incident.id),
      ),
    )
    .orderBy(asc(openedAt), asc(id))
    .limit(MOST);
  return rows.map((row) => ({ id: row.id, title: row.title, opened_at: toTimestamp(row.openedAt) }));
}

/** Fewer say nothing. */
const FEWEST_UNKNOWN = 3;
const BLIND = { beforeMs: 5 * MINUTE_MS, afterMs: 2 * MINUTE_MS };

/**
 * Whether this service itself could not ask most of what it watches around that time: then its own network was gone, or
 * is about to be told of.
 */
export async function findOwnNetwork(db: Db, incident: IncidentRow): Promise<AlertWhy["own_network"]> {
  const [row] = await db.execute<{ unknown: number; watched: number }>(sql`
    SELECT (SELECT count(DISTINCT target_id)::int FROM ${stateChanges}
        WHERE state = 'unknown' AND target_id IN (SELECT id FROM ${checkTargets}) AND at BETWEEN ${before(incident, BLIND.beforeMs).toISOString()}::timestamptz
          AND ${after(incident, BLIND.afterMs).toISOString()}::timestamptz) AS unknown,
      (SELECT count(*)::int FROM ${checkTargets} WHERE state <> 'paused') AS watched`);
  if (row === undefined || row.unknown < FEWEST_UNKNOWN || 2 * row.unknown < row.watched) return null;
  return row;
}

/** What was changed of the device within the day before. For SuperAdmins, as the audit log is. */
export async function findChanges(
  db: Db,
  incident: DeviceIncident,
): Promise<NonNullable<AlertWhy["changes"]>> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.target, `device:${incident.deviceId}`),
        gte(auditLog.createdAt, before(incident, DAY_MS)),
        lte(auditLog.createdAt, incident.openedAt),
      ),
    )
    .orderBy(desc(auditLog.createdAt))
    .limit(MOST);
  return rows.map(({ createdAt, actorName, action, detail }) => ({
    at: toTimestamp(createdAt),
    who: actorName,
    action,
    detail,
  }));
}

/** What maintenance of the device ended shortly before. */
export async function findMaintenance(db: Db, incident: DeviceIncident): Promise<AlertWhy["maintenance"]> {
  const target = { deviceId: incident.deviceId, serviceCheckId: null, monitorId: null };
  const found = await maintenanceOf(
    { db },
    { target, from: before(incident, MAINTENANCE_MS), to: incident.openedAt },
  );
  return found
    .filter(({ endsAt }) => endsAt <= incident.openedAt)
    .map(({ maintenanceId: id, title, endsAt }) => ({ id, title, ended_at: toTimestamp(endsAt) }));
}

/** The port where the device hangs, and how it stands. */
export async function findPort(db: Db, { deviceId }: DeviceIncident): Promise<AlertWhy["port"]> {
  const [device] = await db
    .select({ macAddress: devices.macAddress })
    .from(devices)
    .where(eq(devices.id, deviceId));
  if (device === undefined || device.macAddress === null) return null;
  const [place] = await findAttachments(db, [device.macAddress]);
  if (place === undefined) return null;
  const { switch: own, port_name: port } = place;
  const [state] = await db
    .select({ status: devicePorts.operStatus, changedAt: devicePorts.changedAt })
    .from(devicePorts)
    .where(
      and(eq(devicePorts.deviceId, own.id), eq(devicePorts.name, port), sql`${devicePorts.goneAt} IS NULL`),
    );
  const changedAt = state?.changedAt ?? null;
  return {
    device: own,
    port,
    status: state?.status ?? null,
    changed_at: changedAt === null ? null : toTimestamp(changedAt),
  };
}
