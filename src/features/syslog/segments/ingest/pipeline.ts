import { mkdir } from "node:fs/promises";
import { asUnavailable } from "#platform/database";
import type { ParseChunkOutput, SeenMessage } from "../../encode/parse-chunk";
import { AttemptGuard } from "../../journal/attempt-guard";
import { loadStoredThrough, type StoredRange } from "../catalog/catalog";
import { BadChunkError } from "./chunk-parsing";
import { type IngestContext, IngestRun } from "./ingest-run";
import { reconcile, removeUnfinished } from "./reconcile";
import { RangeLedger } from "./range-ledger";
import { type RowStore, StoreSilentError } from "./row-store";
import { pause } from "#platform/pause";

export type PipelineOptions = Omit<IngestContext, "attempts" | "ledger" | "onStored" | "onDelay"> & {
  /** Told by whom and by which vendors the lines of a chunk were, once they are stored. */
  onCounted?: ((tallies: ParseChunkOutput["tallies"]) => void) | undefined;
};

/** Counts since start. */
export type PipelineStatus = {
  storedEvents: number;
  /** Of these, what an earlier run had received. */
  replayedEvents: number;
  unparsedEvents: number;
  /** Positions passed over: quarantined, or missing from the journal. */
  skippedPositions: number;
  /** Events by parser. */
  parsers: Record<string, number>;
  /** The newest event that is stored. */
  lastStored: SeenMessage | null;
  lastUnparsed: ParseChunkOutput["lastUnparsed"];
  storedThrough: number;
  /** What an earlier run left in the journal is not stored yet. */
  isReplaying: boolean;
  /** Why nothing is being stored; null while all is well. */
  error: string | null;
};

const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const STORE_SILENT = "the event store does not take events; they wait in the journal";
const CATALOG_SILENT = "the database does not take event segments; they wait in the journal";

/** To go on would pass over every message until the journal has caught up with the catalog. */
class JournalBehindError extends Error {}

/**
 * Stores what the journal holds, exactly once, for as long as the service runs; failures are retried from where the
 * catalog stands.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #attempts: AttemptGuard;
  readonly #ledger: RangeLedger;
  readonly #stopped = new AbortController();
  /** The last position that was in the journal when the service started. */
  readonly #replayThrough: number;
  readonly #status: PipelineStatus;
  #run: IngestRun | undefined;
  #drainThrough: number | undefined;
  #ended: Promise<void> | undefined;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#attempts = new AttemptGuard(options.journalFolder);
    this.#ledger = new RangeLedger(options.journalFolder);
    this.#replayThrough = options.feed.lastPosition;
    this.#status = {
      storedEvents: 0,
      replayedEvents: 0,
      unparsedEvents: 0,
      skippedPositions: 0,
      parsers: {},
      lastStored: null,
      lastUnparsed: null,
      storedThrough: 0,
      isReplaying: true,
      error: null,
    };
  }

  get status(): Readonly<PipelineStatus> {
    return this.#status;
  }

  /** Nothing is behind, though lines may wait in the journal for somebody to look. */
  get isResting(): boolean {
    return this.#run?.isResting === true;
  }

  /**
   * Has what rests in the journal stored, where something is older than `maxAgeMs`, and waits for it, but not for long.
   */
  async settle(maxAgeMs: number): Promise<void> {
    await this.#run?.settle(maxAgeMs);
  }

  /** Begins as soon as the catalog's tables are there, or, to end at once, when it is stopped. */
  start(catalogReady: Promise<void>): void {
    const { signal } = this.#stopped;
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    this.#ended = Promise.race([catalogReady, stopped]).then(
      () => this.#runUntilStopped(),
      () => undefined,
    );
  }

  /**
   * Stores everything that the journal holds now, then ends. What is not stored after `deadlineMs` stays in the journal
   * for the next start. Gives whether all was stored.
   */
  async drain(deadlineMs: number): Promise<boolean> {
    this.#drainThrough = this.#options.feed.lastPosition;
    this.#run?.drain(this.#drainThrough);
    const timer = setTimeout(() => this.#abort(), deadlineMs);
    await this.#ended;
    clearTimeout(timer);
    await this.#options.feed.close();
    return this.#status.storedThrough >= this.#drainThrough;
  }

  #abort(): void {
    const reason = new Error("the event store is stopping");
    this.#stopped.abort(reason);
    this.#run?.abort(reason);
  }

  async #runUntilStopped(): Promise<void> {
    let pauseMs = MIN_PAUSE_MS;
    while (!this.#stopped.signal.aborted) {
      const storedBefore = this.#status.storedThrough;
      try {
        return await this.#runOnce();
      } catch (error) {
        if (this.#stopped.signal.aborted) break;
        if (this.#status.storedThrough > storedBefore) pauseMs = MIN_PAUSE_MS;
        await this.#note(error);
        await pause(pauseMs, this.#stopped.signal).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
    // An order to stop is no fault of the range that it met.
    await this.#attempts.end();
  }

  async #runOnce(): Promise<void> {
    const { feed, folders } = this.#options;
    await mkdir(folders.events, { recursive: true });
    await mkdir(folders.temporary, { recursive: true });
    const position = await this.#findPosition();
    if (position > Math.max(this.#replayThrough, feed.lastPosition)) {
      throw new JournalBehindError(
        `the journal ends at position ${feed.lastPosition}, but the catalog has events through ${position}: ` +
          "one of them is from another time; move the journal away to begin a new one",
      );
    }
    this.#moveTo(position);
    await feed.restart(position);
    const context = {
      ...this.#options,
      attempts: this.#attempts,
      ledger: this.#ledger,
      onStored: (range: StoredRange, chunks: readonly ParseChunkOutput[]) => this.#count(range, chunks),
      onDelay: (error: unknown) => this.#delay(error),
    };
    const { collector, rowStore } = this.#options;
    const isCareful = await this.#attempts.hasFailedAt(position);
    const sent =
      rowStore === undefined ? undefined : await this.#ledger.endOf({ collector, start: position });
    // What the journal has lost does not come.
    const sentThrough = sent !== undefined && sent > feed.lastPosition ? undefined : sent;
    this.#run = new IngestRun(context, { position, isCareful, sentThrough });
    if (this.#drainThrough !== undefined) this.#run.drain(this.#drainThrough);
    // What waits tells by being stored that the error is over.
    if (position >= feed.lastPosition) this.#status.error = null;
    await this.#run.run();
  }

  /** Behind which ingest begins. */
  async #findPosition(): Promise<number> {
    const { db, collector, feed, rowStore } = this.#options;
    const context = { ...this.#options, journal: feed, now: Date.now };
    if (rowStore === undefined) return reconcile(context);
    await removeUnfinished(context);
    await this.#prepare(rowStore);
    return loadStoredThrough(db, collector);
  }

  async #prepare(rowStore: RowStore): Promise<void> {
    try {
      await rowStore.prepare();
    } catch (cause) {
      throw new StoreSilentError("the event store cannot be made ready", { cause });
    }
  }

  /** A chunk keeps the count of its attempts; what else fails is not held against it. */
  async #note(error: unknown): Promise<void> {
    const { log } = this.#options;
    if (error instanceof BadChunkError) {
      this.#attempts.fail();
      this.#status.error = error.message;
      log.error(
        { err: error },
        "received messages cannot be stored as they are; they are tried again with more care",
      );
      return;
    }
    this.#status.error = describeError(error);
    log.error({ err: error }, "storing received messages failed; it is tried again");
    try {
      await this.#attempts.end();
    } catch (cause) {
      log.warn({ err: cause }, "cannot reset the attempt count");
    }
  }

  #delay(error: unknown): void {
    const silent = error instanceof StoreSilentError ? STORE_SILENT : CATALOG_SILENT;
    if (this.#status.error === silent) return;
    this.#status.error = silent;
    this.#options.log.warn({ err: error }, silent);
  }

  #count(range: StoredRange, chunks: readonly ParseChunkOutput[]): void {
    const status = this.#status;
    const events = range.rows;
    status.error = null;
    status.storedEvents += events;
    status.replayedEvents += Math.min(events, Math.max(0, this.#replayThrough - range.start));
    status.unparsedEvents += range.unparsed;
    status.skippedPositions += range.skipped;
    for (const chunk of chunks) {
      status.lastStored = chunk.lastMessage ?? status.lastStored;
      status.lastUnparsed = chunk.lastUnparsed ?? status.lastUnparsed;
      this.#options.onCounted?.(chunk.tallies);
      for (const [parser, rows] of Object.entries(chunk.parsers)) {
        status.parsers[parser] = (status.parsers[parser] ?? 0) + rows;
      }
    }
    this.#moveTo(range.end);
  }

  #moveTo(position: number): void {
    this.#status.storedThrough = position;
    this.#status.isReplaying = position < this.#replayThrough;
  }
}

/** For status, which says nothing about statements and paths; the log has the error itself. */
function describeError(error: unknown): string {
  if (error instanceof JournalBehindError) return error.message;
  if (error instanceof StoreSilentError) return STORE_SILENT;
  return asUnavailable(error) === undefined ? "event segments cannot be written" : CATALOG_SILENT;
}
