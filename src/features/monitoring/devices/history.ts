import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { devices } from "#tables/topology";
import { thin } from "../monitors/thin";
import { noteDamage, type HistoryReader } from "../history/damage";
import type { CheckedResult } from "../history/packed-results";
import { readResultsOf } from "../history/results";
import { checkTargets, serviceChecks } from "../tables";
import type { DeviceAnalysis, MonitorHistoryPoint, PortResult, ServiceCheckHistoryRead } from "./models";
import { mean, portResult, round, STATUSES } from "./read";
import { countChanges, longestOutage } from "./changes";

const HOUR_MS = 3_600_000;
const MAX_POINTS = 2000;
const WEEK_HOURS = 168;

/** Throws 404. */
export async function requireDevice(db: Db, id: number): Promise<typeof devices.$inferSelect> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id));
  if (device === undefined) throw notFound("Device not found");
  return device;
}

type Asked = { id: number; hours: number; now: Date };

/** What of the results is not among the points: those between others that are much the same, those that are damaged. */
type Missing = { isThinned: boolean; isDamaged: boolean };
const NOTHING_MISSING: Missing = { isThinned: false, isDamaged: false };

/**
 * Results of a device and of its checks in the last hours, oldest first; each point with the newest result of each
 * check.
 */
export async function readDeviceHistory(
  reader: HistoryReader,
  { id, hours, now }: Asked,
): Promise<{ points: MonitorHistoryPoint[] } & Missing> {
  const { lost, ...noting } = noteDamage(reader);
  const { db } = noting;
  const device = await requireDevice(db, id);
  const targets = await db
    .select({ id: checkTargets.id, kind: checkTargets.kind, check: serviceChecks })
    .from(checkTargets)
    .leftJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .where(eq(checkTargets.deviceId, id))
    .orderBy(serviceChecks.label, serviceChecks.id);
  const own = targets.find(({ kind }) => kind === "device");
  if (own === undefined) return { points: [], ...NOTHING_MISSING };
  const all = await readResultsOf(noting, { targetId: own.id, hours, now });
  const kept = thin(all, MAX_POINTS);
  const newest = kept.map((): PortResult[] => []);
  for (const { id: targetId, check } of targets) {
    if (check === null) continue;
    // One after the other, so that one is let go before the next is read.
    const results = await readResultsOf(noting, { targetId, hours, now });
    for (const [index, result] of newestAt(kept, results).entries())
      if (result !== undefined)
        newest[index]?.push(portResult({ ...check, ...result, statusCode: statusOf(result) }));
  }
  const points = kept.map((result, index) => ({
    id: result.at.getTime() * 1000,
    checked_at: toTimestamp(result.at),
    status: STATUSES[result.rawStatus] ?? "unknown",
    expected_status: device.expectedStatus,
    is_healthy: result.isHealthy,
    rtt_ms: result.latencyMs,
    port_results: newest[index] ?? [],
  }));
  return { points, isThinned: kept.length < all.length, isDamaged: lost.length > 0 };
}

/** At each of these moments the newest result that there was then; both are oldest first. */
function newestAt(
  moments: readonly CheckedResult[],
  results: readonly CheckedResult[],
): (CheckedResult | undefined)[] {
  let next = 0;
  return moments.map(({ at }) => {
    for (let result = results[next]; result !== undefined && result.at <= at; result = results[next])
      next += 1;
    return results[next - 1];
  });
}

function statusOf({ details }: CheckedResult): number | null {
  const statusCode = details?.["statusCode"];
  return typeof statusCode === "number" ? statusCode : null;
}

/** Results of one check on one device, oldest first. Throws 404, 422 where no device is meant. */
export async function readCheckHistory(
  reader: HistoryReader,
  {
    checkId,
    deviceId,
    hours,
    now,
  }: { checkId: number; deviceId: number | undefined; hours: number; now: Date },
): Promise<{ points: ServiceCheckHistoryRead[] } & Missing> {
  const { lost, ...noting } = noteDamage(reader);
  const { db } = noting;
  const [check] = await db.select().from(serviceChecks).where(eq(serviceChecks.id, checkId));
  if (check === undefined) throw notFound("Port target not found");
  const device = check.deviceId ?? deviceId;
  if (device === undefined)
    throw invalid([{ loc: ["query", "device_id"], msg: "Field required", type: "missing" }]);
  const [target] = await db
    .select({ id: checkTargets.id })
    .from(checkTargets)
    .where(
      and(
        eq(checkTargets.kind, "service"),
        eq(checkTargets.serviceCheckId, checkId),
        eq(checkTargets.deviceId, device),
      ),
    );
  if (target === undefined) return { points: [], ...NOTHING_MISSING };
  const all = await readResultsOf(noting, { targetId: target.id, hours, now });
  const kept = thin(all, MAX_POINTS);
  return {
    points: kept.map(toCheckPoint),
    isThinned: kept.length < all.length,
    isDamaged: lost.length > 0,
  };
}

function toCheckPoint(result: CheckedResult): ServiceCheckHistoryRead {
  return {
    id: result.at.getTime() * 1000,
    checked_at: toTimestamp(result.at),
    status: result.rawStatus,
    response_time_ms: result.latencyMs,
    status_code: statusOf(result),
    error: result.error,
  };
}

const FEWEST = 10;
const FEWEST_OF_TREND = 3;

/** How a device's latency is against how it usually is. */
export async function analyse(
  reader: HistoryReader,
  { id, now }: { id: number; now: Date },
): Promise<DeviceAnalysis> {
  const { db } = reader;
  await requireDevice(db, id);
  const [target] = await db
    .select({ id: checkTargets.id })
    .from(checkTargets)
    .where(and(eq(checkTargets.deviceId, id), eq(checkTargets.kind, "device")));
  if (target === undefined)
    return { device_id: id, ...latencyOf([]), flap_count_24h: 0, longest_outage_minutes: null };
  const results = await readResultsOf(reader, { targetId: target.id, hours: WEEK_HOURS, now });
  const points = results.flatMap(({ at, latencyMs }) =>
    latencyMs === null ? [] : [{ ageMs: now.getTime() - at.getTime(), ms: latencyMs }],
  );
  const changes = await countChanges(db, {
    since: new Date(now.getTime() - 24 * HOUR_MS),
    targetIds: [target.id],
  });
  const outageMs = await longestOutage(db, { targetId: target.id, now });
  return {
    device_id: id,
    ...latencyOf(points),
    flap_count_24h: changes.get(target.id) ?? 0,
    longest_outage_minutes: outageMs === 0 ? null : Math.round(outageMs / 60_000),
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
