import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "#platform/error-code";
import { freeBytes } from "#platform/free-space";
import { parseJournalFileName } from "./journal-file";

/** Why the journal may not grow: its own bound is reached, or the disk has less than the free space to be kept. */
export type Shortage = "journal_full" | "disk_full";

/** Receiving resumes only this far below a bound (one part in 32), so that it does not flutter at the edge. */
const RESUME_SHARE = 1 / 32;

/** Watches the two bounds of the journal. Between two looks at the disk it goes by what was written. */
export class JournalCapacity {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #minFreeBytes: number;
  #journalBytes = 0;
  /** Accepted and still to be written: they count against the bounds already. */
  #promisedBytes = 0;
  #freeBytes = Number.POSITIVE_INFINITY;
  #shortage: Shortage | null = null;
  #look: Promise<void> | undefined;

  constructor(bounds: { directory: string; maxBytes: number; minFreeBytes: number }) {
    this.#directory = bounds.directory;
    this.#maxBytes = bounds.maxBytes;
    this.#minFreeBytes = bounds.minFreeBytes;
  }

  /** Size of all journal files together, bytes. */
  get journalBytes(): number {
    return this.#journalBytes;
  }

  /** Free space for this process on the journal's disk, bytes. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  get shortage(): Shortage | null {
    return this.#shortage;
  }

  /** Takes note of bytes that will be written. */
  promise(bytes: number): void {
    this.#promisedBytes += bytes;
    this.#evaluate();
  }

  /** Takes note of promised bytes that were written since the last `refresh`. */
  addWritten(bytes: number): void {
    this.#promisedBytes -= bytes;
    this.#journalBytes += bytes;
    this.#freeBytes -= bytes;
    this.#evaluate();
  }

  /**
   * Looks at the disk. A second call meanwhile waits for the same look: a disk that hangs collects no queue of them.
   */
  refresh(): Promise<void> {
    this.#look ??= this.#lookAtDisk().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #lookAtDisk(): Promise<void> {
    const [free, names] = await Promise.all([freeBytes(this.#directory), readdir(this.#directory)]);
    const files = names.filter((name) => parseJournalFileName(name) !== undefined);
    const sizes = await Promise.all(files.map((name) => fileSize(path.join(this.#directory, name))));
    this.#journalBytes = sizes.reduce((sum, size) => sum + size, 0);
    this.#freeBytes = free;
    this.#evaluate();
  }

  #evaluate(): void {
    const isShort = this.#shortage !== null;
    const minFree = this.#minFreeBytes * (isShort ? 1 + RESUME_SHARE : 1);
    const maxUsed = this.#maxBytes * (isShort ? 1 - RESUME_SHARE : 1);
    if (this.#freeBytes - this.#promisedBytes < minFree) this.#shortage = "disk_full";
    else if (this.#journalBytes + this.#promisedBytes >= maxUsed) this.#shortage = "journal_full";
    else this.#shortage = null;
  }
}

/** Zero for a file that the reader deleted meanwhile. */
async function fileSize(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return 0;
    throw cause;
  }
}
