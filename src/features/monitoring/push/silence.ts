import type { Sql } from "#platform/database";
import type { CheckOutcome } from "../engine/decide";
import type { Waits } from "../engine/probes";
import type { Monitor } from "../engine/store";

/** A report that is looked at that late was one of a time when nobody counted. */
const OLDEST_REPORT_MS = 30_000;
/** How much a start may lengthen the silence where no report was due before it. */
const MAX_LENGTHENED_MS = 3_600_000;

type Kept = {
  nowMs: number;
  number: number;
  isNew: boolean;
  /** Null: none yet. */
  reportedAtMs: number | null;
  status: "up" | "down" | null;
  message: string | null;
  pingMs: number | null;
};

/**
 * What has been reported to a push monitor: the newest report; one of `down` holds until the next. Else its silence,
 * once it is too long.
 */
export async function readPush(
  sql: Sql,
  monitor: Monitor,
  watchesSinceMs: number,
): Promise<CheckOutcome | Waits> {
  const [kept] = await sql<Kept[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs", number::float8 AS number, number > counted AS "isNew",
      (extract(epoch FROM reported_at) * 1000)::float8 AS "reportedAtMs", status, message, ping_ms::float8 AS "pingMs"
    FROM push_reports WHERE monitor_id = ${monitor.id}`;
  // The monitor has been removed meanwhile, and its target with it.
  if (kept === undefined) return { untilMs: 0 };
  const changedAtMs = monitor.updatedAt.getTime();
  if (kept.isNew || kept.status === "down") return toOutcome(kept);
  const untilMs = endOfPatience({
    lastMs: lastWordMs({ ...kept, changedAtMs, watchesSinceMs }),
    watchesSinceMs,
    intervalMs: monitor.checkIntervalSeconds * 1000,
    graceMs: monitor.pushGraceSeconds * 1000,
  });
  return untilMs > kept.nowMs ? { untilMs } : silence(kept);
}

export type Words = Pick<Kept, "nowMs" | "reportedAtMs"> & { changedAtMs: number; watchesSinceMs: number };

/**
 * When a monitor was heard of last: reported to, added or changed. A time that is still to come is from before the
 * clock was set back, since when we watch anew: taken for now it would be forgiven for as long as the clock was set
 * back by.
 */
export function lastWordMs({ nowMs, reportedAtMs, changedAtMs, watchesSinceMs }: Words): number {
  const seenMs = (atMs: number) => (atMs <= nowMs ? atMs : Math.min(nowMs, watchesSinceMs));
  return Math.max(seenMs(changedAtMs), seenMs(reportedAtMs ?? 0));
}

export type Silence = { lastMs: number; watchesSinceMs: number; intervalMs: number; graceMs: number };

/**
 * Until when silence is no reason to worry. What was to come before we began to watch may have come unheard, so that a
 * whole interval passes from then. Where nothing was to come yet, that lengthens the silence by an hour at most: a
 * service that is started anew every night must not wait for a daily job for ever.
 */
export function endOfPatience({ lastMs, watchesSinceMs, intervalMs, graceMs }: Silence): number {
  const patienceMs = intervalMs + graceMs;
  const usualMs = lastMs + patienceMs;
  const anewMs = Math.max(lastMs, watchesSinceMs) + patienceMs;
  const wasDueBefore = lastMs + intervalMs <= watchesSinceMs;
  return wasDueBefore ? anewMs : Math.min(anewMs, usualMs + MAX_LENGTHENED_MS);
}

function toOutcome({ isNew, status, message, pingMs, nowMs, reportedAtMs, number }: Kept): CheckOutcome {
  const isUp = status === "up";
  const isFresh = isNew && reportedAtMs !== null && nowMs - reportedAtMs < OLDEST_REPORT_MS;
  return {
    status: isUp ? "up" : "down",
    latencyMs: pingMs,
    error: isUp ? null : (message ?? "The job reported that it failed"),
    statusCode: null,
    details: isUp && message !== null ? { message } : {},
    told: { report: number, atMs: isFresh ? Math.min(reportedAtMs, nowMs) : null },
  };
}

function silence({ nowMs, reportedAtMs, number }: Kept): CheckOutcome {
  const error =
    reportedAtMs === null
      ? "No report has come"
      : `No report for ${Math.round((nowMs - reportedAtMs) / 1000)} s`;
  return {
    status: "down",
    latencyMs: null,
    error,
    statusCode: null,
    details: {},
    told: { report: number, atMs: null },
  };
}
