import type { ChunkMatches } from "../encode/watch/match-count";
import { MAX_FIRST } from "../encode/watch/match-count";
import type { PatternMatches } from "./patterns";

const MINUTE_MS = 60_000;
const MAX_SENDERS = 20;

type Range = { collector: string; start: number; end: number };

/** What a pattern takes of a range, out of what it takes of each of its chunks, in journal order; at least one. */
export function sumMatches(
  pattern: number,
  { collector, start, end }: Range,
  chunks: readonly ChunkMatches[],
): PatternMatches {
  const senders = sumUp(chunks.flatMap((chunk) => chunk.senders)).toSorted(
    ([, left], [, right]) => right - left,
  );
  const minutes = sumUp(chunks.flatMap((chunk) => chunk.minutes)).toSorted(([left], [right]) => left - right);
  const untold = Math.max(...chunks.map(({ moreSenders }) => moreSenders));
  return {
    pattern,
    collector,
    rangeStart: start,
    rangeEnd: end,
    lines: chunks.reduce((sum, { lines }) => sum + lines, 0),
    minutes: minutes.map(([minute, lines]) => ({ at: new Date(minute * MINUTE_MS), lines })),
    senders: senders.slice(0, MAX_SENDERS).map(([sender, lines]) => ({ sender, lines })),
    otherSenders: Math.max(0, senders.length - MAX_SENDERS) + untold,
    first: chunks.flatMap((chunk) => chunk.first).slice(0, MAX_FIRST),
  };
}

function sumUp<Key>(counts: readonly (readonly [Key, number])[]): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}
