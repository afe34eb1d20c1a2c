import { HOUR_MS } from "../history/clock-spans";
import { stateSpans, type Span, type StateEvent } from "../history/rollup";
import type { TargetState } from "../state";

export type StateSpan = Span & { state: TargetState };

/** How long somebody looked in an hour, in ms, by its beginning. Hours in which nobody did may be absent. */
export type WatchedHours = ReadonlyMap<number, number>;

/**
 * States over a time by results and changes, in the order of their times and after what was so before; gaps are left
 * out.
 */
export function spansOfEvents(events: readonly StateEvent[], span: Span & { graceMs: number }): StateSpan[] {
  return mergeSpans(stateSpans(events, span));
}

/**
 * States over a longer time by its changes alone, without the hours in which nobody looked. Of an hour beside such
 * hours only so much is left as somebody looked in it. What was said, as paused, holds though nobody looks.
 */
export function spansOfHours(
  changes: readonly StateEvent[],
  { hours, ...span }: Span & { hours: WatchedHours },
): StateSpan[] {
  const said = stateSpans(changes, { ...span, graceMs: Infinity });
  const watched = watchedSpans(hours, span);
  return mergeSpans(
    said.flatMap((one) =>
      one.state === "maintenance" || one.state === "paused" ? [one] : partsIn(one, watched),
    ),
  );
}

function partsIn(span: StateSpan, watched: readonly Span[]): StateSpan[] {
  return watched.flatMap(({ fromMs, toMs }) => {
    const part = { ...span, fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) };
    return part.toMs > part.fromMs ? [part] : [];
  });
}

/** When somebody looked, to the hour; at the edges of a gap to the millisecond. */
function watchedSpans(hours: WatchedHours, { fromMs, toMs }: Span): Span[] {
  const spans: Span[] = [];
  const isWatched = (start: number) => (hours.get(start) ?? 0) > 0;
  for (const [start, lasted] of [...hours].toSorted(([one], [other]) => one - other)) {
    if (!isWatched(start)) continue;
    const isAfterGap = !isWatched(start - HOUR_MS) && start > fromMs;
    const isBeforeGap = !isWatched(start + HOUR_MS) && start + HOUR_MS < toMs;
    const end = Math.min(start + HOUR_MS, toMs);
    const span = {
      fromMs: isAfterGap && !isBeforeGap ? Math.max(start, end - lasted) : start,
      toMs: isBeforeGap ? Math.min(end, start + lasted) : end,
    };
    const last = spans.at(-1);
    if (last !== undefined && last.toMs === span.fromMs) last.toMs = span.toMs;
    else spans.push(span);
  }
  return spans;
}

function mergeSpans(spans: readonly StateSpan[]): StateSpan[] {
  const merged: StateSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && last.state === span.state && last.toMs === span.fromMs) last.toMs = span.toMs;
    else merged.push({ ...span });
  }
  return merged;
}

/** The worst first. */
const WORST: readonly TargetState[] = ["down", "unreachable", "unknown", "maintenance", "paused", "up"];

/**
 * The same spans; where they are more than `most`, all that begin in one of so many columns are one, of the worst state
 * among them.
 */
export function coarsen(spans: readonly StateSpan[], { fromMs, toMs, most }: Span & { most: number }) {
  if (spans.length <= most) return [...spans];
  const width = (toMs - fromMs) / most;
  const columns = Map.groupBy(spans, (span) => Math.floor((span.fromMs - fromMs) / width));
  return mergeSpans(
    [...columns.values()].flatMap((own) => {
      const [first, last] = [own[0], own.at(-1)];
      if (first === undefined || last === undefined) return [];
      const state = WORST.find((one) => own.some((span) => span.state === one)) ?? first.state;
      return [{ fromMs: first.fromMs, toMs: last.toMs, state }];
    }),
  );
}
