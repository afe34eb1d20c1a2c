import type { Logger } from "#platform/log";
import { type JournalChunk, type JournalDepth, JournalReader, type UnreadJournal } from "./reader";
import { parseJournalFileName } from "./journal-file";
import type { SyncedExtent } from "./writer";

/** The journal as the pipeline reads it: one reader after the other, each from where the catalog stands. */
export class JournalFeed {
  readonly #directory: string;
  readonly #log: Logger;
  /** What is durable and perhaps not stored, by file, in journal order. */
  readonly #extents = new Map<string, SyncedExtent>();
  #reader: JournalReader;
  #isStarted = false;
  /** Told that more can be read. */
  #onAnnounced: () => void = () => undefined;
  #damagedBytes = 0;

  constructor(
    directory: string,
    options: { reader: JournalReader; extents: readonly SyncedExtent[]; log: Logger },
  ) {
    this.#directory = directory;
    this.#log = options.log;
    this.#reader = options.reader;
    for (const extent of options.extents) this.#extents.set(extent.file, extent);
  }

  get lastPosition(): number {
    return this.#reader.lastPosition;
  }

  /** The first position that can be read again; undefined while the journal has no file. */
  get firstPosition(): number | undefined {
    const [oldest] = this.#extents.keys();
    return oldest === undefined ? undefined : parseJournalFileName(oldest)?.firstPosition;
  }

  get damagedBytes(): number {
    return this.#damagedBytes + this.#reader.damagedBytes;
  }

  announce(extent: SyncedExtent): void {
    this.#extents.set(extent.file, extent);
    this.#reader.announce(extent);
    this.#onAnnounced();
  }

  /** Calls `listener`, and no other that it was given before, whenever more can be read. */
  onAnnounced(listener: () => void): void {
    this.#onAnnounced = listener;
  }

  /** Begins behind `position`, also where more was read already. No call may be under way. */
  async restart(position: number): Promise<void> {
    if (this.#isStarted) {
      const before = this.#reader;
      this.#damagedBytes += before.damagedBytes;
      this.#reader = new JournalReader(this.#directory, this.#log);
      for (const extent of this.#extents.values()) this.#reader.announce(extent);
      await before.close();
    }
    this.#isStarted = true;
    this.#reader.start(position);
  }

  /** `through`: where the chunk ends at the latest. */
  next(maxBytes: number, signal: AbortSignal, through?: number): Promise<JournalChunk> {
    return this.#reader.next(maxBytes, signal, through);
  }

  /** Takes the memory of a chunk back that nobody looks at any more. */
  giveBack(memory: ArrayBuffer): void {
    this.#reader.giveBack(memory);
  }

  async release(position: number): Promise<void> {
    await this.#reader.release(position);
    const newest = [...this.#extents.keys()].at(-1);
    for (const [file, extent] of this.#extents) {
      if (extent.lastPosition <= position && file !== newest) this.#extents.delete(file);
    }
  }

  unread(): UnreadJournal {
    return this.#reader.unread();
  }

  depth(): JournalDepth {
    return this.#reader.depth();
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
