import { randomInt } from "node:crypto";
import { codeOf } from "#platform/error-code";
import { ifInTime } from "#platform/pause";
import type { AppendFile } from "./append-file";
import { AppendFiles } from "./append-files";
import { type Batch, BatchQueue } from "./batch-queue";
import { JournalCapacity } from "./capacity";
import { DurableWaiters, type WhenDurable } from "./durable-waiters";
import { JournalGate } from "./gate";
import { IdAllocator } from "./id-allocator";
import { type ArrivedMessage, lastIdOf, placeBatch, RecordBuilder, type SealedBatch } from "./record-builder";
import {
  BATCH_BYTES,
  BATCH_MS,
  type JournalSink,
  PAUSE_BYTES,
  REFUSE_BYTES,
  type RefusalReason,
} from "./sink";

export type JournalBounds = {
  directory: string;
  /** 12 lower-case hexadecimal characters. */
  collector: string;
  /** Position of the first message to come; above every position ever used. */
  nextPosition: number;
  /** Every id given out is at least this; above every id ever reserved. */
  minimumId: number;
  /** The journal's files together grow no bigger (`SYSLOG_JOURNAL_MAX_BYTES`). */
  maxBytes: number;
  /** Free space to be left on the disk (`SYSLOG_MIN_FREE_BYTES`). */
  minFreeBytes: number;
  /** Cells of the gate, where other threads feed this journal too. */
  gate?: Int32Array<SharedArrayBuffer>;
};

/** What became durable: `file` is good up to `offset`, and its last message there is `lastPosition`. */
export type SyncedExtent = {
  file: string;
  offset: number;
  lastPosition: number;
  /** Arrival of the first message that this extent adds. */
  firstReceivedAtMicros: number;
};

export type WriterEvents = {
  onSynced: (extent: SyncedExtent) => void;
  /** TCP senders shall wait, for this reason, or go on (null). */
  onPause: (reason: RefusalReason | null) => void;
  /** Something that an operator must know; `cause` where an error led to it. */
  onError: (message: string, cause?: unknown) => void;
};

export type WriterStatus = {
  /** Bytes accepted and not yet durable. */
  pendingBytes: number;
  /** Arrival of the oldest message in a batch that is not durable; null where there is none. */
  oldestPendingMicros: number | null;
  journalBytes: number;
  freeBytes: number;
  refusal: RefusalReason | null;
  /**
   * Why the last write or fdatasync failed; null once one came through. Until the bounds are reached, what arrives is
   * kept in memory.
   */
  failedBecause: RefusalReason | null;
  /**
   * Messages that went on without a successful fdatasync, or that were lost at the end because nothing could be
   * written.
   */
  unsynced: number;
  syncedPosition: number;
};

/** Batches that a file has now. Not durable: its fdatasync failed twice. */
type Announced = { first: Batch; last: Batch; offset: number; isDurable: boolean };

const SYNC_MS = 200;
/** The same for little that nobody follows or waits for: each sync wakes the disk, this thread and the main thread. */
const REST_SYNC_MS = 600;
const REST_BYTES = 64 * 1024;
/** So much does not wait for its time: TCP senders would be held back at twice of it, however fast the disk is. */
const SYNC_BYTES = PAUSE_BYTES / 2;
const RETRY_MS = 1000;
/**
 * So little is written by this thread: to hand it to another one costs ten times as much. Where that held it up for so
 * long, others write for a while.
 */
const AT_ONCE_BYTES = 16 * 1024;
/** So much where nothing more comes for a while, so that nobody waits for this thread meanwhile. */
const AT_ONCE_IN_LULL_BYTES = 2 * BATCH_BYTES;
const SLOW_WRITE_MS = 20;
const AFTER_SLOW_WRITE_MS = 10_000;
/** How often the disk is looked at while the journal grows, while it does hardly, and while nothing comes. */
const CAPACITY_MS = 500;
const IDLE_CAPACITY_MS = 2000;
const SILENT_CAPACITY_MS = 10_000;
const QUIET_GROWTH_BYTES = 64 * 1024;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/**
 * Appends messages to the journal: write() at most 20 ms after `append` or at 256 KiB, fdatasync every 200 ms or 8 MiB;
 * every 600 ms where that is little and nobody follows it (`JournalGate.isFollowed`) or waits for it (`whenDurable`).
 * A batch stays in memory until its fdatasync returned; when write or fdatasync fails, its file is closed and the batch
 * goes to a new one.
 */
export class JournalWriter implements JournalSink {
  readonly #events: WriterEvents;
  readonly #capacity: JournalCapacity;
  readonly #ids: IdAllocator;
  /** What other threads see of this journal. */
  readonly #gate: JournalGate;
  readonly #salt = randomInt(0xffff_ffff);
  readonly #files: AppendFiles;
  readonly #builder = new RecordBuilder();
  readonly #queue = new BatchQueue();
  readonly #waiters = new DurableWaiters();
  #nextPosition: number;
  #syncedPosition: number;
  #takenBytes = 0;
  /** What had been taken when the disk was last looked at. */
  #lookedAtBytes = -Infinity;
  #unsynced = 0;
  #pausedBecause: RefusalReason | null = null;
  #isWriting = false;
  #isSyncing = false;
  /** A fdatasync failed and the batches were not yet taken back from the files. */
  #mustRollBack = false;
  /** Failures in a row. */
  #writeFailures = 0;
  #syncFailures = 0;
  #failedBecause: RefusalReason | null = null;
  #batchTimer: Timer | undefined;
  #syncTimer: Timer | undefined;
  /** When the first batch was written that is not synced; undefined: none is. */
  #unsyncedSinceMs: number | undefined;
  /** When what was written is synced; Infinity: that is not planned. */
  #syncAtMs = Infinity;
  #writesElsewhereUntilMs = 0;
  #retryTimer: Timer | undefined;
  #capacityTimer: Timer | undefined;
  /** Nothing has come since the last look but one at the disk. */
  #isSilent = false;
  #onDrained: (() => void) | undefined;

  private constructor(bounds: JournalBounds, events: WriterEvents) {
    this.#events = events;
    this.#gate = new JournalGate(bounds.gate);
    this.#capacity = new JournalCapacity(bounds);
    this.#ids = new IdAllocator(bounds.minimumId - 1);
    // A quarter of the bound, as the newest file is never deleted and must not fill the journal alone.
    const fileBytes = Math.min(MAX_FILE_BYTES, Math.ceil(bounds.maxBytes / 4));
    const { directory, collector } = bounds;
    this.#files = new AppendFiles({ directory, collector, fileBytes, salt: this.#salt });
    this.#nextPosition = bounds.nextPosition;
    this.#syncedPosition = bounds.nextPosition - 1;
  }

  /** Opens the journal for appending: the first file, with its reservation, is on disk when this returns. */
  static async open(bounds: JournalBounds, events: WriterEvents): Promise<JournalWriter> {
    const writer = new JournalWriter(bounds, events);
    await writer.#capacity.refresh();
    const file = await writer.#files.create(bounds.nextPosition, bounds.minimumId);
    await file.sync();
    writer.#watchCapacity();
    writer.#updatePause();
    return writer;
  }

  get refusal(): RefusalReason | null {
    if (this.#capacity.shortage !== null) return this.#capacity.shortage;
    if (this.#pendingBytes < REFUSE_BYTES) return null;
    return this.#failedBecause ?? "journal_behind";
  }

  get pausedBecause(): RefusalReason | null {
    return this.#pausedBecause;
  }

  status(): WriterStatus {
    return {
      pendingBytes: this.#pendingBytes,
      oldestPendingMicros: this.#queue.oldestArrivalMicros ?? null,
      journalBytes: this.#capacity.journalBytes,
      freeBytes: this.#capacity.freeBytes,
      refusal: this.refusal,
      failedBecause: this.#failedBecause,
      unsynced: this.#unsynced,
      syncedPosition: this.#syncedPosition,
    };
  }

  append(message: ArrivedMessage): void {
    if (this.#builder.count === 0) this.#batchTimer = setTimeout(() => this.#closeBatch(), BATCH_MS);
    this.#builder.append(message);
    if (this.#builder.byteLength >= BATCH_BYTES) this.#closeBatch();
  }

  noteLull(forMs: number): void {
    if (forMs >= BATCH_MS) this.#closeBatch(AT_ONCE_IN_LULL_BYTES);
  }

  /** Runs what it is given once everything taken so far is durable, or went on without being so (`unsynced`). */
  whenDurable(done: WhenDurable): void {
    if (this.#builder.count > 0) this.#waiters.add(done);
    else if (this.#queue.isEmpty) return done(true);
    else this.#waiters.addAt(this.#nextPosition - 1, done);
    if (this.#queue.hasWritten) this.#planSync();
  }

  /**
   * Writes and fdatasyncs everything taken so far, announces it and closes the files. What is not on disk after
   * `deadlineMs` is given up and counted as `unsynced`.
   */
  async close(deadlineMs: number): Promise<void> {
    this.#closeBatch();
    clearTimeout(this.#capacityTimer);
    if (!this.#queue.isEmpty) {
      const drained = new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
      clearTimeout(this.#retryTimer);
      this.#retryTimer = undefined;
      this.#startWriting();
      this.#startSyncing();
      await ifInTime(deadlineMs, drained);
    }
    const lost = this.#queue.messageCount;
    if (lost > 0) {
      this.#unsynced += lost;
      this.#events.onError(`the journal was closed before ${lost} messages were on disk`);
    }
    clearTimeout(this.#syncTimer);
    clearTimeout(this.#retryTimer);
    await this.#files.closeAll();
  }

  /** Whether all that was taken is durable. */
  get isIdle(): boolean {
    return this.#pendingBytes === 0;
  }

  get #pendingBytes(): number {
    const collected = this.#builder.count === 0 ? 0 : this.#builder.byteLength;
    return collected + this.#queue.byteLength + this.#gate.bytesUnderWay;
  }

  #closeBatch(mostAtOnceBytes?: number): void {
    clearTimeout(this.#batchTimer);
    if (this.#builder.count === 0) return;
    this.appendBatch(this.#builder.seal(), mostAtOnceBytes);
    this.#waiters.place(this.#nextPosition - 1);
  }

  /**
   * Takes a batch that another thread has collected. It gets its positions and ids here, in the order of arrival at
   * this thread. One of at most `mostAtOnceBytes` may be written before this returns.
   */
  appendBatch(sealed: SealedBatch, mostAtOnceBytes = AT_ONCE_BYTES): void {
    const { count, firstArrivalMicros } = sealed;
    const { firstId, lastId } = this.#ids.claim(firstArrivalMicros, (id) => lastIdOf(sealed, id));
    const firstPosition = this.#nextPosition;
    this.#nextPosition += count;
    const record = placeBatch(sealed, { firstPosition, firstId, salt: this.#salt });
    this.#takenBytes += record.length;
    // Others may have filled the disk in a silence.
    if (this.#isSilent) this.#lookAtCapacity();
    this.#capacity.promise(record.length);
    this.#queue.add({
      record,
      firstPosition,
      lastPosition: firstPosition + count - 1,
      lastId,
      firstArrivalMicros,
      wasRetried: false,
    });
    this.#updatePause();
    this.#startWriting(mostAtOnceBytes);
  }

  #startWriting(mostAtOnceBytes = AT_ONCE_BYTES): void {
    if (this.#isWriting || this.#mustRollBack || this.#retryTimer !== undefined) return;
    const batch = this.#queue.nextUnwritten;
    if (batch === undefined || this.#writeAtOnce(batch, mostAtOnceBytes)) return;
    this.#isWriting = true;
    void this.#writeWaiting().finally(() => {
      this.#isWriting = false;
      this.#continueAfterLoop();
    });
  }

  /**
   * Writes a batch that is small enough and alone before it returns; false: it is left to the loop. Not while the file is
   * synced, which may hold a write up.
   */
  #writeAtOnce(batch: Batch, mostBytes: number): boolean {
    const begunMs = performance.now();
    const isSmall = batch.record.length <= mostBytes && this.#queue.waitingCount === 1;
    if (!isSmall || this.#isSyncing || this.#writeFailures > 0) return false;
    if (begunMs < this.#writesElsewhereUntilMs) return false;
    try {
      const file = this.#files.writeNow(batch);
      if (file === undefined) return false;
      this.#noteWritten(batch, file);
    } catch (cause) {
      this.#noteWriteFailure(cause);
      return false;
    }
    const endedMs = performance.now();
    if (endedMs - begunMs > SLOW_WRITE_MS) this.#writesElsewhereUntilMs = endedMs + AFTER_SLOW_WRITE_MS;
    return true;
  }

  async #writeWaiting(): Promise<void> {
    try {
      for (
        let batch = this.#queue.nextUnwritten;
        batch !== undefined && !this.#mustRollBack;
        batch = this.#queue.nextUnwritten
      ) {
        this.#noteWritten(batch, await this.#files.write(batch));
      }
    } catch (cause) {
      this.#noteWriteFailure(cause);
    }
  }

  #noteWritten(batch: Batch, file: AppendFile): void {
    this.#writeFailures = 0;
    this.#capacity.addWritten(batch.record.length);
    this.#queue.markWritten(file);
    this.#planSync();
    this.#updatePause();
  }

  #noteWriteFailure(cause: unknown): void {
    this.#files.distrustNewest();
    this.#writeFailures += 1;
    this.#noteFailure("cannot write to the journal", cause);
    if (this.#writeFailures > 1) this.#waitBeforeWriting();
  }

  #planSync(): void {
    if (this.#queue.byteLength >= SYNC_BYTES) return this.#startSyncing();
    const nowMs = performance.now();
    this.#unsyncedSinceMs ??= nowMs;
    const mayRest = this.#queue.byteLength < REST_BYTES && this.#waiters.isEmpty && !this.#gate.isFollowed;
    const dueAtMs = this.#unsyncedSinceMs + (mayRest ? REST_SYNC_MS : SYNC_MS);
    if (dueAtMs >= this.#syncAtMs) return;
    clearTimeout(this.#syncTimer);
    this.#syncAtMs = dueAtMs;
    this.#syncTimer = setTimeout(() => this.#startSyncing(), Math.max(0, dueAtMs - nowMs));
  }

  #startSyncing(): void {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    this.#syncAtMs = Infinity;
    this.#unsyncedSinceMs = undefined;
    if (this.#isSyncing || this.#mustRollBack || !this.#queue.hasWritten) return;
    this.#isSyncing = true;
    void this.#syncFiles().finally(() => {
      this.#isSyncing = false;
      this.#continueAfterLoop();
    });
  }

  async #syncFiles(): Promise<void> {
    for (const file of this.#files.all) {
      const mark = this.#queue.writtenTo(file);
      if (mark !== undefined) {
        let isDurable = true;
        try {
          await file.sync();
          this.#syncFailures = 0;
          if (this.#writeFailures === 0) this.#failedBecause = null;
        } catch (cause) {
          if (!mark.wasRetried) {
            this.#mustRollBack = true;
            this.#syncFailures += 1;
            this.#noteFailure("cannot fdatasync the journal", cause);
            return;
          }
          this.#noteUnsynced(mark.last, cause);
          isDurable = false;
        }
        this.#announce(file, { ...mark, isDurable });
      }
      // What was written to it meanwhile comes before what the next file holds: it is synced first, in the next round.
      if (this.#queue.writtenTo(file) !== undefined) return;
      await this.#files.retire(file);
    }
  }

  #announce(file: AppendFile, mark: Announced): void {
    for (const { record } of this.#queue.release(mark.last)) this.#builder.giveBack(record);
    this.#syncedPosition = mark.last.lastPosition;
    this.#waiters.release(this.#syncedPosition, mark.isDurable);
    this.#events.onSynced({
      file: file.name,
      offset: mark.offset,
      lastPosition: mark.last.lastPosition,
      firstReceivedAtMicros: mark.first.firstArrivalMicros,
    });
    this.#updatePause();
  }

  #noteUnsynced(through: Batch, cause: unknown): void {
    const messages = through.lastPosition - this.#syncedPosition;
    this.#unsynced += messages;
    this.#syncFailures += 1;
    this.#events.onError(`${messages} messages are in the journal without a successful fdatasync`, cause);
    // The next batch starts a file of its own: this one is not trusted any more.
    this.#mustRollBack = true;
  }

  #noteFailure(message: string, cause: unknown): void {
    const isFull = ["ENOSPC", "EDQUOT"].includes(codeOf(cause) ?? "");
    this.#failedBecause = isFull ? "disk_full" : "journal_failed";
    this.#events.onError(message, cause);
  }

  /** Runs whenever a loop ended: takes batches back after a failure, else starts what is due. */
  #continueAfterLoop(): void {
    if (this.#isWriting || this.#isSyncing) {
      if (!this.#mustRollBack) this.#startWriting();
      return;
    }
    if (this.#mustRollBack) this.#rollBack();
    if (this.#queue.isEmpty) {
      this.#onDrained?.();
      return;
    }
    this.#startWriting();
    if (this.#onDrained !== undefined) this.#startSyncing();
    else if (this.#queue.hasWritten) this.#planSync();
  }

  /**
   * Leaves every open file behind; all that is not durable goes to a new one, at once or, when that failed before, in a
   * second.
   */
  #rollBack(): void {
    this.#mustRollBack = false;
    void this.#files.closeAll();
    this.#capacity.promise(this.#queue.requeueWritten());
    if (this.#syncFailures > 1) this.#waitBeforeWriting();
  }

  #waitBeforeWriting(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#startWriting();
    }, RETRY_MS);
  }

  #watchCapacity(): void {
    const growth = this.#takenBytes - this.#lookedAtBytes;
    const isShort = this.#capacity.shortage !== null;
    this.#isSilent = growth === 0 && !isShort;
    this.#lookedAtBytes = this.#takenBytes;
    const quietMs = this.#isSilent ? SILENT_CAPACITY_MS : IDLE_CAPACITY_MS;
    const isQuiet = growth <= QUIET_GROWTH_BYTES && !isShort;
    if (isQuiet) this.#builder.letGo();
    this.#capacityTimer = setTimeout(() => this.#lookAtCapacity(), isQuiet ? quietMs : CAPACITY_MS);
  }

  #lookAtCapacity(): void {
    clearTimeout(this.#capacityTimer);
    this.#capacity.refresh().then(
      () => this.#updatePause(),
      (cause: unknown) => this.#events.onError("cannot look at the journal's disk", cause),
    );
    this.#watchCapacity();
  }

  #updatePause(): void {
    const limit = this.#pausedBecause === null ? PAUSE_BYTES : PAUSE_BYTES / 2;
    const behind = this.#pendingBytes >= limit ? (this.#failedBecause ?? "journal_behind") : null;
    const reason = this.#capacity.shortage ?? behind;
    this.#gate.publish(this.refusal, reason);
    if (reason === this.#pausedBecause) return;
    this.#pausedBecause = reason;
    this.#events.onPause(reason);
  }
}
