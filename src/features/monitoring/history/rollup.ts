import { TARGET_STATES, type TargetState } from "../state";
import type { CheckedResult } from "./packed-results";

/** What a span of time came to, of one target. */
export type Rollup = {
  /** How long it was in which state. What nobody watched is in none. */
  stateMs: Record<TargetState, number>;
  checks: number;
  up: number;
  down: number;
  /** Those that were as expected; where nothing is expected, those that were up. */
  healthy: number;
  latency: Latency | null;
};

export type Latency = {
  count: number;
  sumMs: number;
  minMs: number;
  maxMs: number;
  /** Null where it is not known, as after adding up. */
  p50Ms: number | null;
  p95Ms: number | null;
};

/** From a moment on a target is in a state, as a result or a change of state says. */
export type StateEvent = { atMs: number; state: TargetState };

export type Span = { fromMs: number; toMs: number };

/**
 * After so long without a word of a target nobody watches it: one check may be missed, two may not.
 */
export function graceMsOf(intervalSeconds: number): number {
  return 2000 * intervalSeconds + 30_000;
}

/** Nobody has watched it for so long that its state is no longer known. */
export function isStale(
  target: { checkedAt: Date | null; stateSince: Date; intervalSeconds: number },
  nowMs: number,
): boolean {
  const seenAt = target.checkedAt ?? target.stateSince;
  return nowMs - seenAt.getTime() > graceMsOf(target.intervalSeconds);
}

/** These hold until somebody says otherwise; nobody need look. */
const IS_SAID: ReadonlySet<TargetState> = new Set(["maintenance", "paused"]);

/**
 * How long a target was in which state in that span. `events` are in the order of their times and begin with what was
 * so before it. A state that was seen holds until the next event, but no longer than `graceMs`.
 */
export function stateSpans(
  events: readonly StateEvent[],
  { fromMs, toMs, graceMs }: Span & { graceMs: number },
): (Span & { state: TargetState })[] {
  return events.flatMap(({ atMs, state }, index) => {
    const nextMs = events[index + 1]?.atMs ?? Infinity;
    const seenMs = IS_SAID.has(state) ? Infinity : atMs + graceMs;
    const span = { fromMs: Math.max(fromMs, atMs), toMs: Math.min(toMs, nextMs, seenMs), state };
    return span.toMs > span.fromMs ? [span] : [];
  });
}

/** Both by time; where a result and a change are of one moment, the change counts. */
export function toEvents(
  results: readonly Pick<CheckedResult, "at" | "state">[],
  changes: readonly StateEvent[],
): StateEvent[] {
  const seen = results.map(({ at, state }) => ({ atMs: at.getTime(), state }));
  return [...seen, ...changes].toSorted((one, other) => one.atMs - other.atMs);
}

/** Of the results of that span, by the states that `events` tell. */
export function rollUp(
  results: readonly CheckedResult[],
  { events, ...span }: Span & { graceMs: number; events: readonly StateEvent[] },
): Rollup {
  const stateMs = noTime();
  for (const { state, fromMs, toMs } of stateSpans(events, span)) stateMs[state] += toMs - fromMs;
  const inSpan = results.filter(({ at }) => at.getTime() >= span.fromMs && at.getTime() < span.toMs);
  const count = (isMeant: (result: CheckedResult) => boolean) => inSpan.filter(isMeant).length;
  return {
    stateMs,
    checks: inSpan.length,
    up: count(({ rawStatus }) => rawStatus === "up"),
    down: count(({ rawStatus }) => rawStatus === "down"),
    healthy: count(({ isHealthy, rawStatus }) => isHealthy ?? rawStatus === "up"),
    latency: latencyOf(inSpan.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]))),
  };
}

export function latencyOf(latencies: readonly number[]): Latency | null {
  const sorted = latencies.toSorted((one, other) => one - other);
  const count = sorted.length;
  const [minMs, maxMs] = [sorted[0], sorted.at(-1)];
  if (minMs === undefined || maxMs === undefined) return null;
  return {
    count,
    sumMs: sorted.reduce((sum, ms) => sum + ms, 0),
    minMs,
    maxMs,
    p50Ms: sorted[Math.floor(count * 0.5)] ?? null,
    p95Ms: sorted[Math.min(count - 1, Math.floor(count * 0.95))] ?? null,
  };
}

/** All of them together. The percentiles of several spans cannot be told from theirs. */
export function addRollups(rollups: readonly Rollup[]): Rollup {
  const total: Rollup = { stateMs: noTime(), checks: 0, up: 0, down: 0, healthy: 0, latency: null };
  for (const rollup of rollups) {
    for (const state of TARGET_STATES) total.stateMs[state] += rollup.stateMs[state];
    total.checks += rollup.checks;
    total.up += rollup.up;
    total.down += rollup.down;
    total.healthy += rollup.healthy;
    total.latency = addLatency(total.latency, rollup.latency);
  }
  return total;
}

function addLatency(one: Latency | null, other: Latency | null): Latency | null {
  if (one === null || other === null) return one ?? other;
  return {
    count: one.count + other.count,
    sumMs: one.sumMs + other.sumMs,
    minMs: Math.min(one.minMs, other.minMs),
    maxMs: Math.max(one.maxMs, other.maxMs),
    p50Ms: null,
    p95Ms: null,
  };
}

export function noTime(): Record<TargetState, number> {
  return { up: 0, down: 0, unknown: 0, unreachable: 0, maintenance: 0, paused: 0 };
}
