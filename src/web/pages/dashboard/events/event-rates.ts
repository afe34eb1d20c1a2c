import type { Series } from "../../../components/chart/plot-options";
import { VERDICTS } from "../../../components/event-table/verdict-mark";
import type { EventHistogram } from "../api";

const OTHER = "other";

const NAMED: readonly string[] = VERDICTS.map(({ id }) => id).filter((id) => id !== OTHER);

export type Rates = {
  /** Beginnings of the buckets, seconds since 1970. */
  times: number[];
  /** Events per minute of each verdict; null: nothing is known of that time. */
  series: Series[];
};

/** Counts as events per minute. The first and the last bucket are shorter than the others: the window cuts them. */
export function toRates({ from, to, step_seconds: step, buckets }: EventHistogram): Rates {
  const window = { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 };
  const times = buckets.map(({ start }) => Date.parse(start) / 1000);
  const minutes = times.map((start) => {
    const seconds = Math.min(start + step, window.to) - Math.max(start, window.from);
    return Math.max(1, seconds) / 60;
  });
  const series = VERDICTS.map(({ id, label, color }) => ({
    id,
    label: id === OTHER ? "Other or none" : label,
    color,
    values: buckets.map(({ counts, total }, index) =>
      total === null ? null : countOf(counts, id) / (minutes[index] ?? 1),
    ),
  }));
  return { times, series };
}

/** Less than that is a stripe at the edge of a day (ms). */
const SHORT_MS = 4 * 3_600_000;

/**
 * When the first events of a day came, where that is not long ago: such a day is better seen by the minute. Undefined:
 * its events fill it.
 */
export function beginningOf({ buckets, to }: EventHistogram): string | undefined {
  const first = buckets.find(({ total }) => total !== null && total > 0);
  if (first === undefined) return undefined;
  return Date.parse(to) - Date.parse(first.start) < SHORT_MS ? first.start : undefined;
}

function countOf(counts: Readonly<Record<string, number>>, verdict: string): number {
  if (verdict !== OTHER) return counts[verdict] ?? 0;
  return Object.entries(counts).reduce((sum, [name, count]) => (NAMED.includes(name) ? sum : sum + count), 0);
}
