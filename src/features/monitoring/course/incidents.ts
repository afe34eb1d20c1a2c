import { and, eq, gte, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { devices } from "#tables/topology";
import { HOUR_MS } from "../history/clock-spans";
import { checkTargets, incidents, monitors, serviceChecks } from "../tables";
import { targetName } from "../target-name";
import type { IncidentRead, IncidentsQuery } from "./models";

type IncidentRow = typeof incidents.$inferSelect & {
  kind: string;
  deviceId: number | null;
  serviceCheckId: number | null;
  monitorId: number | null;
  name: string;
};

const isRunning = sql`(${incidents.endedAt} IS NULL)::int::bigint`;
const startedMs = sql`(extract(epoch FROM ${incidents.startedAt}) * 1000)::bigint`;

/** Those that last first, then the newest. */
const WORST_FIRST: Ordering<IncidentRow> = {
  name: "incidents",
  isDescending: true,
  keys: [
    { column: isRunning, type: "bigint", of: ({ endedAt }) => Number(endedAt === null) },
    { column: startedMs, type: "bigint", of: ({ startedAt }) => startedAt.getTime() },
    { column: incidents.id, type: "bigint", of: ({ id }) => id },
  ],
};

/** Spans of trouble, all of them or a page. Throws 422 for a bad cursor. */
export async function listIncidents(
  { db, now }: { db: Db; now: Date },
  query: IncidentsQuery,
): Promise<Page<IncidentRead>> {
  const where = wanted(query, now);
  const page = await readPage(query, {
    order: WORST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({
          id: incidents.id,
          targetId: incidents.targetId,
          startedAt: incidents.startedAt,
          endedAt: incidents.endedAt,
          error: incidents.error,
          kind: checkTargets.kind,
          deviceId: checkTargets.deviceId,
          serviceCheckId: checkTargets.serviceCheckId,
          monitorId: checkTargets.monitorId,
          name: targetName,
        })
        .from(incidents)
        .innerJoin(checkTargets, eq(checkTargets.id, incidents.targetId))
        .leftJoin(devices, eq(devices.id, checkTargets.deviceId))
        .leftJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
        .leftJoin(monitors, eq(monitors.id, checkTargets.monitorId))
        .where(and(where, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: async () => {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(incidents)
        .innerJoin(checkTargets, eq(checkTargets.id, incidents.targetId))
        .where(where);
      return row?.count ?? 0;
    },
  });
  return mapPage(page, (row) => toRead(row, now));
}

function wanted(query: IncidentsQuery, now: Date): SQL | undefined {
  const { device_id: deviceId, service_check_id: checkId, monitor_id: monitorId, hours } = query;
  const since = new Date(now.getTime() - hours * HOUR_MS);
  return and(
    or(isNull(incidents.endedAt), gte(incidents.endedAt, since)),
    deviceId === undefined ? undefined : eq(checkTargets.deviceId, deviceId),
    checkId === undefined ? undefined : eq(checkTargets.serviceCheckId, checkId),
    monitorId === undefined ? undefined : eq(checkTargets.monitorId, monitorId),
  );
}

function toRead(row: IncidentRow, now: Date): IncidentRead {
  const lastedMs = (row.endedAt ?? now).getTime() - row.startedAt.getTime();
  return {
    id: row.id,
    target_id: row.targetId,
    kind: row.kind === "service" || row.kind === "monitor" ? row.kind : "device",
    device_id: row.deviceId,
    service_check_id: row.serviceCheckId,
    monitor_id: row.monitorId,
    name: row.name,
    started_at: toTimestamp(row.startedAt),
    ended_at: toTimestamp(row.endedAt),
    duration_seconds: Math.max(0, Math.round(lastedMs / 1000)),
    error: row.error,
  };
}
