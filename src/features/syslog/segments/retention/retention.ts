import { eq, type SQL } from "drizzle-orm";
import { type ClockReading, wallClockStep } from "#platform/clock-step";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { eventRetention } from "../../tables";
import { type Dropped, type ExpiringEvents, SEGMENTS } from "./expiry";
import { type ExpiryHistory, evaluateExpiry } from "./expiry-verdict";
import { type JobLease, requireLease } from "../job-lease";
import { readClock, type StoreClock } from "../store-clock";

export type RetentionContext = {
  db: Db;
  log: Logger;
  clock: StoreClock;
  /** Events are kept so long after their arrival. */
  days: number;
  /** What all of them together may take, bytes; 0: any amount. */
  maxBytes: number;
  /** Absent: those in segments. */
  events?: ExpiringEvents | undefined;
  observe?: ((step: RetentionStep) => void) | undefined;
};

/** Points at which crash tests stop the program: segments are marked, and then they are so for good. */
export type RetentionStep = "retention-marked" | "retention-committed";

export type RetentionStatus = {
  lastRunAt: Date | null;
  /** Events that the last run dropped. */
  lastDeleted: number;
  /** What the last run did not do, and why. */
  lastError: string | null;
};

type Outcome = ExpiryHistory & { lastRunAt: Date; lastDeleted: number; lastError: string | null };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** What a run expects the next one to drop: that one may be as late as the clocks may differ. */
const HORIZON_MS = HOUR_MS + CLOCK_TOLERANCE_MS;

/**
 * Drops events that arrived more than `days` ago, and the oldest beyond `maxBytes`: whole pieces only, never the newest.
 * Segments are marked at once; their files go later (garbage-collection.ts). The time that an event tells of itself never
 * counts, and a clock that was set, or that suddenly expires much, deletes nothing for an hour.
 */
export class Retention {
  readonly #ctx: RetentionContext;
  readonly #events: ExpiringEvents;
  /** The clocks at the last run by age; at first, when the process began. */
  #lastReading: ClockReading;
  #hasRun = false;
  /** Set while the events, or the database, which keeps the outcome, cannot be had. */
  #failure: string | null = null;

  constructor(ctx: RetentionContext) {
    this.#ctx = ctx;
    this.#events = ctx.events ?? SEGMENTS;
    this.#lastReading = readClock(ctx.clock);
  }

  async status(): Promise<RetentionStatus> {
    const [row] = await this.#ctx.db.select().from(eventRetention).where(this.#ownRow);
    return {
      lastRunAt: row?.lastRunAt ?? null,
      lastDeleted: row?.lastDeleted ?? 0,
      lastError: this.#failure ?? row?.lastError ?? null,
    };
  }

  get #ownRow(): SQL {
    return eq(eventRetention.id, this.#events.row);
  }

  /**
   * To be called every few seconds: works by age at the first call and then hourly, by size as soon as there is too
   * much.
   */
  async run(lease: JobLease): Promise<void> {
    const now = readClock(this.#ctx.clock);
    const isDue = !this.#hasRun || now.monotonic - this.#lastReading.monotonic >= HOUR_MS;
    if (!isDue && this.#ctx.maxBytes === 0) return;
    try {
      if (isDue) await this.#events.prepare();
      await this.#ctx.db.transaction(async (transaction) => {
        await requireLease(transaction, lease);
        if (isDue) await this.#runByAge(transaction, now);
        if (this.#ctx.maxBytes > 0) await this.#runBySize(transaction, { now, isDue });
        this.#ctx.observe?.("retention-marked");
      });
      this.#ctx.observe?.("retention-committed");
    } catch (error) {
      this.#failure = "the database, or the event store, did not take what retention does";
      throw error;
    }
    this.#failure = null;
    if (!isDue) return;
    this.#hasRun = true;
    this.#lastReading = now;
  }

  async #runByAge(transaction: Db, now: ClockReading): Promise<void> {
    const stepMs = wallClockStep(this.#lastReading, now);
    const [before] = await transaction.select().from(eventRetention).where(this.#ownRow).for("update");
    const outcome =
      Math.abs(stepMs) > CLOCK_TOLERANCE_MS
        ? skipRun(before, { now, stepMs })
        : await this.#dropExpired(transaction, { before, now });
    await transaction
      .insert(eventRetention)
      .values({ id: this.#events.row, ...outcome })
      .onConflictDoUpdate({ target: eventRetention.id, set: outcome });
    if (outcome.lastError !== null)
      this.#ctx.log.error({ reason: outcome.lastError }, "no event was deleted");
  }

  async #dropExpired(
    transaction: Db,
    { before, now }: { before: ExpiryHistory | undefined; now: ClockReading },
  ): Promise<Outcome> {
    const { days, log } = this.#ctx;
    const cutoffMicros = (now.wall - days * DAY_MS) * 1000;
    const share = await this.#events.expiredShare(transaction, cutoffMicros);
    const verdict = evaluateExpiry(share, before, now.wall);
    const dropped = verdict.isExpected
      ? await this.#events.dropExpired(transaction, cutoffMicros)
      : undefined;
    if (dropped !== undefined) logDropped(log, dropped, "by age");
    const nextShare = await this.#events.expiredShare(transaction, cutoffMicros + HORIZON_MS * 1000);
    const run = { lastRunAt: new Date(now.wall), lastDeleted: dropped?.events ?? 0 };
    if (verdict.isExpected) {
      return { ...run, lastError: null, predictedShare: nextShare, refusedAt: null, refusedShare: null };
    }
    const predictedShare = before?.predictedShare ?? 0;
    return {
      ...run,
      lastError: `${percent(share)} of all events have expired where ${percent(predictedShare)} were expected; they are deleted when a run an hour later finds the same`,
      predictedShare,
      refusedAt: verdict.refusedAt,
      refusedShare: verdict.isNew ? nextShare : (before?.refusedShare ?? nextShare),
    };
  }

  async #runBySize(transaction: Db, { now, isDue }: { now: ClockReading; isDue: boolean }): Promise<void> {
    const dropped = await this.#events.dropBeyond(transaction, this.#ctx.maxBytes);
    if (dropped.pieces === 0) return;
    logDropped(this.#ctx.log, dropped, "by size");
    const [row] = await transaction.select().from(eventRetention).where(this.#ownRow);
    const lastDeleted = dropped.events + (isDue ? (row?.lastDeleted ?? 0) : 0);
    const run = { lastRunAt: new Date(now.wall), lastDeleted };
    await transaction.update(eventRetention).set(run).where(this.#ownRow);
  }
}

/** The clock was set since the last run: what it says of ages is not believed before the next. */
function skipRun(
  before: ExpiryHistory | undefined,
  { now, stepMs }: { now: ClockReading; stepMs: number },
): Outcome {
  const minutes = Math.round(Math.abs(stepMs) / 60_000);
  const direction = stepMs > 0 ? "forward" : "back";
  return {
    predictedShare: before?.predictedShare ?? 0,
    refusedAt: before?.refusedAt ?? null,
    refusedShare: before?.refusedShare ?? null,
    lastRunAt: new Date(now.wall),
    lastDeleted: 0,
    lastError: `the clock was set ${direction} by ${minutes} minutes since the last run; nothing is deleted for its age before the next`,
  };
}

function logDropped(log: Logger, dropped: Dropped, reason: string): void {
  if (dropped.pieces > 0) log.info({ ...dropped, reason }, "retention dropped events");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
