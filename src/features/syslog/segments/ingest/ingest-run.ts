import type { Db } from "#platform/database";
import type { JournalChunk } from "../../journal/reader";
import type { ParseChunkOutput } from "../../encode/parse-chunk";
import type { LeaseSighting } from "../../parse/leases/lease-sightings";
import type { AttemptGuard } from "../../journal/attempt-guard";
import type { StoredRange } from "../catalog/catalog";
import { BadChunkError, type ChunkParsing, parseJournalChunk } from "./chunk-parsing";
import { commitPatiently } from "../catalog/commit";
import { CompressionChoice } from "./compression-choice";
import type { EventDatabase } from "../duckdb";
import type { JournalFeed } from "../../journal/feed";
import { FULL_SEGMENT } from "../merge/plan";
import { SegmentDraft } from "./draft";
import { IngestRest } from "./rest";
import { Ripening } from "./ripening";
import { type IngestStep, type SegmentFolders, writeSegment } from "./segment-writer";
import type { RangeLedger } from "./range-ledger";
import { type RowStore } from "./row-store";
import { sendRange } from "./send-range";
import { isStorageSound } from "./storage-probe";
import { awaitedLater } from "#platform/awaited-later";

export type IngestContext = ChunkParsing & {
  feed: JournalFeed;
  attempts: AttemptGuard;
  db: Db;
  database: EventDatabase;
  folders: SegmentFolders;
  /** Takes the events in place of the files of `folders`. */
  rowStore?: RowStore | undefined;
  ledger: RangeLedger;
  /** Chunks being parsed at a time. */
  parallelChunks: number;
  /** Most that all segments together may take; 0: any amount. */
  retentionBytes: number;
  /** Free space to be left on the disk. */
  minFreeBytes: number;
  /** How long lines may wait in the journal while few come and nobody looks, ms; 0: not at all. Asked each time. */
  restMs(): number;
  observe?: ((step: IngestStep) => void) | undefined;
  /**
   * Keeps what lines say of leases, before they are catalogued: after a crash it is told again. Throws only while it is
   * to be tried again.
   */
  keepLeases?: ((leases: readonly LeaseSighting[]) => Promise<void>) | undefined;
  /** Told after each commit. */
  onStored(range: StoredRange, chunks: readonly ParseChunkOutput[]): void;
  /** Told why the catalog does not take a finished segment; it is tried again. */
  onDelay(error: unknown): void;
};

type Draft = { segment: SegmentDraft; chunks: ParseChunkOutput[] };

/** What an ingest run waits for. */
type Completion =
  | { kind: "read"; chunk: JournalChunk }
  | { kind: "parsed"; chunk: JournalChunk; output: ParseChunkOutput | "quarantined" }
  | { kind: "stored" }
  | { kind: "woken" };

/** A server wants few inserts, and takes as many rows with one as a draft may have. */
const SENT_EVERY_MS = 1000;
const MAX_SENT_ROWS = 400_000;
/** What alert rules look for they are told within about two seconds. */
const WATCHED_WITHIN_MS = 1000;
/** Less than half of what a merged segment may have, so that any two can be merged. */
const MAX_ROWS = 110_000;
const MAX_PLAIN_BYTES = 160 * 1024 * 1024;
/** The last chunk comes on top of it. */
const MAX_STORED_BYTES = FULL_SEGMENT.bytes - 4 * 1024 * 1024;
/** A chunk becomes a row group. */
const CHUNK_BYTES = 2 * 1024 * 1024;
const HOUR_MICROS = 3_600_000_000;

/**
 * Moves the journal into segments, from one position on, until it is told to stop or something fails: reads chunks,
 * has them parsed a few at a time, appends their rows in journal order for a while (ripening.ts), and writes one segment
 * while the next is begun. Lasts for one run; what a failed run leaves behind, the next one replays.
 */
export class IngestRun {
  readonly #ctx: IngestContext;
  readonly #stopped = new AbortController();
  /** The last position that is stored and catalogued. */
  #storedThrough: number;
  /** Chunk size; below CHUNK_BYTES each chunk becomes a segment of its own before the next is read. */
  #chunkBytes: number;
  #reading: Promise<Completion> | undefined;
  /** In journal order. */
  #parsing: Promise<Completion>[] = [];
  /** Behind the last chunk that was read. */
  #readThrough: number;
  #draft: Draft | undefined;
  #storing: Promise<Completion> | undefined;
  readonly #ripening: Ripening;
  /** Where the draft ends that was stored last, or is. */
  #storingThrough = 0;
  /** What the first who looked after a long time waits for, and who looks meanwhile. */
  #overdue: Promise<void> | undefined;
  /** The draft has to leave, ripe or not. */
  #isDue = false;
  #woken = Promise.withResolvers<Completion>();
  /** Where to end; undefined: never. */
  #drainThrough: number | undefined;
  /** Where the range ends that may be stored elsewhere already, and comes again as it was; undefined: any bounds do. */
  #sentThrough: number | undefined;
  /** What is in the journal behind it was not sent yet. */
  readonly #replayThrough: number;
  readonly #compression: CompressionChoice;
  readonly #rest: IngestRest;

  constructor(
    ctx: IngestContext,
    start: { position: number; isCareful: boolean; sentThrough?: number | undefined },
  ) {
    this.#ctx = ctx;
    this.#storedThrough = start.position;
    this.#readThrough = start.position;
    this.#chunkBytes = start.isCareful ? 1 : CHUNK_BYTES;
    this.#sentThrough = start.sentThrough;
    this.#replayThrough = Math.max(ctx.feed.lastPosition, start.sentThrough ?? 0);
    this.#compression = new CompressionChoice({ ...ctx, isSent: ctx.rowStore !== undefined });
    this.#rest = new IngestRest({
      feed: ctx.feed,
      restMs: () => ctx.restMs(),
      followedWithinMs: () => {
        if (ctx.live?.request() !== undefined) return 0;
        return ctx.watch?.request() === undefined ? Infinity : WATCHED_WITHIN_MS;
      },
      onOver: () => this.#wake(),
    });
    this.#ripening = new Ripening({
      onRipe: () => this.#wake(),
      isUrgent: () =>
        ctx.restMs() === 0 || ctx.live?.request() !== undefined || ctx.watch?.request() !== undefined,
      fixedMs: ctx.rowStore === undefined ? undefined : SENT_EVERY_MS,
    });
    ctx.feed.onAnnounced(() => this.#noteArrival());
  }

  /** Nothing is behind: what waits has only not been stored yet because nobody looks. */
  get isResting(): boolean {
    if (this.#parsing.length > 0) return false;
    const isAllRead = this.#isUnreadHeld || this.#ctx.feed.unread().messages === 0;
    return (
      isAllRead && (this.#draft === undefined || !this.#ripening.isRipe || this.#isDraftHeld(this.#draft))
    );
  }

  /**
   * Has what rests stored, where something is older than `maxAgeMs`, and waits for it, but not for long. Where nothing
   * rests it is on its way anyway, and only what would have been stored if somebody had looked before is waited for.
   */
  async settle(maxAgeMs: number): Promise<void> {
    if (this.#ripening.noteLook())
      this.#overdue = this.#rest.until(this.#leavingThrough, this.#storedThrough);
    await Promise.all([this.#overdue, this.#rest.settle(maxAgeMs, this.#storedThrough)]);
  }

  /** Where what is being stored ends, or a draft that leaves next, as nothing holds it. */
  get #leavingThrough(): number {
    const draft = this.#draft;
    const isLeaving = draft !== undefined && this.#ripening.isRipe && !this.#isDraftHeld(draft);
    return isLeaving ? draft.segment.summary.range.end : this.#storingThrough;
  }

  /** Asks the run to end once everything through the position is stored. */
  drain(position: number): void {
    this.#drainThrough = position;
    this.#wake();
  }

  /** Ends the run at once; `run` then throws the reason. */
  abort(reason: Error): void {
    this.#stopped.abort(reason);
    this.#woken.reject(reason);
  }

  async run(): Promise<void> {
    void awaitedLater(this.#woken.promise);
    this.#ctx.live?.noteStored(this.#storedThrough);
    await this.#compression.lookAtDisk();
    try {
      while (!this.#isDone()) {
        this.#stopped.signal.throwIfAborted();
        this.#startReading();
        this.#startStoring();
        await this.#take(await Promise.race(this.#awaited()));
      }
    } finally {
      await this.#settle();
    }
  }

  #isDone(): boolean {
    const isIdle = this.#draft === undefined && this.#parsing.length === 0 && this.#storing === undefined;
    return this.#drainThrough !== undefined && isIdle && this.#storedThrough >= this.#drainThrough;
  }

  get #isCareful(): boolean {
    return this.#chunkBytes < CHUNK_BYTES;
  }

  get #isFull(): boolean {
    if (this.#draft === undefined) return false;
    const { range, rows, plainBytes, storedBytes } = this.#draft.segment.summary;
    if (this.#sentThrough !== undefined) return range.end >= this.#sentThrough;
    const isBig = plainBytes >= MAX_PLAIN_BYTES || storedBytes >= MAX_STORED_BYTES;
    const mostRows = this.#ctx.rowStore === undefined ? MAX_ROWS : MAX_SENT_ROWS;
    return this.#isCareful || rows >= mostRows || isBig;
  }

  get #isDrained(): boolean {
    return (
      this.#drainThrough !== undefined &&
      this.#readThrough >= this.#drainThrough &&
      this.#parsing.length === 0
    );
  }

  #startReading(): void {
    if (this.#reading !== undefined || this.#isFull || this.#parsing.length >= this.#ctx.parallelChunks)
      return;
    if (this.#isCareful && (this.#parsing.length > 0 || this.#storing !== undefined)) return;
    if (this.#isUnreadHeld || this.#readThrough >= (this.#sentThrough ?? Infinity)) return;
    this.#reading = awaitedLater(
      this.#ctx.feed
        .next(this.#chunkBytes, this.#stopped.signal, this.#sentThrough)
        .then((chunk): Completion => ({ kind: "read", chunk })),
    );
  }

  get #isUnreadHeld(): boolean {
    const mayRest = this.#drainThrough === undefined && !this.#isCareful && this.#sentThrough === undefined;
    return mayRest && this.#rest.holdsUnread(this.#readThrough);
  }

  /** Somebody waits for what the draft holds, and it holds all of it. */
  get #isAsked(): boolean {
    const isAllRead = this.#parsing.length === 0 && !this.#rest.isAskedBehind(this.#readThrough);
    return isAllRead && this.#rest.isAskedBehind(this.#storedThrough);
  }

  #isDraftHeld({ segment, chunks }: Draft): boolean {
    // Alert rules are told of what they look for with the commit.
    const isUrgent = chunks.some(({ watched }) => watched !== null && watched.matches.length > 0);
    return !isUrgent && this.#drainThrough === undefined && this.#rest.holdsDraft(segment.summary);
  }

  /** What is announced is read at once, unless it rests. */
  #noteArrival(): void {
    if (this.#reading === undefined && !this.#isUnreadHeld) this.#wake();
  }

  #startStoring(): void {
    const draft = this.#draft;
    if (draft === undefined || this.#storing !== undefined) return;
    const isDue = this.#isDue || this.#isFull || this.#isDrained || this.#isAsked;
    if (this.#sentThrough !== undefined && !this.#isFull) return;
    if (!isDue && !(this.#ripening.isRipe && !this.#isDraftHeld(draft))) return;
    this.#draft = undefined;
    this.#isDue = false;
    this.#ripening.end();
    this.#storingThrough = draft.segment.summary.range.end;
    this.#storing = awaitedLater(this.#store(draft).then((): Completion => ({ kind: "stored" })));
  }

  #awaited(): Promise<Completion>[] {
    const [head] = this.#parsing;
    // A full draft has to leave before more rows come.
    const sources = this.#isFull ? [this.#storing] : [this.#storing, this.#reading, head];
    return [this.#woken.promise, ...sources.filter((source) => source !== undefined)];
  }

  async #take(completion: Completion): Promise<void> {
    switch (completion.kind) {
      case "read":
        this.#reading = undefined;
        return this.#startParsing(completion.chunk);
      case "parsed":
        this.#parsing = this.#parsing.slice(1);
        return this.#append(completion.chunk, completion.output);
      case "stored":
        this.#storing = undefined;
        this.#chunkBytes = Math.min(CHUNK_BYTES, Math.max(this.#chunkBytes * 2, CHUNK_BYTES / 64));
        return this.#renewWake();
      case "woken":
        return this.#renewWake();
    }
  }

  /** A promise that stays pending for ever would hold on to every race that it took part in. */
  #renewWake(): void {
    this.#woken = Promise.withResolvers();
    void awaitedLater(this.#woken.promise);
  }

  async #startParsing(chunk: JournalChunk): Promise<void> {
    this.#readThrough = chunk.through;
    const attempt = await this.#ctx.attempts.begin(chunk.from);
    this.#ctx.observe?.("chunk-read");
    const isUncompressed = this.#compression.mayBeLeftOutFor(chunk);
    const { signal } = this.#stopped;
    const parsing = parseJournalChunk(this.#ctx, chunk, { attempt, isUncompressed, signal }).then(
      (output): Completion => ({ kind: "parsed", chunk, output }),
    );
    this.#parsing.push(awaitedLater(parsing));
  }

  async #append(chunk: JournalChunk, output: ParseChunkOutput | "quarantined"): Promise<void> {
    if (output !== "quarantined" && this.#sentThrough === undefined && this.#isOfOtherHour(output)) {
      if (this.#storing !== undefined) await this.#take(await this.#storing);
      this.#isDue = true;
      this.#startStoring();
    }
    this.#draft ??= this.#openDraft(chunk.from);
    const { segment, chunks } = this.#draft;
    if (output === "quarantined") return segment.skipTo(chunk.through);
    await segment.append({ ...output, end: chunk.through });
    // The rows are in the file; what is kept until the commit are the numbers about them.
    chunks.push({
      ...output,
      bytes: new Uint8Array(),
      columns: [],
      skipIndex: { ...output.skipIndex, addressKeys: new Uint32Array(), numberKeys: null },
      live: null,
    });
    this.#ctx.live?.publish(chunk, output);
  }

  #isOfOtherHour(output: ParseChunkOutput): boolean {
    const summary = this.#draft?.segment.summary;
    if (summary === undefined || summary.rows === 0) return false;
    return (
      Math.floor(summary.firstReceivedAtMicros / HOUR_MICROS) !==
      Math.floor(output.minReceivedAtMicros / HOUR_MICROS)
    );
  }

  #openDraft(start: number): Draft {
    this.#ripening.begin();
    const { collector, folders } = this.#ctx;
    return { segment: new SegmentDraft(folders.temporary, { collector, start }), chunks: [] };
  }

  async #store({ segment: draft, chunks }: Draft): Promise<void> {
    const ctx = this.#ctx;
    const { range, rows, unparsed } = draft.summary;
    const begun = performance.now();
    const segment = await this.#finish(draft);
    const writeMs = performance.now() - begun;
    const hasNext = this.#draft !== undefined || this.#parsing.length > 0;
    await ctx.attempts.end(hasNext ? range.end : undefined);
    const stored = { ...range, segment, rows, unparsed, skipped: range.end - range.start - rows };
    const leases = chunks.flatMap((chunk) => chunk.leases);
    const prepare = leases.length === 0 ? undefined : () => ctx.keepLeases?.(leases) ?? Promise.resolve();
    const alongside = ctx.watch?.enter(stored, chunks) ?? [];
    const committing = { ...ctx, eventsFolder: ctx.folders.events, prepare, alongside };
    await commitPatiently(committing, stored, this.#stopped.signal);
    ctx.observe?.("segment-catalogued");
    this.#storedThrough = range.end;
    if (range.end >= (this.#sentThrough ?? Infinity)) this.#sentThrough = undefined;
    this.#rest.noteStored(range.end);
    ctx.onStored(stored, chunks);
    ctx.live?.noteStored(range.end);
    ctx.observe?.("journal-release");
    await ctx.feed.release(range.end);
    await this.#compression.lookAtDisk(writeMs);
  }

  /** The segment of a draft with rows. The draft's file is gone then, also where none could be made. */
  async #finish(draft: SegmentDraft) {
    try {
      await draft.seal();
      if (draft.summary.rows === 0) return undefined;
      const { rowStore } = this.#ctx;
      if (rowStore === undefined) return await this.#write(draft);
      const isReplay = draft.summary.range.start < this.#replayThrough;
      await sendRange(draft, { ...this.#ctx, rowStore, signal: this.#stopped.signal }, isReplay);
      return undefined;
    } finally {
      await draft.discard();
    }
  }

  async #write(draft: SegmentDraft) {
    try {
      return await writeSegment(draft, this.#ctx);
    } catch (cause) {
      this.#stopped.signal.throwIfAborted();
      if (!(await isStorageSound(this.#ctx, draft.summary.plainBytes))) throw cause;
      const { start, end } = draft.summary.range;
      throw new BadChunkError(`cannot make a segment of messages ${start + 1} to ${end}`, { cause });
    }
  }

  #wake(): void {
    this.#woken.resolve({ kind: "woken" });
  }

  /** Lets everything under way come to its end, and leaves no file of it behind. */
  async #settle(): Promise<void> {
    this.#stopped.abort(new Error("the ingest run has ended"));
    this.#ripening.end();
    this.#rest.stop();
    await Promise.allSettled([this.#reading, this.#storing, ...this.#parsing]);
    await this.#draft?.segment.discard();
  }
}
