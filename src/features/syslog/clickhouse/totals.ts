import type { Span } from "../store/buckets";
import type { AsOf } from "../store/event-key";
import type { StoredTotals } from "../store/event-store";
import type { Stretch } from "../store/histogram-buckets";
import { type ClickHouseReader, readRows } from "./reader";

/** What the table as a whole tells takes a few milliseconds; metrics and the status do not wait longer. */
const WAIT_MS = 3_000;
const EVERYTHING = { conditions: [] };

/** The newest event of each collector, from a projection of the table. */
export async function listNewestIds(reader: ClickHouseReader, signal: AbortSignal): Promise<AsOf> {
  const statement = ({ events }: { events: string }) =>
    `SELECT collector, max(id) AS newest FROM ${events} GROUP BY collector ORDER BY collector`;
  const rows = await readRows(reader, { predicate: EVERYTHING, statement }, signal);
  return new Map(rows.map(({ collector, newest }) => [String(collector), Number(newest)]));
}

/** Of shorter silence it is taken for sure that nothing came; of longer buckets an hour. Seconds. */
const SILENCE = 300;
const LONG_SILENCE = 3600;

/**
 * Of which time there are events: stretches without a longer silence, those that reach into the window. The events of a
 * bucket of `stepSeconds` are told by them.
 */
export async function listStretches(
  reader: ClickHouseReader,
  { startMicros, endMicros, stepSeconds }: Span & { stepSeconds: number },
  signal: AbortSignal,
): Promise<Stretch[]> {
  const seconds = stepSeconds < LONG_SILENCE ? SILENCE : LONG_SILENCE;
  const slotOf = (micros: number) => Math.floor(micros / 1e6 / seconds);
  const window = {
    conditions: [],
    startMicros: slotOf(startMicros) * seconds * 1e6,
    endMicros: (slotOf(endMicros) + 1) * seconds * 1e6 - 1,
  };
  const rows = await readRows(
    reader,
    {
      predicate: window,
      statement: ({ events, where }) => `
        SELECT toUnixTimestamp64Micro(min(received_at)) AS first, toUnixTimestamp64Micro(max(received_at)) AS last
        FROM ${events} WHERE ${where} GROUP BY intDiv(toUnixTimestamp(received_at), ${seconds}) ORDER BY first`,
    },
    signal,
  );
  const stretches: Stretch[] = [];
  for (const row of rows) {
    const [first, last] = [Number(row["first"]), Number(row["last"])];
    const before = stretches.at(-1);
    if (before !== undefined && slotOf(first) - slotOf(before.maxReceivedAtMicros) <= 1)
      before.maxReceivedAtMicros = last;
    else stretches.push({ minReceivedAtMicros: first, maxReceivedAtMicros: last });
  }
  return stretches.filter(
    (stretch) => stretch.maxReceivedAtMicros >= startMicros && stretch.minReceivedAtMicros <= endMicros,
  );
}

/** The collectors that have events with a greater id. */
export async function listCollectorsBehind(reader: ClickHouseReader, afterId: number): Promise<string[]> {
  const newest = await listNewestIds(reader, withinWait());
  return [...newest].flatMap(([collector, id]) => (id > afterId ? [collector] : []));
}

/** All that is stored, and what its parts take. */
export async function sumStored(reader: ClickHouseReader): Promise<StoredTotals> {
  const [[events], [parts]] = await Promise.all([
    readRows(
      reader,
      {
        predicate: EVERYTHING,
        statement: ({ events }) =>
          `SELECT count() AS events, toUnixTimestamp64Micro(max(received_at)) AS newest FROM ${events}`,
      },
      withinWait(),
    ),
    readRows(
      reader,
      {
        predicate: EVERYTHING,
        statement: () => `SELECT count() AS parts, sum(bytes_on_disk) AS bytes FROM ${reader.tables.parts}`,
      },
      withinWait(),
    ),
  ]);
  const count = Number(events?.["events"] ?? 0);
  return {
    events: count,
    segments: Number(parts?.["parts"] ?? 0),
    sizeBytes: Number(parts?.["bytes"] ?? 0),
    newestReceivedAtMicros: count === 0 ? null : Number(events?.["newest"]),
  };
}

export function withinWait(): AbortSignal {
  return AbortSignal.timeout(WAIT_MS);
}
