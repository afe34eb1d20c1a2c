import type { RefusalReason } from "./sink";

/** A refusal stands in the cells as its place in this list. */
const REASONS: readonly (RefusalReason | null)[] = [
  null,
  "journal_full",
  "disk_full",
  "journal_behind",
  "journal_failed",
];

const REFUSAL = 0;
const PAUSE = 1;
const BYTES_UNDER_WAY = 2;
const OPEN_LINKS = 3;
const IS_FOLLOWED = 4;
const CELLS = 5;

/**
 * What the journal's thread and the threads that feed it know of each other at once, without a message: whether the
 * journal takes datagrams and TCP, how much is on its way to it, how many threads may still send, and whether somebody
 * follows what is received. Made of shared
 * memory, so that every thread opens its own view of the same cells.
 */
export class JournalGate {
  readonly cells: Int32Array<SharedArrayBuffer>;

  constructor(cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT))) {
    this.cells = cells;
  }

  /** Why datagrams are refused; the journal's thread alone sets it. */
  get refusal(): RefusalReason | null {
    return REASONS[Atomics.load(this.cells, REFUSAL)] ?? null;
  }

  /** Why TCP senders shall wait; the journal's thread alone sets it. */
  get pausedBecause(): RefusalReason | null {
    return REASONS[Atomics.load(this.cells, PAUSE)] ?? null;
  }

  /** Bytes that were handed over and that the journal's thread has not met yet. */
  get bytesUnderWay(): number {
    return Atomics.load(this.cells, BYTES_UNDER_WAY);
  }

  /** No thread can hand over anything more, and nothing is under way. */
  get isQuiet(): boolean {
    return Atomics.load(this.cells, OPEN_LINKS) === 0 && this.bytesUnderWay === 0;
  }

  /** Somebody sees each line as soon as it is durable; the main thread alone sets it. */
  get isFollowed(): boolean {
    return Atomics.load(this.cells, IS_FOLLOWED) === 1;
  }

  setFollowed(isFollowed: boolean): void {
    Atomics.store(this.cells, IS_FOLLOWED, isFollowed ? 1 : 0);
  }

  publish(refusal: RefusalReason | null, pausedBecause: RefusalReason | null): void {
    Atomics.store(this.cells, REFUSAL, REASONS.indexOf(refusal));
    Atomics.store(this.cells, PAUSE, REASONS.indexOf(pausedBecause));
  }

  /** Bytes set out for the journal's thread (negative: arrived). */
  addBytesUnderWay(bytes: number): void {
    Atomics.add(this.cells, BYTES_UNDER_WAY, bytes);
  }

  /** A thread begins (1) or ends (-1) to hand over. */
  addLinks(count: 1 | -1): void {
    Atomics.add(this.cells, OPEN_LINKS, count);
  }
}
