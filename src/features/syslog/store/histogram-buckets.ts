import { bucketOf, type Buckets } from "./buckets";
import type { HistogramBucket } from "./event-store";

/** Series of free text: the most frequent ones stand for themselves. */
const MAX_SERIES = 20;
/** Events whose column is null, and the series behind the most frequent ones. */
const NO_VALUE = "none";
const REST = "rest";

/** Arrival, microseconds since the epoch, both ends included. */
export type Stretch = { minReceivedAtMicros: number; maxReceivedAtMicros: number };

/** Of which time there are events, and of which some cannot be read. */
export type Coverage = { stored: readonly Stretch[]; missing: readonly Stretch[] };

/** Events of a slot, counted from the first start on, with that value; undefined: without one. */
export type SlotCount = { slot: number; series: string | undefined; events: number };

/** Sums counts up by bucket and series. */
export function fillBuckets(
  { starts, slotSeconds }: Buckets,
  rows: readonly SlotCount[],
  coverage: Coverage,
): { buckets: HistogramBucket[]; total: number } {
  const stored = reached(starts, coverage.stored);
  const damaged = reached(starts, coverage.missing);
  const buckets = starts.map((startMicros, index): HistogramBucket => ({
    startMicros,
    counts: {},
    total: stored[index] ? 0 : null,
    isPartial: damaged[index] ?? false,
  }));
  const nameOf = nameSeries(rows);
  let total = 0;
  for (const row of rows) {
    const micros = (starts[0] ?? 0) + row.slot * slotSeconds * 1e6;
    const bucket = buckets[bucketOf(starts, micros)];
    if (bucket === undefined) continue;
    const { events } = row;
    const series = nameOf(row);
    bucket.counts[series] = (bucket.counts[series] ?? 0) + events;
    bucket.total = (bucket.total ?? 0) + events;
    total += events;
  }
  return { buckets, total };
}

/** Which buckets the stretches reach into. */
function reached(starts: readonly number[], stretches: readonly Stretch[]): boolean[] {
  const found = starts.map(() => false);
  for (const { minReceivedAtMicros, maxReceivedAtMicros } of stretches) {
    if (maxReceivedAtMicros < (starts[0] ?? 0)) continue;
    const last = bucketOf(starts, maxReceivedAtMicros);
    for (let index = bucketOf(starts, minReceivedAtMicros); index <= last; index++) found[index] = true;
  }
  return found;
}

function nameSeries(rows: readonly SlotCount[]): (row: SlotCount) => string {
  const totals = new Map<string, number>();
  const own = ({ series }: SlotCount) => series ?? NO_VALUE;
  for (const row of rows) totals.set(own(row), (totals.get(own(row)) ?? 0) + row.events);
  if (totals.size <= MAX_SERIES) return own;
  const frequent = [...totals]
    .sort(([name, left], [other, right]) => right - left || (name < other ? -1 : 1))
    .slice(0, MAX_SERIES);
  const named = new Set(frequent.map(([name]) => name));
  return (row) => (named.has(own(row)) ? own(row) : REST);
}
