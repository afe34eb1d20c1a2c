import {
  graceMsOf,
  latencyOf,
  noTime,
  rollUp,
  toEvents,
  type CheckedResult,
  type PastOfTarget,
  type Rollup,
} from "#features/monitoring";
import { shareOfPeak } from "../day-rhythm";
import type { Random } from "../log-lines";
import type { Outage, Past, Span } from "./course";

/** One thing that the demo has watched; `usualMs`: how long an answer takes at noon, null where there is none. */
export type Watched = {
  targetId: number;
  intervalSeconds: number;
  isDevice: boolean;
  /** Since so many days. */
  days: number;
  usualMs: number | null;
  /** When it was down, and when it could not be reached. */
  down: readonly Outage[];
  unreachable: readonly Outage[];
  maintained: readonly Span[];
};

const HOUR_MS = 3_600_000;
/** Results are made up for so long, and before that what hours came to. */
const RESULTS_HOURS = 25;
/** One answer in so many takes much longer. */
const SLOW_ONE_IN = 70;

type Change = PastOfTarget["changes"][number];

/** What there would be of it, had the service run all the time. */
export function courseOf(watched: Watched, { past, random }: { past: Past; random: Random }): PastOfTarget {
  const { targetId, down, days } = watched;
  const beginMs = hourOf(past.untilMs) - days * 24 * HOUR_MS;
  const changes = changesOf(watched, beginMs);
  const fineMs = hourOf(past.untilMs) - RESULTS_HOURS * HOUR_MS;
  const results = resultsOf(watched, { changes, fromMs: fineMs, toMs: past.untilMs, random });
  const hours = new Map<number, Rollup>();
  for (let hour = beginMs; hour < fineMs; hour += HOUR_MS)
    hours.set(hour, madeUpHour(watched, { changes, hour, random }));
  for (const [hour, rollup] of rolledUp(watched, { changes, results })) hours.set(hour, rollup);
  return {
    targetId,
    changes,
    results,
    hours,
    incidents: down.map(({ fromMs, toMs, isOpen, error }) => ({
      startedAt: new Date(fromMs),
      endedAt: isOpen ? null : new Date(toMs),
      error,
    })),
  };
}

function changesOf({ down, unreachable, maintained }: Watched, beginMs: number): Change[] {
  const troubles = [
    ...down.map((outage) => ({ ...outage, state: "down" as const, reason: outage.error })),
    ...unreachable.map((outage) => ({ ...outage, state: "unreachable" as const, reason: null })),
    ...maintained.map((span) => ({ ...span, state: "maintenance" as const, reason: null, isOpen: false })),
  ].toSorted((one, other) => one.fromMs - other.fromMs);
  return [
    { at: new Date(beginMs), state: "up", reason: null },
    ...troubles.flatMap(({ fromMs, toMs, state, reason, isOpen }): Change[] => [
      { at: new Date(fromMs), state, reason },
      ...(isOpen ? [] : [{ at: new Date(toMs), state: "up" as const, reason: null }]),
    ]),
  ];
}

type Course = { changes: readonly Change[]; random: Random };

function resultsOf(
  watched: Watched,
  { fromMs, toMs, ...course }: Course & { fromMs: number; toMs: number },
): CheckedResult[] {
  const stepMs = watched.intervalSeconds * 1000;
  const results: CheckedResult[] = [];
  // Not everything is asked at one moment.
  for (let atMs = fromMs + course.random(stepMs); atMs < toMs; atMs += stepMs)
    results.push(resultAt(watched, { ...course, atMs }));
  return results;
}

function resultAt(watched: Watched, { changes, random, atMs }: Course & { atMs: number }): CheckedResult {
  const change = changes.findLast(({ at }) => at.getTime() <= atMs);
  const state = change?.state ?? "up";
  const isUp = state === "up" || state === "maintenance";
  return {
    at: new Date(atMs),
    rawStatus: isUp ? "up" : "down",
    state,
    latencyMs: isUp ? latencyAt(watched, { hour: hourOf(atMs), random }) : null,
    isHealthy: watched.isDevice ? isUp : null,
    error: isUp ? null : (change?.reason ?? "No answer"),
    details: null,
  };
}

function latencyAt({ usualMs }: Watched, { hour, random }: { hour: number; random: Random }): number | null {
  if (usualMs === null) return null;
  const slow = random(SLOW_ONE_IN) === 0 ? 2.4 : 1;
  return usualMs * (0.7 + 0.4 * shareIn(hour)) * (0.85 + random(300) / 1000) * slow;
}

/** As the service does it. */
function rolledUp(
  { intervalSeconds }: Watched,
  { changes, results }: { changes: readonly Change[]; results: readonly CheckedResult[] },
): [number, Rollup][] {
  const graceMs = graceMsOf(intervalSeconds);
  const said = changes.map(({ at, state }) => ({ atMs: at.getTime(), state }));
  const byHour = Map.groupBy(results, ({ at }) => hourOf(at.getTime()));
  return [...byHour].map(([fromMs, own]) => {
    const before = byHour.get(fromMs - HOUR_MS)?.slice(-3) ?? [];
    const events = toEvents([...before, ...own], said);
    return [fromMs, rollUp(own, { events, fromMs, toMs: fromMs + HOUR_MS, graceMs })];
  });
}

function madeUpHour(watched: Watched, { changes, hour, random }: Course & { hour: number }): Rollup {
  const stateMs = noTime();
  for (const [at, { at: from, state }] of changes.entries()) {
    const toMs = changes[at + 1]?.at.getTime() ?? Infinity;
    stateMs[state] += Math.max(0, Math.min(toMs, hour + HOUR_MS) - Math.max(from.getTime(), hour));
  }
  const checks = Math.round(HOUR_MS / 1000 / watched.intervalSeconds);
  const up = Math.round((checks * (stateMs.up + stateMs.maintenance)) / HOUR_MS);
  const some = Array.from({ length: Math.min(up, 12) }, () => latencyAt(watched, { hour, random }));
  const latency = latencyOf(some.flatMap((ms) => ms ?? []));
  const scaled = latency && { ...latency, count: up, sumMs: (latency.sumMs * up) / latency.count };
  return { stateMs, checks, up, down: checks - up, healthy: up, latency: scaled };
}

const shares = new Map<number, number>();

/** Asked of the same hours for every target. */
function shareIn(hour: number): number {
  const share = shares.get(hour) ?? shareOfPeak(new Date(hour + HOUR_MS / 2));
  shares.set(hour, share);
  return share;
}

function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS);
}
