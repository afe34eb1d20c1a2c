import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { checkFileHeader, FILE_HEADER_BYTES, type FileHeader, type HeaderCheck } from "./journal-file";
import { ReadMemory } from "./read-memory";
import { forEachMessage, MAX_RECORD_BYTES, readRecordSummary, type RecordSummary } from "./record";
import { placeBatch, RecordBuilder } from "./record-builder";
import { scanRecords } from "./record-scanner";

/** What one read of a journal file gave. Positions and times are those of its messages; zero where it has none. */
export type RecordRun = {
  /** Whole, verified records with messages. They lie at the start of a buffer that nothing else uses. */
  records: Uint8Array;
  messages: number;
  firstPosition: number;
  lastPosition: number;
  firstReceivedAtMicros: number;
  lastReceivedAtMicros: number;
  /** The highest id used or reserved by anything read, or 0. */
  highestId: number;
  /** Offset in the file behind the last intact record. */
  intactThrough: number;
  /** Bytes that were no intact record. */
  damagedBytes: number;
};

export type RunBounds = {
  /** Messages at or below this position are left out. */
  after: number;
  /**
   * Messages above this position are left for the next read, unless all are, as where some of those before are missing;
   * undefined: none.
   */
  through?: number | undefined;
  /** About how much to read; a single greater record is still read whole. */
  maxBytes: number;
  /** Bytes of the file that may be read: a record boundary, unless the file was torn. */
  limit: number;
  /** What is read into; absent: memory of its own. */
  memory?: ReadMemory;
};

/** Between two slices of verification the event loop gets its turn. */
const SLICE_BYTES = 512 * 1024;

/** One journal file, read from front to back. */
export class RecordFile {
  readonly name: string;
  readonly header: FileHeader;
  readonly #handle: FileHandle;
  #offset = FILE_HEADER_BYTES;

  private constructor(name: string, header: FileHeader, handle: FileHandle) {
    this.name = name;
    this.header = header;
    this.#handle = handle;
  }

  /** What the file's header says. @throws where the file cannot be read. */
  static async readHeader(directory: string, name: string): Promise<HeaderCheck> {
    const handle = await open(path.join(directory, name), "r");
    try {
      return await readHeader(handle);
    } finally {
      await handle.close();
    }
  }

  /** @throws where the file cannot be read or its header is not intact. */
  static async open(directory: string, name: string): Promise<RecordFile> {
    const handle = await open(path.join(directory, name), "r");
    try {
      const header = await readHeader(handle);
      if (typeof header === "object") return new RecordFile(name, header, handle);
      throw new Error(`cannot read the journal file ${name}: its header is ${header}`);
    } catch (cause) {
      await handle.close();
      throw cause;
    }
  }

  /** Offset of the next byte to read. */
  get offset(): number {
    return this.#offset;
  }

  /** Reads on; at the limit it gives an empty run. */
  async read(bounds: RunBounds): Promise<RecordRun> {
    for (let windowBytes = bounds.maxBytes; ; windowBytes *= 2) {
      const wanted = Math.min(windowBytes, bounds.limit - this.#offset);
      const memory = bounds.memory ?? new ReadMemory();
      const window = await this.#readInto(memory.take(Math.max(0, wanted), windowBytes));
      const isEnd = wanted < windowBytes || window.length < wanted;
      const { run, consumed } = await this.#verify(window, bounds, isEnd);
      // A first record greater than the window needs a greater window.
      if (consumed === 0 && run.messages === 0 && !isEnd && windowBytes <= MAX_RECORD_BYTES) continue;
      this.#offset += consumed;
      if (window.length < wanted) {
        // The file is shorter than what was synced: somebody cut it. What is gone counts as damaged.
        run.damagedBytes += bounds.limit - this.#offset;
        this.#offset = bounds.limit;
      }
      return run;
    }
  }

  async sync(): Promise<void> {
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #readInto(window: Buffer): Promise<Buffer> {
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.#handle.read(
        window,
        filled,
        window.length - filled,
        this.#offset + filled,
      );
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return window.subarray(0, filled);
  }

  async #verify(
    window: Buffer,
    bounds: RunBounds,
    isEnd: boolean,
  ): Promise<{ run: RecordRun; consumed: number }> {
    const run: RecordRun = {
      records: window,
      messages: 0,
      firstPosition: 0,
      lastPosition: 0,
      firstReceivedAtMicros: 0,
      lastReceivedAtMicros: 0,
      highestId: 0,
      intactThrough: this.#offset,
      damagedBytes: 0,
    };
    let consumed = 0;
    let kept = 0;
    let sliceEnd = SLICE_BYTES;
    for (const found of scanRecords(window, this.header.salt, isEnd)) {
      if (found.kind === "record") {
        const { record } = found;
        if (kept > 0 && record.end > bounds.maxBytes) break;
        const passed = Math.max(bounds.after, run.lastPosition);
        const through = bounds.through ?? Infinity;
        const isBeyond = record.lastPosition > through && (kept > 0 || record.firstPosition <= through);
        if (isBeyond && passed >= through) break;
        consumed = isBeyond ? consumed : record.end;
        run.intactThrough = this.#offset + record.end;
        run.highestId = Math.max(run.highestId, record.lastId);
        if (record.lastPosition > passed) {
          const isWhole = record.firstPosition > passed && !isBeyond;
          const wanted = window.subarray(record.start, record.end);
          const part = isWhole ? wanted : cutRecord(wanted, { after: passed, through }, this.header.salt);
          if (part !== wanted || kept !== record.start) window.set(part, kept);
          addToRun(run, readRecordSummary(window, kept));
          kept += part.length;
        }
        if (isBeyond) break;
      } else if (found.kind === "damaged" || isEnd) {
        consumed = found.end;
        run.damagedBytes += found.end - found.start;
      }
      if (consumed >= sliceEnd) {
        sliceEnd = consumed + SLICE_BYTES;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    run.records = window.subarray(0, kept);
    return { run, consumed };
  }
}

function addToRun(run: RecordRun, record: RecordSummary): void {
  if (run.messages === 0) {
    run.firstPosition = record.firstPosition;
    run.firstReceivedAtMicros = record.firstReceivedAtMicros;
  }
  run.messages += record.count;
  run.lastPosition = record.lastPosition;
  run.lastReceivedAtMicros = record.lastReceivedAtMicros;
}

/** The messages of a record in (after, through], as a record with the same ids; it is never longer. */
function cutRecord(
  record: Uint8Array,
  { after, through }: { after: number; through: number },
  salt: number,
): Buffer {
  const builder = new RecordBuilder(record.length);
  let firstId: number | undefined;
  forEachMessage(record, (message, position) => {
    if (position <= after || position > through) return;
    firstId ??= message.id;
    builder.append(message);
  });
  if (firstId === undefined) throw new Error("cannot cut a journal record: all of it lies before the cut");
  return placeBatch(builder.seal(), { firstPosition: after + 1, firstId, salt });
}

async function readHeader(handle: FileHandle): Promise<HeaderCheck> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(FILE_HEADER_BYTES), 0, FILE_HEADER_BYTES, 0);
  return checkFileHeader(buffer.subarray(0, bytesRead));
}
