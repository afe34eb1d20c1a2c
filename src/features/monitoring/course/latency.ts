import { toTimestamp } from "#platform/http/fields";
import { HOUR_MS } from "../history/clock-spans";
import type { CheckedResult } from "../history/packed-results";
import { latencyOf, type Latency, type Rollup, type Span } from "../history/rollup";
import type { MonitoringTimeline } from "./models";

type Latencies = MonitoringTimeline["latency"];

/** As many as are told apart on a screen. */
const BUCKETS = 120;
const FINEST_SECONDS = 60;

/** Latencies in even buckets since the beginning of that time; those without an answer are left out. */
export function latencyOfResults(results: readonly CheckedResult[], { fromMs, toMs }: Span): Latencies {
  const step = Math.max(FINEST_SECONDS, Math.ceil((toMs - fromMs) / 1000 / BUCKETS));
  const buckets = Map.groupBy(
    results.filter(({ latencyMs }) => latencyMs !== null),
    ({ at }) => Math.floor((at.getTime() - fromMs) / 1000 / step),
  );
  const points = [...buckets].flatMap(([index, own]) =>
    toPoint(fromMs + index * step * 1000, latencyOf(own.flatMap(({ latencyMs }) => latencyMs ?? []))),
  );
  return { step_seconds: step, points };
}

export function latencyOfHours(hours: ReadonlyMap<number, Rollup>): Latencies {
  const points = [...hours].flatMap(([startMs, { latency }]) => toPoint(startMs, latency));
  return { step_seconds: HOUR_MS / 1000, points };
}

function toPoint(startMs: number, latency: Latency | null): Latencies["points"] {
  if (latency === null) return [];
  const { p50Ms, p95Ms, count } = latency;
  return [{ at: toTimestamp(new Date(startMs)), p50_ms: p50Ms, p95_ms: p95Ms, count }];
}
