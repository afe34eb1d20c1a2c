import type { EventColumn } from "../event/columns";
import type { Row } from "../segments/duckdb";
import { EventBatch } from "../store/event-batch";
import { type AsOf, type EventKey, keyAtStartOf } from "../store/event-key";
import type { ExportPages, ExportPageWanted } from "../store/event-store";
import { isBehindSql, isStoredSql, keyOrderSql } from "./key-order";
import { type ClickHouseReader, readRows, streamRows, withinLimits } from "./reader";
import { selectColumns } from "./select-columns";
import { keyOf } from "./search";
import { listNewestIds, withinWait } from "./totals";

/** Bytes of texts that a batch has at most, but for one event. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** A page that is looked for longer than this share of the time limit ends where it is. */
const SOFT_SHARE = 0.25;
/** So much time is looked through at first, and each time four times as much. */
const FIRST_SLICE_MICROS = 3_600 * 1e6;
const GROWTH = 4;

/** As `EventStore` says. */
export async function openExport(
  reader: ClickHouseReader,
  columns: readonly EventColumn[],
): Promise<ExportPages> {
  const batch = new EventBatch(columns);
  const asOf = await withinLimits(reader, withinWait(), (until) => listNewestIds(reader, until));
  return {
    batch,
    read: (page, signal) =>
      withinLimits(reader, signal, (until) => readPage({ reader, batch, asOf }, page, until)),
  };
}

type Export = { reader: ClickHouseReader; batch: EventBatch; asOf: AsOf };

/** Slice of time by slice, from the newest on, so that a page over much that does not match ends early, too. */
async function readPage(
  { reader, batch, asOf }: Export,
  { predicate, after, limit }: ExportPageWanted,
  signal: AbortSignal,
): Promise<EventKey | undefined> {
  batch.beginEmpty(limit);
  const span = await findSpan({ reader, asOf }, { predicate, after }, signal);
  if (span === undefined) return undefined;
  const deadline = performance.now() + reader.timeoutSeconds * 1000 * SOFT_SHARE;
  const filler = new BatchFiller(batch, limit);
  let end = span.endMicros;
  for (let length = FIRST_SLICE_MICROS; end >= span.startMicros; length *= GROWTH) {
    const startMicros = Math.max(span.startMicros, end - length + 1);
    const slice = { predicate: { ...predicate, startMicros, endMicros: end }, after, limit: filler.room + 1 };
    const isFull = await filler.take(streamSlice({ reader, batch, asOf }, slice, signal));
    if (isFull) return filler.last;
    end = startMicros - 1;
    if (end >= span.startMicros && performance.now() > deadline) return keyAtStartOf(end);
  }
  return undefined;
}

/** The time from the first to the last event that may belong to the rest; undefined: none does. */
async function findSpan(
  { reader, asOf }: Pick<Export, "reader" | "asOf">,
  { predicate, after }: Pick<ExportPageWanted, "predicate" | "after">,
  signal: AbortSignal,
): Promise<{ startMicros: number; endMicros: number } | undefined> {
  if (asOf.size === 0) return undefined;
  const [row] = await readRows(
    reader,
    {
      predicate: { conditions: [] },
      statement: ({ events }) => `SELECT count() AS events, toUnixTimestamp64Micro(min(received_at)) AS first,
        toUnixTimestamp64Micro(max(received_at)) AS last FROM ${events}`,
    },
    signal,
  );
  if (Number(row?.["events"] ?? 0) === 0) return undefined;
  const startMicros = Math.max(Number(row?.["first"]), predicate.startMicros ?? 0);
  const ends = [Number(row?.["last"]), predicate.endMicros ?? Infinity, after?.receivedAtMicros ?? Infinity];
  const endMicros = Math.min(...ends);
  return startMicros > endMicros ? undefined : { startMicros, endMicros };
}

function streamSlice(
  { reader, batch, asOf }: Export,
  { predicate, after, limit }: ExportPageWanted,
  signal: AbortSignal,
): AsyncIterable<Row[]> {
  const selection = selectColumns([...new Set<EventColumn>(["id", "received_at", ...batch.columns.keys()])]);
  const rows = streamRows(
    reader,
    {
      predicate,
      statement({ events, where, values }) {
        const isBehind = after === undefined ? "true" : isBehindSql(after, "desc", values);
        return `SELECT ${selection.sql} FROM ${events}
          WHERE ${where} AND ${isStoredSql(asOf, values)} AND ${isBehind}
          ORDER BY ${keyOrderSql("desc")} LIMIT ${limit}`;
      },
    },
    signal,
  );
  return (async function* read() {
    for await (const found of rows) yield found.map(selection.toRow);
  })();
}

/** Puts rows into a batch until it has enough of them. */
class BatchFiller {
  readonly #batch: EventBatch;
  readonly #limit: number;
  #last: EventKey | undefined;

  constructor(batch: EventBatch, limit: number) {
    this.#batch = batch;
    this.#limit = limit;
  }

  /** How many more rows fit. */
  get room(): number {
    return this.#limit - this.#batch.rows;
  }

  /** Of the last row. */
  get last(): EventKey | undefined {
    return this.#last;
  }

  /** True: there are more rows than fit. */
  async take(rows: AsyncIterable<Row[]>): Promise<boolean> {
    for await (const found of rows) {
      for (const row of found) {
        const isWide = this.#batch.rows > 0 && this.#batch.byteLength > MAX_BATCH_BYTES;
        if (this.room === 0 || isWide) return true;
        this.#last = keyOf(row);
        this.#batch.append(this.#last, row);
      }
    }
    return false;
  }
}
