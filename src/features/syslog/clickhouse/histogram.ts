import type { Histogram, HistogramRequest } from "../store/event-store";
import { fillBuckets } from "../store/histogram-buckets";
import { type ClickHouseReader, readRows, withinLimits } from "./reader";
import { listStretches } from "./totals";

/** As `EventStore` says. Every event is looked at. */
export function countByTime(
  reader: ClickHouseReader,
  { predicate, span, buckets, by }: HistogramRequest,
  signal: AbortSignal,
): Promise<Histogram> {
  const origin = buckets.starts[0] ?? 0;
  const slotMicros = buckets.slotSeconds * 1e6;
  return withinLimits(reader, signal, async (until) => {
    const [rows, stored] = await Promise.all([
      readRows(
        reader,
        {
          predicate: { ...predicate, ...span },
          statement: ({ events, where }) => `
            SELECT intDiv(toUnixTimestamp64Micro(received_at) - ${origin}, ${slotMicros}) AS slot,
              toString(${by}) AS series, count() AS events
            FROM ${events} WHERE ${where} GROUP BY slot, series`,
        },
        until,
      ),
      listStretches(reader, { ...span, stepSeconds: buckets.stepSeconds }, until),
    ]);
    const counts = rows.map(({ slot, series, events }) => ({
      slot: Number(slot),
      series: typeof series === "string" ? series : undefined,
      events: Number(events),
    }));
    return { ...fillBuckets(buckets, counts, { stored, missing: [] }), missing: [] };
  });
}
