import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { devices } from "#tables/topology";
import { thin } from "../monitors/thin";
import { checkResults, checkTargets, serviceChecks } from "../tables";
import type { DeviceAnalysis, MonitorHistoryPoint, PortResult, ServiceCheckHistoryRead } from "./models";
import { mean, portResult, round, STATUSES } from "./read";
import { NO_COURSE, readCourses } from "./uptime";

const HOUR_MS = 3_600_000;
const MOST_POINTS = 2000;

/** Throws 404. */
export async function requireDevice(db: Db, id: number): Promise<typeof devices.$inferSelect> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id));
  if (device === undefined) throw notFound("Device not found");
  return device;
}

/** Results of a device and of its checks in the last hours, oldest first; each point with the newest result of each check. */
export async function readDeviceHistory(
  db: Db,
  { id, hours, now }: { id: number; hours: number; now: Date },
): Promise<{ points: MonitorHistoryPoint[]; isThinned: boolean }> {
  const device = await requireDevice(db, id);
  const rows = await db
    .select({ result: checkResults, kind: checkTargets.kind, check: serviceChecks })
    .from(checkResults)
    .innerJoin(checkTargets, eq(checkTargets.id, checkResults.targetId))
    .leftJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .where(
      and(
        eq(checkTargets.deviceId, id),
        or(eq(checkTargets.kind, "device"), eq(checkTargets.kind, "service")),
        gt(checkResults.at, new Date(now.getTime() - hours * HOUR_MS)),
      ),
    )
    .orderBy(asc(checkResults.at));
  const newest = new Map<number, PortResult>();
  const points: (MonitorHistoryPoint & { rawStatus: string })[] = [];
  for (const { result, kind, check } of rows) {
    if (kind === "service") {
      if (check === null) continue;
      const statusCode = result.details?.["statusCode"];
      newest.set(
        check.id,
        portResult({
          ...check,
          rawStatus: result.rawStatus,
          error: result.error,
          latencyMs: result.latencyMs,
          statusCode: typeof statusCode === "number" ? statusCode : null,
        }),
      );
      continue;
    }
    points.push({
      id: result.at.getTime() * 1000,
      checked_at: toTimestamp(result.at),
      rawStatus: result.rawStatus,
      status: STATUSES[result.rawStatus] ?? "unknown",
      expected_status: device.expectedStatus,
      is_healthy: result.isHealthy,
      rtt_ms: result.latencyMs,
      port_results: [...newest.values()],
    });
  }
  const kept = thin(points, MOST_POINTS);
  return {
    points: kept.map(({ rawStatus: _raw, ...point }) => point),
    isThinned: kept.length < points.length,
  };
}

/** Results of one check on one device, oldest first. Throws 404, 422 where no device is meant. */
export async function readCheckHistory(
  db: Db,
  {
    checkId,
    deviceId,
    hours,
    now,
  }: { checkId: number; deviceId: number | undefined; hours: number; now: Date },
): Promise<{ points: ServiceCheckHistoryRead[]; isThinned: boolean }> {
  const [check] = await db.select().from(serviceChecks).where(eq(serviceChecks.id, checkId));
  if (check === undefined) throw notFound("Port target not found");
  const device = check.deviceId ?? deviceId;
  if (device === undefined)
    throw invalid([{ loc: ["query", "device_id"], msg: "Field required", type: "missing" }]);
  const rows = await db
    .select({ result: checkResults })
    .from(checkResults)
    .innerJoin(checkTargets, eq(checkTargets.id, checkResults.targetId))
    .where(
      and(
        eq(checkTargets.kind, "service"),
        eq(checkTargets.serviceCheckId, checkId),
        eq(checkTargets.deviceId, device),
        gt(checkResults.at, new Date(now.getTime() - hours * HOUR_MS)),
      ),
    )
    .orderBy(asc(checkResults.at));
  const kept = thin(
    rows.map(({ result }) => result),
    MOST_POINTS,
  );
  return { points: kept.map(toCheckPoint), isThinned: kept.length < rows.length };
}

function toCheckPoint(result: typeof checkResults.$inferSelect): ServiceCheckHistoryRead {
  const statusCode = result.details?.["statusCode"];
  return {
    id: result.at.getTime() * 1000,
    checked_at: toTimestamp(result.at),
    status: result.rawStatus,
    response_time_ms: result.latencyMs,
    status_code: typeof statusCode === "number" ? statusCode : null,
    error: result.error,
  };
}

const FEWEST = 10;
const FEWEST_OF_TREND = 3;

/** How a device's latency is against how it usually is. */
export async function analyse(db: Db, { id, now }: { id: number; now: Date }): Promise<DeviceAnalysis> {
  await requireDevice(db, id);
  const [target] = await db
    .select({ id: checkTargets.id })
    .from(checkTargets)
    .where(and(eq(checkTargets.deviceId, id), eq(checkTargets.kind, "device")));
  const since = new Date(now.getTime() - 7 * 24 * HOUR_MS);
  const rows =
    target === undefined
      ? []
      : await db
          .select({ at: checkResults.at, latencyMs: checkResults.latencyMs })
          .from(checkResults)
          .where(
            and(
              eq(checkResults.targetId, target.id),
              gt(checkResults.at, since),
              sql`${checkResults.latencyMs} IS NOT NULL`,
            ),
          )
          .orderBy(asc(checkResults.at));
  const points = rows.map(({ at, latencyMs }) => ({
    ageMs: now.getTime() - at.getTime(),
    ms: latencyMs ?? 0,
  }));
  const courses = await readCourses(db, { now, ids: target === undefined ? [0] : [target.id] });
  const course = courses.get(target?.id ?? 0) ?? NO_COURSE;
  return {
    device_id: id,
    ...latencyOf(points),
    flap_count_24h: course.changesDay,
    longest_outage_minutes: course.longestDown === 0 ? null : Math.round(course.longestDown / 60),
  };
}

type Point = { ageMs: number; ms: number };

function latencyOf(points: readonly Point[]) {
  const sorted = points.map(({ ms }) => ms).sort((one, other) => one - other);
  const count = sorted.length;
  const baseline = count === 0 ? null : mean(sorted);
  const deviation =
    baseline === null || count < 2 ? null : Math.sqrt(mean(sorted.map((ms) => (ms - baseline) ** 2)));
  const current = points.at(-1)?.ms ?? null;
  const score =
    current === null || baseline === null || deviation === null || deviation === 0
      ? null
      : (current - baseline) / deviation;
  return {
    baseline_rtt_ms: baseline === null ? null : round(baseline),
    rtt_stddev: deviation === null ? null : round(deviation),
    rtt_p50: sorted[Math.floor(count * 0.5)] ?? null,
    rtt_p95: sorted[Math.min(count - 1, Math.floor(count * 0.95))] ?? null,
    current_rtt_ms: current,
    anomaly_score: score === null ? null : round(score),
    anomaly_level: count < FEWEST || current === null ? ("insufficient_data" as const) : levelOf(score ?? 0),
    ...trendOf(points),
  };
}

function levelOf(score: number): "normal" | "elevated" | "anomalous" {
  if (Math.abs(score) > 3) return "anomalous";
  return Math.abs(score) > 2 ? "elevated" : "normal";
}

/** The last six hours against the eighteen before them. */
function trendOf(points: readonly Point[]) {
  const within = (from: number, to: number) =>
    points.filter(({ ageMs }) => ageMs >= from * HOUR_MS && ageMs < to * HOUR_MS).map(({ ms }) => ms);
  const [late, early] = [within(0, 6), within(6, 24)];
  const before = mean(early);
  if (late.length < FEWEST_OF_TREND || early.length < FEWEST_OF_TREND || before === 0)
    return { trend: "insufficient_data" as const, trend_pct: null };
  const percent = round(((mean(late) - before) / before) * 100, 1);
  const trend =
    percent > 15 ? ("rising" as const) : percent < -15 ? ("falling" as const) : ("stable" as const);
  return { trend, trend_pct: percent };
}
