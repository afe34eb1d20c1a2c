import { and, eq, gte, ne, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { anyOf } from "#platform/any-of";
import { devices, favouriteDevices, sites } from "#tables/topology";
import { readRecent } from "../engine/recent";
import { DAY_MS, HOUR_MS } from "../history/clock-spans";
import { addRollups, type Rollup } from "../history/rollup";
import type { HistoryReader } from "../history/damage";
import { readTotals } from "../history/totals";
import { toState } from "../results";
import { checkTargets, serviceChecks } from "../tables";
import type { DeviceMonitorSummary, PortResult } from "./models";
import { countChanges } from "./changes";

/** Changes of state in an hour. */
const FLAPPING = 4;
/** Rows are read, and summaries made, in pieces, so that others get their turn. */
const READ_AT_ONCE = 1000;
const AT_ONCE = 250;
const NOTHING = addRollups([]);

export const STATUSES: Readonly<Record<string, string>> = { up: "online", down: "offline" };

type DeviceRow = typeof devices.$inferSelect;
type TargetRow = typeof checkTargets.$inferSelect;
type Seen = { device: DeviceRow; site: string | null; target: TargetRow | null };

type Asked = { now: Date; deviceId?: number; changedSince?: Date };

/** What is the same for everybody. */
export type WatchedDevice = Omit<DeviceMonitorSummary, "is_favourite">;

/** Devices as monitoring sees them, by name; not those that are `disabled`. */
export async function readSummaries(reader: HistoryReader, asked: Asked): Promise<WatchedDevice[]> {
  const ids = asked.deviceId === undefined ? await readIds(reader.db, asked) : [asked.deviceId];
  const summaries: WatchedDevice[] = [];
  for (let first = 0; first < ids.length; first += READ_AT_ONCE) {
    const part = ids.slice(first, first + READ_AT_ONCE);
    summaries.push(...(await summariesOf(reader, part, asked.now)));
  }
  return summaries;
}

/** In the order of their names. */
async function readIds(db: Db, asked: Asked): Promise<number[]> {
  const [found] = await db
    .select({
      ids: sql<number[]>`coalesce(json_agg(${devices.id} ORDER BY ${devices.nameKey}, ${devices.id}), '[]')`,
    })
    .from(devices)
    .leftJoin(checkTargets, isOfDevice)
    .where(and(ne(devices.status, "disabled"), changedSince(asked)));
  return found?.ids ?? [];
}

const isOfDevice = and(eq(checkTargets.deviceId, devices.id), eq(checkTargets.kind, "device"));

/** In the order of their ids; without those that are gone meanwhile. */
async function summariesOf(
  reader: HistoryReader,
  ids: readonly number[],
  now: Date,
): Promise<WatchedDevice[]> {
  const { db } = reader;
  const rows: Seen[] = await db
    .select({
      device: devices,
      site: sql<string | null>`coalesce(${sites.displayName}, ${sites.name})`,
      target: checkTargets,
    })
    .from(devices)
    .leftJoin(checkTargets, isOfDevice)
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .where(and(sql`${devices.id} = ${anyOf(ids)}`, ne(devices.status, "disabled")));
  const byId = new Map(rows.map((row) => [row.device.id, row]));
  const seen = ids.flatMap((id) => byId.get(id) ?? []);
  const targetIds = seen.flatMap(({ target }) => (target === null ? [] : [target.id]));
  const nowMs = now.getTime();
  const [totals, changes, services] = await Promise.all([
    readTotals(reader, { now, fromMs: [nowMs - DAY_MS, nowMs - 7 * DAY_MS], targetIds }),
    countChanges(db, { since: new Date(nowMs - HOUR_MS), targetIds }),
    readServices(db, ids),
  ]);
  const summaries: WatchedDevice[] = [];
  for (const one of seen) {
    const id = one.target?.id ?? 0;
    const [day = NOTHING, week = NOTHING] = totals.get(id) ?? [];
    summaries.push({
      ...toSummary(one, { now, day, week, changes: changes.get(id) ?? 0 }),
      latest_port_results: services.get(one.device.id) ?? [],
    });
    if (summaries.length % AT_ONCE === 0) await Bun.sleep(0);
  }
  return summaries;
}

/** With so many of its newest results at most. */
export function withBeats(device: WatchedDevice, count: number): WatchedDevice {
  const first = device.heartbeat.length - count;
  if (first <= 0) return device;
  return {
    ...device,
    heartbeat: device.heartbeat.slice(first),
    heartbeat_health: device.heartbeat_health.slice(first),
    heartbeat_at: device.heartbeat_at.slice(first),
    rtt_sparkline: device.rtt_sparkline.slice(first),
  };
}

/** With the user's own marks. */
export async function markFavourites(
  db: Db,
  { devices: watched, userId }: { devices: readonly WatchedDevice[]; userId: number },
): Promise<DeviceMonitorSummary[]> {
  const favourites = await db
    .select({ id: favouriteDevices.deviceId })
    .from(favouriteDevices)
    .where(eq(favouriteDevices.userId, userId));
  const own = new Set(favourites.map(({ id }) => id));
  return watched.map((device) => ({ ...device, is_favourite: own.has(device.device_id) }));
}

function changedSince({ changedSince: moment }: Asked): SQL | undefined {
  if (moment === undefined) return undefined;
  const since = moment.toISOString();
  const { stateSince, checkedAt } = checkTargets;
  // Of that moment, too: it may have had a second change behind the answer that named it.
  return or(
    gte(devices.updatedAt, moment),
    gte(checkedAt, moment),
    gte(stateSince, moment),
    sql`EXISTS (SELECT FROM ${checkTargets} AS other WHERE other.device_id = ${devices.id} AND other.kind = 'service'
      AND (other.checked_at >= ${since} OR other.state_since >= ${since}))`,
  );
}

type Context = { now: Date; day: Rollup; week: Rollup; changes: number };

function toSummary(
  { device, site, target }: Seen,
  { now, day, week, changes }: Context,
): Omit<WatchedDevice, "latest_port_results"> {
  const beats = readRecent(target?.recent ?? null)
    .filter(({ at }) => now.getTime() - at.getTime() <= DAY_MS)
    .toReversed();
  const status = statusOf(device, target);
  const state = status === "paused" ? status : toState(target?.state ?? "unknown");
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
    last_checked: toTimestamp(lastChecked(target, now)),
    uptime_24h: shareOf(day.up, day.down),
    uptime_7d: shareOf(week.up, week.down),
    uptime_watched_24h: shareOf(day.stateMs.up, day.stateMs.down),
    uptime_watched_7d: shareOf(week.stateMs.up, week.stateMs.down),
    watched_hours_24h: (day.stateMs.up + day.stateMs.down) / HOUR_MS,
    watched_hours_7d: (week.stateMs.up + week.stateMs.down) / HOUR_MS,
    compliance_24h: complianceOf(day),
    compliance_7d: complianceOf(week),
    avg_rtt_24h: day.latency === null ? null : round(day.latency.sumMs / day.latency.count),
    heartbeat: beats.map(({ rawStatus }) => STATUSES[rawStatus] ?? "unknown"),
    heartbeat_health: beats.map(({ isHealthy }) =>
      isHealthy === null ? "unknown" : isHealthy ? "healthy" : "unhealthy",
    ),
    heartbeat_at: beats.map(({ at }) => toTimestamp(at)),
    rtt_sparkline: beats.map(({ latencyMs }) => latencyMs),
    flapping: changes >= FLAPPING,
    state,
    state_since: target === null ? null : toTimestamp(target.stateSince),
    interval_seconds: target?.intervalSeconds ?? null,
    error: Stored.parse(target?.result).error,
  };
}

type Watched = Pick<DeviceRow, "monitoringPaused" | "lifecycle">;

/** As older clients know it. */
export function statusOf(
  { monitoringPaused, lifecycle }: Watched,
  target: Pick<TargetRow, "confirmed"> | null,
): string {
  if (monitoringPaused || lifecycle !== "active") return "paused";
  return STATUSES[target?.confirmed ?? ""] ?? "unknown";
}

/** Null where that is more than a day ago. */
export function lastChecked(target: Pick<TargetRow, "checkedAt"> | null, now: Date): Date | null {
  const at = target?.checkedAt ?? null;
  return at !== null && now.getTime() - at.getTime() <= DAY_MS ? at : null;
}

/** Share, 0 to 1; null where there is nothing to have a share of. */
function shareOf(good: number, bad: number): number | null {
  return good + bad <= 0 ? null : good / (good + bad);
}

/** What could tell nothing was neither as expected nor otherwise. */
function complianceOf({ healthy, up, down }: Rollup): number | null {
  return shareOf(healthy, up + down - healthy);
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
async function readServices(db: Db, ids: readonly number[]): Promise<Map<number, PortResult[]>> {
  const rows = await db
    .select({ target: checkTargets, check: serviceChecks })
    .from(checkTargets)
    .innerJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .where(
      and(
        eq(checkTargets.kind, "service"),
        sql`${checkTargets.rawStatus} IS NOT NULL`,
        sql`${checkTargets.deviceId} = ${anyOf(ids)}`,
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
