import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { EVENT_COLUMNS } from "../../event/columns";
import { type GatheredIndex, type SkipIndex, SkipIndexPacker } from "../../skip-index/skip-index";
import type { EncodedRows } from "../../encode/event-rows";
import { FILE_START, type RowGroup, writeFileEnd } from "../../parquet/file";
import { segmentMetadata } from "../metadata";
import type { SegmentRange } from "../name";

/** Rows of one chunk on their way into a segment. `end` is the last journal position that they stand for. */
export type ChunkRows = EncodedRows & {
  end: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  /** Rows stand in the order of their ids. */
  isOrdered: boolean;
  /** Rows of which not even a header was recognised. */
  unparsed: number;
  skipIndex: GatheredIndex;
};

/** What a segment will hold. Without rows the bounds mean nothing. */
export type DraftSummary = {
  range: SegmentRange;
  rows: number;
  unparsed: number;
  /** Bytes of the rows before they are compressed. */
  plainBytes: number;
  /** The same as they stand in the file. */
  storedBytes: number;
  firstReceivedAtMicros: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  /** Rows stand in the order of their ids. */
  isOrdered: boolean;
};

/** Smaller row groups than that, on average, make a file big and slow to read. */
const MIN_GROUP_BYTES = 512 * 1024;

/** A file of rows that are gathered (once as CSV); what is left of one after a crash may go. */
export function isDraft(name: string): boolean {
  return /^[0-9a-f]{12}-\d+\.(?:draft|csv)$/.test(name);
}

/** The Parquet file in which the row groups of a segment's chunks are gathered. */
export class SegmentDraft {
  readonly path: string;
  readonly #summary: DraftSummary;
  readonly #groups: RowGroup[] = [];
  #file: FileHandle | undefined;
  readonly #skipIndex = new SkipIndexPacker();

  constructor(folder: string, place: { collector: string; start: number }) {
    this.path = join(folder, `${place.collector}-${place.start}.draft`);
    this.#summary = {
      range: { ...place, end: place.start },
      rows: 0,
      unparsed: 0,
      plainBytes: 0,
      storedBytes: 0,
      firstReceivedAtMicros: 0,
      minReceivedAtMicros: Infinity,
      maxReceivedAtMicros: -Infinity,
      minId: Infinity,
      maxId: -Infinity,
      isOrdered: true,
    };
  }

  get summary(): Readonly<DraftSummary> {
    return this.#summary;
  }

  /** The skip index of all its rows. */
  packSkipIndex(): SkipIndex {
    return this.#skipIndex.pack(this.#summary.rows);
  }

  /** The file is a segment as it is: rows in order, in few row groups. */
  get isFit(): boolean {
    const { isOrdered, plainBytes } = this.#summary;
    return isOrdered && (this.#groups.length <= 1 || plainBytes / this.#groups.length >= MIN_GROUP_BYTES);
  }

  /** Adds the rows of the positions that follow. */
  async append(chunk: ChunkRows): Promise<void> {
    if (chunk.rows > 0) {
      if (this.#file === undefined) {
        this.#file = await open(this.path, "w");
        await this.#file.appendFile(FILE_START);
      }
      await this.#file.appendFile(chunk.bytes);
      this.#groups.push({ rows: chunk.rows, columns: chunk.columns });
      this.#widen(chunk);
    }
    this.skipTo(chunk.end);
  }

  /** Passes over positions that have no row. */
  skipTo(end: number): void {
    this.#summary.range = { ...this.#summary.range, end };
  }

  /** Returns once all rows can be read from `path`. Where that fails, the draft can only be discarded. */
  async seal(): Promise<void> {
    const metadata = segmentMetadata(this.#summary);
    try {
      await this.#file?.appendFile(writeFileEnd({ schema: EVENT_COLUMNS, groups: this.#groups, metadata }));
    } finally {
      await this.#close();
    }
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.path, { force: true });
  }

  /** A handle that is forgotten instead ends the process when its memory is collected. */
  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #widen(chunk: ChunkRows): void {
    const summary = this.#summary;
    if (summary.rows === 0) summary.firstReceivedAtMicros = chunk.minReceivedAtMicros;
    summary.isOrdered &&= chunk.isOrdered && chunk.minId > summary.maxId;
    summary.rows += chunk.rows;
    summary.unparsed += chunk.unparsed;
    summary.plainBytes += chunk.columns.reduce((sum, { plainBytes }) => sum + plainBytes, 0);
    summary.storedBytes += chunk.bytes.length;
    summary.minReceivedAtMicros = Math.min(summary.minReceivedAtMicros, chunk.minReceivedAtMicros);
    summary.maxReceivedAtMicros = Math.max(summary.maxReceivedAtMicros, chunk.maxReceivedAtMicros);
    summary.minId = Math.min(summary.minId, chunk.minId);
    summary.maxId = Math.max(summary.maxId, chunk.maxId);
    this.#skipIndex.add(chunk.skipIndex);
  }
}
