import { setImmediate } from "node:timers/promises";
import { codeOf } from "#platform/error-code";
import { EVENT_COLUMNS, type EventColumn, isEventColumn } from "../../event/columns";
import { PHYSICAL_TYPES, physicalTypeOf } from "../../parquet/file";
import type { FileRange, Footer, StoredColumn } from "../../parquet/footer";
import { OpenParquetFile } from "../../parquet/open-file";
import { SelectedNumbers } from "../../parquet/selected-numbers";
import type { Selection } from "../../parquet/selection";
import { UnreadableParquetError } from "../../parquet/unreadable";
import { withSegmentFile } from "../../segments/segment-file";
import { EventBatch } from "../../store/event-batch";
import type { LocatedKey } from "./event-key";
import { fetchRows } from "./fetch-events";
import type { SegmentReader } from "./segment-reader";

/** Bytes of texts that a batch has at most, but for one event. Of a column the mean is known before it is read. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** A row group of usual lines fits into them, and is read at once. */
const INPUT_BYTES = 2 * 1024 * 1024;
/** Decompressed pages are garbage, which the runtime would let grow to a multiple of a batch. */
const MAX_GARBAGE = 8 * 1024 * 1024;
/** Other work gets its turn after so long. */
const TURN_MS = 8;
/** DuckDB decompresses whole row groups for each of its queries. */
const ROWS_OF_QUERY = 500;
/** Rows of a file that stand together, in a row group or two: how many of them are wanted hardly changes the time. */
const STRETCH_ROWS = 16_384;
/** After so many the deadline is looked at. */
const MAX_STRETCHES = 64;
/** In fewer stretches, or with more events in each, our own reader is the faster one. */
const MIN_SPARSE_STRETCHES = 8;
const MAX_SPARSE_EVENTS = 8;

/** The place of an event in the batch, and its key. */
type Placed = [place: number, key: LocatedKey];

/** Events that follow each other in a batch, and in how many stretches of their files they lie. */
type Part = { located: Placed[]; stretches: number };

/**
 * Reads events by their keys, column by column, from the pages of their files that have them: a few thousand that stand
 * close together take a tenth of what DuckDB takes, which holds the columns of whole row groups. Those that lie far
 * apart take both as long, and are read by DuckDB: not in this thread, and without garbage.
 */
export class BatchReader {
  readonly batch: EventBatch;
  readonly #reader: SegmentReader;
  readonly #input = Buffer.allocUnsafeSlow(INPUT_BYTES);
  /** Of the files of the last batch: the next has mostly the same. */
  #footers = new Map<string, Footer>();
  #garbage = 0;
  #turnEndsAt = 0;

  constructor(reader: SegmentReader, columns: readonly EventColumn[]) {
    this.#reader = reader;
    this.batch = new EventBatch(columns);
  }

  /**
   * Fills the batch with the events of the keys, or with the first of them where they are too wide together, or are not
   * all read by `softDeadline`, by `performance.now()`; gives how many.
   * @throws UnreadableSegmentsError where a file cannot be read, by DuckDB neither.
   */
  async read(keys: readonly LocatedKey[], signal: AbortSignal, softDeadline = Infinity): Promise<number> {
    if (keys.length === 0) this.batch.begin(keys);
    let taken = keys;
    let read = 0;
    while (read < taken.length) {
      read = await this.#tryRead(taken, signal, softDeadline);
      if (read > 0) break;
      taken = taken.slice(0, Math.ceil(taken.length / 4));
    }
    return read;
  }

  /** Gives how many of the first were read; 0: already they are too wide together. */
  async #tryRead(keys: readonly LocatedKey[], signal: AbortSignal, softDeadline: number): Promise<number> {
    this.#turnEndsAt = performance.now() + TURN_MS;
    this.batch.begin(keys);
    const footers = new Map<string, Footer>();
    let read = 0;
    while (read < keys.length && (read === 0 || performance.now() < softDeadline)) {
      const part = takeStretches(keys, read);
      if (!(await this.#readPart(part, footers, signal))) break;
      read += part.located.length;
    }
    this.#footers = footers;
    this.batch.cut(read);
    return read;
  }

  /** False where the events are too wide together. */
  async #readPart(
    { located, stretches }: Part,
    footers: Map<string, Footer>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (stretches >= MIN_SPARSE_STRETCHES && located.length <= stretches * MAX_SPARSE_EVENTS)
      return this.#readByDuckDb(located, signal);
    for (const [path, ofFile] of Map.groupBy(located, ([, key]) => key.path)) {
      try {
        const fits = await this.#readFile(path, { located: ofFile, footers }, signal);
        if (!fits) return false;
        this.#requireIds(ofFile);
      } catch (error) {
        // DuckDB reads what this reader does not know; of a file that is damaged or gone it tells which.
        if (!(error instanceof UnreadableParquetError) && codeOf(error) === undefined) throw error;
        if (!(await this.#readByDuckDb(ofFile, signal))) return false;
      }
    }
    return true;
  }

  async #readFile(
    path: string,
    { located, footers }: { located: readonly Placed[]; footers: Map<string, Footer> },
    signal: AbortSignal,
  ): Promise<boolean> {
    const file = await withSegmentFile(this.#reader.eventsFolder, path, (file) => OpenParquetFile.open(file));
    try {
      const footer = this.#footers.get(path) ?? (await file.readFooter());
      footers.set(path, footer);
      let firstRow = 0;
      for (const { rows, columns } of footer.groups) {
        const inGroup = selectOf(located, { firstRow, endRow: firstRow + rows });
        firstRow += rows;
        if (inGroup.rows.length === 0) continue;
        if (!(await this.#readGroup(file, { columns, selection: inGroup }, signal))) return false;
      }
      return true;
    } finally {
      await file.close();
    }
  }

  /** False where the events are too wide together. */
  async #readGroup(
    file: OpenParquetFile,
    { columns, selection }: { columns: readonly StoredColumn[]; selection: Selection },
    signal: AbortSignal,
  ): Promise<boolean> {
    const wanted = columns.filter(({ name }) => isEventColumn(name) && this.batch.columns.has(name));
    const all = rangeOf(wanted);
    const bytes = all.length <= INPUT_BYTES ? await file.read(all, this.#input) : undefined;
    for (const stored of wanted) {
      if (this.#isTooWide(expectedBytes(stored, selection))) return false;
      const own = rangeOf([stored]);
      const start = own.start - all.start;
      this.#takeColumn(
        stored,
        bytes?.subarray(start, start + own.length) ?? (await file.read(own, this.#input)),
        selection,
      );
      if (performance.now() < this.#turnEndsAt) continue;
      await setImmediate();
      signal.throwIfAborted();
      this.#turnEndsAt = performance.now() + TURN_MS;
    }
    signal.throwIfAborted();
    return true;
  }

  #takeColumn(stored: StoredColumn, bytes: Uint8Array, selection: Selection): void {
    const { name, physical } = stored;
    if (!isEventColumn(name) || PHYSICAL_TYPES[physicalTypeOf(EVENT_COLUMNS[name])] !== physical)
      throw new UnreadableParquetError(`column ${name} is not of its type`);
    this.#garbage += this.batch.columns.get(name)?.read(bytes, stored, selection) ?? 0;
    if (this.#garbage <= MAX_GARBAGE) return;
    this.#garbage = 0;
    Bun.gc(true);
  }

  /** With so many bytes more. A single event is never too wide. */
  #isTooWide(bytes: number): boolean {
    return this.batch.rows > 1 && this.batch.byteLength + bytes > MAX_BATCH_BYTES;
  }

  /** DuckDB counted the rows: an id that differs shows that they were counted otherwise here. */
  #requireIds(located: readonly Placed[]): void {
    const ids = this.batch.columns.get("id");
    if (!(ids instanceof SelectedNumbers)) throw new Error("our bug: events are read without their ids");
    for (const [place, { id }] of located)
      if (ids.get(place) !== id) throw new UnreadableParquetError("a row has another id than DuckDB found");
  }

  /** False where the events are too wide together. */
  async #readByDuckDb(located: readonly Placed[], signal: AbortSignal): Promise<boolean> {
    const columns = [...this.batch.columns.keys()];
    for (let start = 0; start < located.length; start += ROWS_OF_QUERY) {
      const part = located.slice(start, start + ROWS_OF_QUERY);
      const rows = await fetchRows(this.#reader, { keys: part.map(([, key]) => key), columns }, signal);
      for (const [index, row] of rows.entries()) this.batch.setRow(part[index]?.[0] ?? 0, row);
      if (this.#isTooWide(0)) return false;
    }
    return true;
  }
}

/** The keys from this place on, as many as lie in few enough stretches. */
function takeStretches(keys: readonly LocatedKey[], first: number): Part {
  const stretches = new Set<string>();
  const located: Placed[] = [];
  for (let place = first; place < keys.length; place++) {
    const key = keys[place];
    if (key === undefined) break;
    stretches.add(`${Math.floor(key.row / STRETCH_ROWS)}:${key.path}`);
    if (stretches.size > MAX_STRETCHES) break;
    located.push([place, key]);
  }
  return { located, stretches: Math.min(stretches.size, MAX_STRETCHES) };
}

/** About as many as the selected values of a column take. */
function expectedBytes({ plainBytes, values }: StoredColumn, { rows }: Selection): number {
  return (plainBytes * rows.length) / values;
}

/** The part of a file in which columns of a row group lie. */
function rangeOf(columns: readonly StoredColumn[]): FileRange {
  const start = Math.min(...columns.map((column) => column.start));
  const end = Math.max(...columns.map((column) => column.start + column.storedBytes));
  return { start, length: end - start };
}

/** Of events of a file those of a row group: their rows, counted from its first, rising. */
function selectOf(
  located: readonly Placed[],
  { firstRow, endRow }: { firstRow: number; endRow: number },
): Selection {
  const found = located
    .filter(([, { row }]) => row >= firstRow && row < endRow)
    .sort(([, left], [, right]) => left.row - right.row);
  return {
    rows: Uint32Array.from(found, ([, { row }]) => row - firstRow),
    places: Uint32Array.from(found, ([place]) => place),
  };
}
