import type { LongestPauses, Rhythm } from "../tables";

const EPOCH_MS = 14 * 86_400_000;
const MIN_GAPS = 20;
const MIN_DAYS_MS = 3 * 86_400_000;
/** Pauses are between minutes: shorter ones are none. */
const MIN_GAP_SECONDS = 60;

export function beginRhythm(nowMs: number): Rhythm {
  return { sinceMs: nowMs, gaps: 0, longest: [0, 0], earlier: [0, 0] };
}

/** Adds a pause between two minutes in which the sender was seen. */
export function addGap(rhythm: Rhythm, seconds: number, nowMs: number): Rhythm {
  const gap = Math.max(MIN_GAP_SECONDS, Math.round(seconds));
  const isOver = nowMs - rhythm.sinceMs >= EPOCH_MS;
  const { sinceMs, longest, earlier } = isOver
    ? { sinceMs: nowMs, longest: [0, 0] as const, earlier: rhythm.longest }
    : rhythm;
  return { sinceMs, gaps: rhythm.gaps + 1, longest: twoLongest([...longest, gap]), earlier };
}

/**
 * The longest pause that is usual, in seconds: the second longest of the last two to four weeks. So nights and weekends
 * belong to it, and one outage does not. Null while there is too little to tell: fewer than 20 pauses, or less than
 * three days.
 */
export function usualGap({ gaps, longest, earlier }: Rhythm, knownForMs: number): number | null {
  if (gaps < MIN_GAPS || knownForMs < MIN_DAYS_MS) return null;
  return twoLongest([...longest, ...earlier])[1];
}

function twoLongest(gaps: readonly number[]): LongestPauses {
  const [first = 0, second = 0] = gaps.toSorted((left, right) => right - left);
  return [first, second];
}
