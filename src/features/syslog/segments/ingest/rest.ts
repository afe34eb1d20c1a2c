import type { JournalFeed } from "../../journal/feed";
import type { DraftSummary } from "./draft";

/** What waits to be stored: for how long the oldest line has, and how much it is. */
export type Waiting = { ageMs: number; rows: number; bytes: number };

/** So much is a file of its own: more at a time makes ingest and merging no cheaper. */
const ENOUGH = { rows: 5000, bytes: 1024 * 1024 };
/** A search waits so long for what it has stored first; a disk or database that is slower holds nobody up longer. */
const SETTLE_MS = 2000;

/**
 * For how long what waits may go on to (ms); 0: it is to be stored now. Where the clock was set back nobody knows how
 * old it is.
 */
export function restLeft({ ageMs, rows, bytes }: Waiting, restMs: number): number {
  return isEnough({ rows, bytes }) || ageMs < 0 ? 0 : Math.max(0, restMs - ageMs);
}

function isEnough({ rows, bytes }: Omit<Waiting, "ageMs">): boolean {
  return rows >= ENOUGH.rows || bytes >= ENOUGH.bytes;
}

type Options = {
  feed: Pick<JournalFeed, "unread" | "depth" | "lastPosition">;
  /** The longest rest, ms; 0: none. Asked each time. */
  restMs: () => number;
  /** How long lines may stay unread at most, whatever rests behind that: somebody follows them. Asked each time. */
  followedWithinMs: () => number;
  /** Told to look again whether something rests still. */
  onOver: () => void;
};

type Settling = { through: number; resolve: () => void };

/**
 * Lets lines rest in the journal, where they are durable, while few come and nobody looks: a file for each second of
 * them costs more to write, to merge and to open than it holds. Whoever searches has stored first what rests
 * (`settle`), so that nobody sees a difference but those who read the folder.
 */
export class IngestRest {
  readonly #options: Options;
  #askedThrough = 0;
  #settling: Settling[] = [];
  readonly #timers = new Map<"unread" | "draft", Timer>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether somebody waits for something behind this position to be stored. */
  isAskedBehind(position: number): boolean {
    return this.#askedThrough > position;
  }

  /** Whether what is unread, behind `readThrough`, is left where it is; `onOver` is called when that may be over. */
  holdsUnread(readThrough: number): boolean {
    const { feed, restMs, followedWithinMs } = this.#options;
    const rest = Math.min(restMs(), followedWithinMs());
    if (rest === 0 || this.isAskedBehind(readThrough)) return false;
    const { messages, bytes, oldestArrivalMicros } = feed.unread();
    if (messages === 0) return true;
    return this.#hold("unread", restLeft({ ageMs: ageOf(oldestArrivalMicros), rows: messages, bytes }, rest));
  }

  /** The same of rows that were parsed. */
  holdsDraft({ rows, plainBytes, firstReceivedAtMicros }: DraftSize): boolean {
    const waiting = { ageMs: ageOf(firstReceivedAtMicros), rows, bytes: plainBytes };
    return rows > 0 && this.#hold("draft", restLeft(waiting, this.#options.restMs()));
  }

  /**
   * Has what rests stored, where something is older than `maxAgeMs`, and waits for it, but not for long. Where much waits
   * nothing rests: it is on its way, and a search does not wait for its end.
   */
  async settle(maxAgeMs: number, storedThrough: number): Promise<void> {
    const { feed, restMs, onOver } = this.#options;
    const through = feed.lastPosition;
    if (through <= storedThrough || restMs() === 0) return;
    const { messages: rows, bytes, oldestArrivalMicros } = feed.depth();
    if (isEnough({ rows, bytes })) return;
    const ageMs = ageOf(oldestArrivalMicros);
    if (ageMs >= 0 && ageMs < maxAgeMs) return;
    this.#askedThrough = Math.max(this.#askedThrough, through);
    onOver();
    await this.until(through, storedThrough);
  }

  /** Waits until everything through a position is stored, but not for long. */
  async until(through: number, storedThrough: number): Promise<void> {
    if (through <= storedThrough) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settling.push({ through, resolve });
    const timer = setTimeout(resolve, SETTLE_MS);
    await promise;
    clearTimeout(timer);
  }

  /** Everything through this position is stored. */
  noteStored(position: number): void {
    const isOver = ({ through }: Settling) => through <= position;
    for (const { resolve } of this.#settling.filter(isOver)) resolve();
    this.#settling = this.#settling.filter((settling) => !isOver(settling));
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.noteStored(Infinity);
  }

  #hold(what: "unread" | "draft", leftMs: number): boolean {
    clearTimeout(this.#timers.get(what));
    if (leftMs > 0) this.#timers.set(what, setTimeout(this.#options.onOver, leftMs));
    return leftMs > 0;
  }
}

type DraftSize = Pick<DraftSummary, "rows" | "plainBytes" | "firstReceivedAtMicros">;

/** Negative where the clock was set back since. */
function ageOf(arrivalMicros: number | null): number {
  return arrivalMicros === null ? 0 : Date.now() - arrivalMicros / 1000;
}
