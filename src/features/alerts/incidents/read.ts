import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { checkTargets } from "#tables/monitoring";
import { devices } from "#tables/topology";
import { presentDeviceName } from "../device-name";
import { severityOf } from "../rules/models";
import { alertEvents, alertIncidents } from "../tables";
import type { AlertIncidentRead, AlertIncidentsQuery } from "./models";

type IncidentRow = typeof alertIncidents.$inferSelect & {
  deviceName: string | null;
  serviceCheckId: number | null;
  monitorId: number | null;
  alerts: number;
};

const isOpen = sql`(${alertIncidents.resolvedAt} IS NULL)::int::bigint`;

/** Those that last first, then the newest. */
const OPEN_FIRST: Ordering<IncidentRow> = {
  name: "alert incidents",
  isDescending: true,
  keys: [
    { column: isOpen, type: "bigint", of: ({ resolvedAt }) => Number(resolvedAt === null) },
    { column: alertIncidents.id, type: "bigint", of: ({ id }) => id },
  ],
};

/** `target:12`, with a type behind it where a bound is broken. */
const targetId = sql`CASE WHEN ${alertIncidents.subject} LIKE 'target:%'
  THEN split_part(${alertIncidents.subject}, ':', 2)::bigint END`;

type Context = { db: Db; now: Date };

/** A page of incidents. Throws 422 for a bad cursor. */
export async function listIncidents(
  ctx: Context,
  query: AlertIncidentsQuery,
): Promise<Page<AlertIncidentRead>> {
  const { status, severity, device_id: deviceId } = query;
  const { resolvedAt, acknowledgedAt } = alertIncidents;
  const filter = and(
    status && (status === "resolved" ? isNotNull(resolvedAt) : isNull(resolvedAt)),
    status === "unacknowledged" ? isNull(acknowledgedAt) : undefined,
    severity === undefined ? undefined : eq(alertIncidents.severity, severity),
    deviceId === undefined ? undefined : eq(alertIncidents.deviceId, deviceId),
  );
  const page = await readPage(query, {
    order: OPEN_FIRST,
    rows: ({ after, orderBy, limit }) =>
      select(ctx.db)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => ctx.db.$count(alertIncidents, filter),
  });
  return mapPage(page, (row) => toRead(row, ctx.now));
}

/** Throws 404. */
export async function getIncident(ctx: Context, id: number): Promise<AlertIncidentRead> {
  const incident = await findIncident(ctx, id);
  if (incident === undefined) throw notFound("Incident not found");
  return incident;
}

export async function findIncident({ db, now }: Context, id: number): Promise<AlertIncidentRead | undefined> {
  const [row] = await select(db).where(eq(alertIncidents.id, id));
  return row && toRead(row, now);
}

function select(db: Db) {
  const { deviceId } = alertIncidents;
  return db
    .select({
      id: alertIncidents.id,
      subject: alertIncidents.subject,
      deviceId,
      severity: alertIncidents.severity,
      title: alertIncidents.title,
      openedAt: alertIncidents.openedAt,
      resolvedAt: alertIncidents.resolvedAt,
      resolution: alertIncidents.resolution,
      acknowledgedAt: alertIncidents.acknowledgedAt,
      acknowledgedBy: alertIncidents.acknowledgedBy,
      note: alertIncidents.note,
      escalatedAt: alertIncidents.escalatedAt,
      escalationStep: alertIncidents.escalationStep,
      deviceName: presentDeviceName,
      serviceCheckId: checkTargets.serviceCheckId,
      monitorId: checkTargets.monitorId,
      alerts: sql<number>`(SELECT count(*)::int FROM ${alertEvents} event
        WHERE event.incident_id = ${alertIncidents.id} AND event.status = 'firing')`,
    })
    .from(alertIncidents)
    .leftJoin(devices, eq(devices.id, deviceId))
    .leftJoin(checkTargets, eq(checkTargets.id, targetId))
    .$dynamic();
}

function toRead(row: IncidentRow, now: Date): AlertIncidentRead {
  const lastedMs = (row.resolvedAt ?? now).getTime() - row.openedAt.getTime();
  return {
    id: row.id,
    title: row.title,
    subject: row.subject,
    device_id: row.deviceId,
    device_name: row.deviceName,
    service_check_id: row.serviceCheckId,
    monitor_id: row.monitorId,
    severity: severityOf(row.severity),
    status: statusOf(row),
    opened_at: toTimestamp(row.openedAt),
    resolved_at: row.resolvedAt === null ? null : toTimestamp(row.resolvedAt),
    resolution: row.resolution,
    duration_seconds: Math.max(0, Math.round(lastedMs / 1000)),
    acknowledged_at: row.acknowledgedAt === null ? null : toTimestamp(row.acknowledgedAt),
    acknowledged_by: row.acknowledgedBy,
    note: row.note,
    escalated_at: row.escalatedAt === null ? null : toTimestamp(row.escalatedAt),
    escalation_step: row.escalationStep,
    alerts: row.alerts,
  };
}

function statusOf({ resolvedAt, acknowledgedAt }: IncidentRow): AlertIncidentRead["status"] {
  if (resolvedAt !== null) return "resolved";
  return acknowledgedAt === null ? "open" : "acknowledged";
}
