import { rm } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "#platform/durable-file";
import { untilAborted } from "#platform/pause";
import { compareJournalFileNames, parseJournalFileName } from "./journal-file";
import { ReadMemory } from "./read-memory";
import { RecordFile, type RecordRun } from "./record-file";
import type { SyncedExtent } from "./writer";

/** Where the journal says what an operator should know. */
export type JournalLog = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
};

/**
 * A part of the journal: every message in (from, through] that is still there. Ranges follow one another without a gap.
 */
export type JournalChunk = {
  /** Position of the last message before the chunk. */
  from: number;
  /** Position of its last message. */
  through: number;
  messages: number;
  /**
   * Whole, verified records (record.ts) at the start of a buffer of its own, which may be transferred to another
   * thread.
   */
  records: Uint8Array;
  firstReceivedAtMicros: number;
  lastReceivedAtMicros: number;
};

/** What is in the journal and not released yet. */
export type JournalDepth = {
  bytes: number;
  messages: number;
  /** Arrival of the oldest such message, at most a second too early; null when there is none. */
  oldestArrivalMicros: number | null;
};

/** What is durable and was not handed out yet. */
export type UnreadJournal = {
  bytes: number;
  messages: number;
  /** Arrival of the oldest such message, at most a second too early; null when there is none. */
  oldestArrivalMicros: number | null;
};

type ReadableFile = { name: string; firstPosition: number; limit: number };
type ArrivalMark = { lastPosition: number; micros: number };

const MARK_SPACING_MICROS = 1_000_000;
const MAX_MARKS = 10_000;

/**
 * Hands out the journal in order, as it becomes durable, and deletes files once all of them is stored. One consumer.
 */
export class JournalReader {
  readonly #directory: string;
  readonly #log: JournalLog;
  /** Files that are not deleted yet, in journal order. */
  #files: ReadableFile[] = [];
  /** The file being read: always one of `#files`, or none. */
  #open: { readable: ReadableFile; file: RecordFile } | undefined;
  readonly #memory = new ReadMemory();
  /** The last position handed out or passed over. */
  #position = 0;
  #lastPosition = 0;
  #releasedThrough = 0;
  #damagedBytes = 0;
  /** Chunks handed out and not released: their end and size. */
  #outstanding: { through: number; bytes: number }[] = [];
  /** Arrival times of what is not released, a second apart. */
  #marks: ArrivalMark[] = [];
  #announced = Promise.withResolvers<void>();
  #isReading = false;

  constructor(directory: string, log: JournalLog) {
    this.#directory = directory;
    this.#log = log;
  }

  /** The last position that is durable. */
  get lastPosition(): number {
    return this.#lastPosition;
  }

  /** Bytes met so far that were no intact record. */
  get damagedBytes(): number {
    return this.#damagedBytes;
  }

  /** The first position that a file may still hold; undefined while there is no file. */
  get firstPosition(): number | undefined {
    return this.#files[0]?.firstPosition;
  }

  /**
   * Begins behind `position` (the database's `stored_through`). Called again it goes back, or on, to there: what was
   * handed out behind it comes once more. No `next` may be under way.
   */
  start(position: number): void {
    if (this.#isReading) throw new Error("cannot start the journal anew: it is being read");
    void this.#open?.file.close();
    this.#open = undefined;
    this.#outstanding = [];
    this.#position = position;
    this.#releasedThrough = position;
    this.#dropMarks();
  }

  /** Takes note that a file is durable up to an offset. Saying it twice does nothing. */
  announce(extent: SyncedExtent): void {
    const known = this.#files.findLast((file) => file.name === extent.file);
    if (known === undefined) this.#addFile(extent);
    else known.limit = Math.max(known.limit, extent.offset);
    this.#lastPosition = Math.max(this.#lastPosition, extent.lastPosition);
    this.#addMark(extent);
    this.#announced.resolve();
    this.#announced = Promise.withResolvers();
  }

  /**
   * The next chunk, of about `maxBytes` (a single greater record comes alone), which does not go beyond `through`, a
   * position that is still to come, unless messages are missing there. Waits for one where nothing is left.
   * @throws the signal's reason, or where a file cannot be read (the next call tries again).
   */
  async next(maxBytes: number, signal: AbortSignal, through?: number): Promise<JournalChunk> {
    if (this.#isReading) throw new Error("cannot read the journal: it is being read");
    this.#isReading = true;
    try {
      for (;;) {
        signal.throwIfAborted();
        const announced = this.#announced.promise;
        const chunk = await this.#readChunk(maxBytes, through);
        if (chunk !== undefined) return chunk;
        await untilAborted(announced, signal);
      }
    } finally {
      this.#isReading = false;
    }
  }

  /**
   * Everything through `position` is stored: deletes the files that lie wholly at or below it, but never the newest.
   */
  async release(position: number): Promise<void> {
    this.#releasedThrough = Math.max(this.#releasedThrough, position);
    this.#outstanding = this.#outstanding.filter((chunk) => chunk.through > this.#releasedThrough);
    this.#dropMarks();
    let deleted = 0;
    for (;;) {
      const [oldest, next] = this.#files;
      if (oldest === undefined || next === undefined) break;
      if (next.firstPosition - 1 > this.#releasedThrough || oldest === this.#open?.readable) break;
      this.#files.shift();
      // It has gone already where the folder could not be synced behind it, and its release is tried again.
      await rm(path.join(this.#directory, oldest.name), { force: true });
      deleted += 1;
    }
    if (deleted > 0) await syncFolder(this.#directory);
  }

  /** Takes the memory of a chunk back that nobody looks at any more. */
  giveBack(memory: ArrayBuffer): void {
    this.#memory.giveBack(memory);
  }

  unread(): UnreadJournal {
    const first = this.#marks.find(({ lastPosition }) => lastPosition > this.#position);
    return {
      bytes: this.#unreadBytes(),
      messages: Math.max(0, this.#lastPosition - this.#position),
      oldestArrivalMicros: first?.micros ?? null,
    };
  }

  depth(): JournalDepth {
    return {
      bytes: this.#outstanding.reduce((sum, chunk) => sum + chunk.bytes, this.#unreadBytes()),
      messages: Math.max(0, this.#lastPosition - this.#releasedThrough),
      oldestArrivalMicros: this.#marks[0]?.micros ?? null,
    };
  }

  #unreadBytes(): number {
    const from = this.#open === undefined ? this.#startIndex() : this.#files.indexOf(this.#open.readable);
    const readable = this.#files.slice(from).reduce((sum, file) => sum + file.limit, 0);
    return Math.max(0, readable - (this.#open?.file.offset ?? 0));
  }

  /** Closes the file being read. No call may be under way. */
  async close(): Promise<void> {
    await this.#open?.file.close();
    this.#open = undefined;
  }

  async #readChunk(maxBytes: number, through?: number): Promise<JournalChunk | undefined> {
    for (;;) {
      const open = await this.#openNext();
      if (open === undefined) return undefined;
      const { file, readable } = open;
      const run = await file.read({
        after: this.#position,
        through,
        maxBytes,
        limit: readable.limit,
        memory: this.#memory,
      });
      if (run.damagedBytes > 0) {
        this.#damagedBytes += run.damagedBytes;
        this.#log.error(
          { file: readable.name, bytes: run.damagedBytes },
          "bytes in the journal are damaged and were passed over",
        );
      }
      if (run.messages > 0) return this.#toChunk(run);
    }
  }

  #toChunk(run: RecordRun): JournalChunk {
    const from = this.#position;
    if (run.firstPosition > from + 1) {
      this.#log.error({ after: from, before: run.firstPosition }, "messages are missing from the journal");
    }
    this.#position = run.lastPosition;
    this.#outstanding.push({ through: run.lastPosition, bytes: run.records.length });
    return {
      from,
      through: run.lastPosition,
      messages: run.messages,
      records: run.records,
      firstReceivedAtMicros: run.firstReceivedAtMicros,
      lastReceivedAtMicros: run.lastReceivedAtMicros,
    };
  }

  /** The file that has something left to read, open; undefined where none has. */
  async #openNext(): Promise<{ readable: ReadableFile; file: RecordFile } | undefined> {
    for (;;) {
      if (this.#open !== undefined && this.#open.file.offset < this.#open.readable.limit) return this.#open;
      const index =
        this.#open === undefined ? this.#startIndex() : this.#files.indexOf(this.#open.readable) + 1;
      const readable = this.#files[index];
      if (readable === undefined) return undefined;
      const file = await RecordFile.open(this.#directory, readable.name);
      await this.#open?.file.close();
      this.#open = { readable, file };
    }
  }

  /** The first file that may hold a message behind the position. */
  #startIndex(): number {
    const last = Math.max(0, this.#files.length - 1);
    for (let index = 0; index < last; index++) {
      const next = this.#files[index + 1];
      if (next !== undefined && next.firstPosition - 1 > this.#position) return index;
    }
    return last;
  }

  #addFile(extent: SyncedExtent): void {
    const named = parseJournalFileName(extent.file);
    if (named === undefined)
      throw new Error(`cannot read the journal file ${extent.file}: its name is none of ours`);
    this.#files.push({ name: extent.file, firstPosition: named.firstPosition, limit: extent.offset });
    this.#files.sort((left, right) => compareJournalFileNames(left.name, right.name));
  }

  #addMark({ lastPosition, firstReceivedAtMicros }: SyncedExtent): void {
    const last = this.#marks.at(-1);
    if (lastPosition <= (last?.lastPosition ?? this.#releasedThrough)) return;
    const isFull = this.#marks.length >= MAX_MARKS;
    if (last !== undefined && (isFull || firstReceivedAtMicros < last.micros + MARK_SPACING_MICROS)) {
      last.lastPosition = lastPosition;
    } else {
      this.#marks.push({ lastPosition, micros: firstReceivedAtMicros });
    }
  }

  #dropMarks(): void {
    const kept = this.#marks.findIndex((mark) => mark.lastPosition > this.#releasedThrough);
    this.#marks.splice(0, kept === -1 ? this.#marks.length : kept);
  }
}
