import { statfs } from "node:fs/promises";
import type { JournalChunk } from "../../journal/reader";
import type { SegmentFolders } from "./segment-writer";

/** A line that is parsed within this time after its arrival is in time. */
const IN_TIME_MICROS = 600_000;
/** What is smaller is not behind, but has rested (rest.ts), and costs next to nothing to compress. */
const MUCH_BYTES = 1.5 * 1024 * 1024;
/** A segment takes less where the disk is not what holds the others up, even the first, for which DuckDB is loaded. */
const SWIFT_WRITE_MS = 2000;
/** Uncompressed rows take five times as much. */
const FREE_SPACE_FACTOR = 8;

/**
 * Whether rows are compressed when they are first stored. That takes an eighth of the time of parsing, which cannot be
 * spared where lines arrive faster than they are parsed; a merge reads and compresses all of them anyway. It is not
 * left out where the disk is slow or nearly full, nor where segments have a bound: the oldest would have to go for what
 * soon takes a fifth.
 */
export class CompressionChoice {
  readonly #folders: SegmentFolders;
  readonly #isBounded: boolean;
  readonly #minFreeBytes: number;
  /** False until it was looked at. */
  #isDiskGood = false;

  /** `isSent`: rows go over a network, and nobody merges them here. */
  constructor(options: {
    folders: SegmentFolders;
    retentionBytes: number;
    minFreeBytes: number;
    isSent?: boolean;
  }) {
    this.#folders = options.folders;
    this.#isBounded = options.retentionBytes > 0 || options.isSent === true;
    this.#minFreeBytes = options.minFreeBytes * FREE_SPACE_FACTOR;
  }

  /** For a chunk that is parsed now. */
  mayBeLeftOutFor({ firstReceivedAtMicros, records }: JournalChunk): boolean {
    const isLate = Date.now() * 1000 - firstReceivedAtMicros > IN_TIME_MICROS;
    return isLate && records.length >= MUCH_BYTES && this.#isDiskGood && !this.#isBounded;
  }

  /** Looks at the disk; to be called at first, and after each segment with the time that it took to write. */
  async lookAtDisk(writeMs = 0): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folders.events);
    this.#isDiskGood = writeMs < SWIFT_WRITE_MS && bavail * bsize > this.#minFreeBytes;
  }
}
