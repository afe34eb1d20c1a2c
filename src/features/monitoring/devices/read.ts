import { and, eq, gt, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { devices, favouriteDevices, sites } from "#tables/topology";
import { readRecent } from "../engine/recent";
import { toState } from "../results";
import { checkTargets, serviceChecks } from "../tables";
import type { DeviceMonitorSummary, PortResult } from "./models";
import { NO_COURSE, readCourses, shareOf, type Course } from "./uptime";

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;
/** Changes of state in an hour. */
const FLAPPING = 4;

export const STATUSES: Readonly<Record<string, string>> = { up: "online", down: "offline" };

type DeviceRow = typeof devices.$inferSelect;
type TargetRow = typeof checkTargets.$inferSelect;
type Seen = { device: DeviceRow; site: string | null; target: TargetRow | null };

type Asked = { userId: number; now: Date; deviceId?: number; changedSince?: Date };

/** Devices as monitoring sees them, by name; not those that are `disabled`. */
export async function readSummaries(db: Db, asked: Asked): Promise<DeviceMonitorSummary[]> {
  const seen: Seen[] = await db
    .select({
      device: devices,
      site: sql<string | null>`coalesce(${sites.displayName}, ${sites.name})`,
      target: checkTargets,
    })
    .from(devices)
    .leftJoin(checkTargets, and(eq(checkTargets.deviceId, devices.id), eq(checkTargets.kind, "device")))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .where(and(ne(devices.status, "disabled"), wanted(asked)))
    .orderBy(devices.nameKey, devices.id);
  const isPart = asked.deviceId !== undefined || asked.changedSince !== undefined;
  const ids = seen.map(({ device }) => device.id);
  if (ids.length === 0) return [];
  const targetIds = seen.flatMap(({ target }) => (target === null ? [] : [target.id]));
  const [courses, services, favourites] = await Promise.all([
    readCourses(db, { now: asked.now, ...(isPart && targetIds.length > 0 && { ids: targetIds }) }),
    readServices(db, isPart ? ids : undefined),
    db
      .select({ id: favouriteDevices.deviceId })
      .from(favouriteDevices)
      .where(eq(favouriteDevices.userId, asked.userId)),
  ]);
  const own = new Set(favourites.map(({ id }) => id));
  return seen.map((one) => ({
    ...toSummary(one, { now: asked.now, course: courses.get(one.target?.id ?? 0) ?? NO_COURSE }),
    latest_port_results: services.get(one.device.id) ?? [],
    is_favourite: own.has(one.device.id),
  }));
}

function wanted({ deviceId, changedSince }: Asked): SQL | undefined {
  if (deviceId !== undefined) return eq(devices.id, deviceId);
  if (changedSince === undefined) return undefined;
  const since = changedSince.toISOString();
  const { stateSince, checkedAt } = checkTargets;
  return or(
    gt(devices.updatedAt, changedSince),
    gt(checkedAt, changedSince),
    gt(stateSince, changedSince),
    sql`EXISTS (SELECT FROM ${checkTargets} AS other WHERE other.device_id = ${devices.id} AND other.kind = 'service'
      AND (other.checked_at > ${since} OR other.state_since > ${since}))`,
  );
}

type Context = { now: Date; course: Course };

function toSummary(
  { device, site, target }: Seen,
  { now, course }: Context,
): Omit<DeviceMonitorSummary, "latest_port_results" | "is_favourite"> {
  const beats = readRecent(target?.recent ?? null)
    .filter(({ at }) => now.getTime() - at.getTime() <= DAY_MS)
    .toReversed();
  const latencies = beats.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  const isPaused = device.monitoringPaused || device.lifecycle !== "active";
  const state = isPaused ? "paused" : toState(target?.state ?? "unknown");
  const status = isPaused ? "paused" : (STATUSES[target?.confirmed ?? ""] ?? "unknown");
  const good = (up: number, down: number) =>
    device.expectedStatus === "offline" ? shareOf(down, up) : shareOf(up, down);
  const isRecent = target?.checkedAt && now.getTime() - target.checkedAt.getTime() <= DAY_MS;
  return {
    device_id: device.id,
    ip_address: device.ipAddress ?? "",
    display_name: device.displayName,
    hostname: device.hostname,
    device_type: device.deviceType,
    icon: device.icon,
    status,
    expected_status: device.expectedStatus,
    health_status: healthOf(status, device.expectedStatus),
    lifecycle: device.lifecycle,
    monitoring_paused: device.monitoringPaused,
    topology_group: device.topologyGroup,
    site_id: device.siteId,
    site_name: site,
    vlan_id: device.vlanId,
    tags: device.tags,
    last_checked: isRecent ? toTimestamp(target.checkedAt) : null,
    uptime_24h: shareOf(course.upDay, course.downDay),
    uptime_7d: shareOf(course.upWeek, course.downWeek),
    watched_hours_24h: (course.upDay + course.downDay) / HOUR_SECONDS,
    watched_hours_7d: (course.upWeek + course.downWeek) / HOUR_SECONDS,
    compliance_24h: good(course.upDay, course.downDay),
    compliance_7d: good(course.upWeek, course.downWeek),
    avg_rtt_24h: latencies.length === 0 ? null : round(mean(latencies)),
    heartbeat: beats.map(({ rawStatus }) => STATUSES[rawStatus] ?? "unknown"),
    heartbeat_health: beats.map(({ isHealthy }) =>
      isHealthy === null ? "unknown" : isHealthy ? "healthy" : "unhealthy",
    ),
    heartbeat_at: beats.map(({ at }) => toTimestamp(at)),
    rtt_sparkline: beats.map(({ latencyMs }) => latencyMs),
    flapping: course.changesHour >= FLAPPING,
    state,
    state_since: target === null ? null : toTimestamp(target.stateSince),
    interval_seconds: target?.intervalSeconds ?? null,
    error: Stored.parse(target?.result).error,
  };
}

export function healthOf(status: string, expected: string): string {
  if (status === "paused" || status === "unknown") return status;
  return status === expected ? "healthy" : "unhealthy";
}

const Stored = z
  .looseObject({
    error: z.string().nullable().catch(null),
    latencyMs: z.number().nullable().catch(null),
    statusCode: z.int().nullable().catch(null),
  })
  .catch({ error: null, latencyMs: null, statusCode: null });

/** What the checks of services found last, by device. */
async function readServices(db: Db, ids: readonly number[] | undefined): Promise<Map<number, PortResult[]>> {
  const rows = await db
    .select({ target: checkTargets, check: serviceChecks })
    .from(checkTargets)
    .innerJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .where(
      and(
        eq(checkTargets.kind, "service"),
        sql`${checkTargets.rawStatus} IS NOT NULL`,
        ids === undefined ? undefined : inArray(checkTargets.deviceId, [...ids]),
      ),
    )
    .orderBy(serviceChecks.label, serviceChecks.id);
  const byDevice = Map.groupBy(rows, ({ target }) => target.deviceId ?? 0);
  return new Map([...byDevice].map(([id, results]) => [id, results.map(toPortResult)]));
}

function toPortResult({ target, check }: { target: TargetRow; check: typeof serviceChecks.$inferSelect }) {
  const { error, latencyMs, statusCode } = Stored.parse(target.result);
  return portResult({ ...check, rawStatus: target.rawStatus ?? "unknown", error, latencyMs, statusCode });
}

type Result = Pick<typeof serviceChecks.$inferSelect, "id" | "port" | "label" | "checkType"> & {
  rawStatus: string;
  error: string | null;
  latencyMs: number | null;
  statusCode: number | null;
};

export function portResult({ id, port, label, checkType, ...result }: Result): PortResult {
  const { rawStatus, error, latencyMs, statusCode } = result;
  const isOpen = rawStatus === "up";
  return {
    target_id: id,
    port,
    label,
    check_type: checkType,
    open: isOpen,
    status: rawStatus === "unknown" ? "unknown" : isOpen ? "open" : "closed",
    response_time_ms: latencyMs,
    status_code: statusCode,
    error,
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function round(value: number, decimals = 2): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
