import type { BeatState } from "../../components/beats/beats";

/** One check, as its history has it. */
export type Point = {
  /** Milliseconds. */
  at: number;
  state: BeatState;
  latencyMs: number | null;
  statusCode: number | null;
  error: string | null;
};

/** From one moment to another (ms) it was held to be so; `none`: nothing was seen. */
export type Span = { from: number; to: number; state: BeatState | "none" };

export type Range = { from: number; to: number };

/** So many times the usual distance between two checks without one: nothing was seen then. */
const GAP = 3;
/** Checks are a little early or late (ms). */
const GRACE_MS = 15_000;

/** What was seen over a range: each check speaks until the next one, but not over a gap. Points are in order. */
export function spansOf(
  points: readonly Point[],
  { from, to, intervalSeconds }: Range & { intervalSeconds: number | null },
): Span[] {
  const reach = Math.max((intervalSeconds ?? 0) * 1000, usualDistance(points)) * GAP + GRACE_MS;
  const spans: Span[] = [];
  const add = (span: Span) => {
    const last = spans.at(-1);
    if (span.to <= span.from) return;
    if (last !== undefined && last.state === span.state && last.to === span.from) last.to = span.to;
    else spans.push(span);
  };
  let seen = from;
  for (const [index, { at, state }] of points.entries()) {
    const next = points[index + 1]?.at ?? to;
    const end = next - at > reach ? Math.min(to, at + reach / GAP) : Math.min(to, next);
    const start = Math.max(from, at);
    if (start > seen) add({ from: seen, to: start, state: "none" });
    add({ from: start, to: end, state });
    seen = Math.max(seen, end);
  }
  add({ from: seen, to, state: "none" });
  return spans;
}

/** The median: what is thinned is as far apart everywhere. */
function usualDistance(points: readonly Point[]): number {
  const distances = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  distances.sort((one, other) => one - other);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/** Share of the time that is charged in which it was up, and how much time that was; null: none was. */
export function uptimeOf(spans: readonly Span[]): { share: number | null; hours: number } {
  const lasted = (...states: Span["state"][]) =>
    spans.reduce((sum, { from, to, state }) => sum + (states.includes(state) ? to - from : 0), 0);
  const charged = lasted("up", "down");
  return { share: charged === 0 ? null : lasted("up") / charged, hours: charged / 3_600_000 };
}

export type Outage = {
  from: number;
  /** Null: it lasts. */
  to: number | null;
  error: string | null;
};

/** When it was down, the newest first. Nothing seen in between does not end it. */
export function outagesOf(spans: readonly Span[], points: readonly Point[]): Outage[] {
  const outages: Outage[] = [];
  for (const [index, span] of spans.entries()) {
    if (span.state !== "down") continue;
    const next = spans.slice(index + 1).find(({ state }) => state !== "none");
    const before = spans.slice(0, index).findLast(({ state }) => state !== "none");
    const last = outages.at(-1);
    const to = next === undefined ? null : next.state === "down" ? next.to : span.to;
    if (before?.state === "down" && last !== undefined) last.to = next === undefined ? null : span.to;
    else outages.push({ from: span.from, to, error: errorIn(points, span) });
  }
  return outages.toReversed();
}

function errorIn(points: readonly Point[], { from, to }: Range): string | null {
  return points.find(({ at, error }) => at >= from && at <= to && error !== null)?.error ?? null;
}

/** Buckets of the chart: as many as are told apart on a screen. */
const BUCKETS = 120;

export type Latencies = {
  /** Beginnings of the buckets, seconds since 1970. */
  times: number[];
  p50: (number | null)[];
  p95: (number | null)[];
};

/** Latencies in even buckets; without an answer there is a gap. */
export function latenciesOf(points: readonly Point[], { from, to }: Range): Latencies {
  const step = Math.max(60_000, (to - from) / BUCKETS);
  const count = Math.ceil((to - from) / step);
  const buckets = Array.from({ length: count }, (): number[] => []);
  for (const { at, latencyMs } of points)
    if (latencyMs !== null) buckets[Math.floor((at - from) / step)]?.push(latencyMs);
  for (const bucket of buckets) bucket.sort((one, other) => one - other);
  return {
    times: buckets.map((_, index) => Math.round((from + index * step) / 1000)),
    p50: buckets.map((bucket) => bucket[Math.floor(bucket.length * 0.5)] ?? null),
    p95: buckets.map(
      (bucket) => bucket[Math.min(bucket.length - 1, Math.floor(bucket.length * 0.95))] ?? null,
    ),
  };
}
