import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createLetterMarks, type LetterMarks, uniteLetterMarks } from "../letter-marks";
import type { SegmentRange } from "./segment-name";

/** Rows of one chunk on their way into a segment. `end` is the last journal position that they stand for. */
export type ChunkRows = {
  csv: Uint8Array;
  rows: number;
  end: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  /** Rows that no parser recognised. */
  unparsed: number;
  letters: LetterMarks;
};

/** What a segment will hold. Without rows the bounds mean nothing. */
export type DraftSummary = {
  range: SegmentRange;
  rows: number;
  unparsed: number;
  firstReceivedAtMicros: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  letters: LetterMarks;
  /** Rows stand in the order of their ids. */
  isOrdered: boolean;
};

/** The CSV file in which a segment's rows are gathered until DuckDB turns them into Parquet. */
export class SegmentDraft {
  readonly csvPath: string;
  readonly #summary: DraftSummary;
  #file: FileHandle | undefined;
  #sizeBytes = 0;

  constructor(folder: string, place: { collector: string; start: number }) {
    this.csvPath = join(folder, `${place.collector}-${place.start}.csv`);
    this.#summary = {
      range: { ...place, end: place.start },
      rows: 0,
      unparsed: 0,
      firstReceivedAtMicros: 0,
      minReceivedAtMicros: Infinity,
      maxReceivedAtMicros: -Infinity,
      minId: Infinity,
      maxId: -Infinity,
      letters: createLetterMarks(),
      isOrdered: true,
    };
  }

  get summary(): Readonly<DraftSummary> {
    return this.#summary;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Adds the rows of the positions that follow. */
  async append(chunk: ChunkRows): Promise<void> {
    if (chunk.rows > 0) {
      this.#file ??= await open(this.csvPath, "w");
      await this.#file.appendFile(chunk.csv);
      this.#sizeBytes += chunk.csv.length;
      this.#widen(chunk);
    }
    this.skipTo(chunk.end);
  }

  /** Passes over positions that have no row. */
  skipTo(end: number): void {
    this.#summary.range = { ...this.#summary.range, end };
  }

  /** Returns once all rows can be read from `csvPath`. */
  async seal(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async discard(): Promise<void> {
    await this.seal();
    await rm(this.csvPath, { force: true });
  }

  #widen(chunk: ChunkRows): void {
    const summary = this.#summary;
    if (summary.rows === 0) summary.firstReceivedAtMicros = chunk.minReceivedAtMicros;
    summary.isOrdered &&= chunk.minId > summary.maxId;
    summary.rows += chunk.rows;
    summary.unparsed += chunk.unparsed;
    summary.minReceivedAtMicros = Math.min(summary.minReceivedAtMicros, chunk.minReceivedAtMicros);
    summary.maxReceivedAtMicros = Math.max(summary.maxReceivedAtMicros, chunk.maxReceivedAtMicros);
    summary.minId = Math.min(summary.minId, chunk.minId);
    summary.maxId = Math.max(summary.maxId, chunk.maxId);
    summary.letters = uniteLetterMarks([summary.letters, chunk.letters]);
  }
}
