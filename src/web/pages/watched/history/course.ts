import type { Model } from "../../../api/client";
import type { Band } from "../../../components/chart/plot-options";
import type { TargetState } from "../../../api/watched";

export type Timeline = Model<"MonitoringTimeline">;

export type Range = { from: number; to: number };

/** From one moment to another (ms) it was held to be so; `none`: nobody looked. */
export type Span = Range & {
  state: TargetState | "none";
  /** Why, in words; of maintenance: what it is called. */
  reason: string | null;
};

export function rangeOf({ from, to }: Pick<Timeline, "from" | "to">): Range {
  return { from: Date.parse(from), to: Date.parse(to) };
}

/** The whole time, with the gaps in which nobody looked. */
export function spansOf(timeline: Pick<Timeline, "from" | "to" | "spans">): Span[] {
  const range = rangeOf(timeline);
  const spans: Span[] = [];
  let seen = range.from;
  const addGap = (to: number) => {
    if (to > seen) spans.push({ from: seen, to, state: "none", reason: null });
  };
  for (const { from, to, state, reason } of timeline.spans) {
    const span = { from: Date.parse(from), to: Date.parse(to), state, reason };
    addGap(span.from);
    spans.push(span);
    seen = span.to;
  }
  addGap(range.to);
  return spans;
}

export type Latencies = {
  /** Beginnings of the buckets, seconds since 1970. */
  times: number[];
  p50: (number | null)[];
  p95: (number | null)[];
};

/** Latencies over the whole time; without an answer there is a gap. */
export function latenciesOf({ latency, ...timeline }: Pick<Timeline, "from" | "to" | "latency">): Latencies {
  const { step_seconds: step, points } = latency;
  const range = rangeOf(timeline);
  const known = new Map(points.map((point) => [Math.round(Date.parse(point.at) / 1000), point]));
  const [first] = known.keys();
  const start = Math.round(range.from / 1000);
  // Buckets are where those that are known are: whole hours, or from the beginning of that time on.
  const begin = first === undefined ? start : first - Math.ceil((first - start) / step) * step;
  const count = Math.max(0, Math.ceil((range.to / 1000 - begin) / step));
  const times = Array.from({ length: count }, (_, index) => begin + index * step);
  return {
    times,
    p50: times.map((time) => known.get(time)?.p50_ms ?? null),
    p95: times.map((time) => known.get(time)?.p95_ms ?? null),
  };
}

/** When it was in maintenance, and what that is called; seconds since 1970. */
export function maintenanceOf(spans: readonly Span[]): Band[] {
  return spans
    .filter(({ state }) => state === "maintenance")
    .map(({ from, to, reason }) => ({
      from: from / 1000,
      to: to / 1000,
      label: reason === null ? "Maintenance" : `Maintenance: ${reason}`,
    }));
}
