import { eq } from "drizzle-orm";
import { type Db, statementsOf } from "#platform/database";
import type { Logger } from "#platform/log";
import { pauseUnlessStopped } from "#platform/pause";
import type { Writes } from "#platform/write-watch";
import { collectors } from "../tables";
import { ListeningClock } from "./listening-clock";

/** How often a collector says that it listens. */
const BEAT_MS = 9730;

type Plan = {
  db: Db;
  collector: string;
  log: Logger;
  /** Who follows them need not look for what is written here. */
  writes?: Writes | undefined;
  /** Whether what is sent is taken, and how old the oldest message is that is not stored. */
  readState(): { isListening: boolean; lagSeconds: number };
};

/**
 * Writes down for how long this collector has listened: without it nobody could tell a silent sender from a deaf
 * collector.
 */
export class CollectorHeartbeat {
  readonly collector: string;
  readonly #plan: Plan;
  readonly #stopped = new AbortController();
  #clock: ListeningClock | undefined;
  #isFailing = false;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.collector = plan.collector;
  }

  /** Goes on until it is stopped. Resolves once the clock runs, or cannot be read: then it is tried again. */
  async start(): Promise<void> {
    await this.#beat();
    void this.#beatUntilStopped();
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** The clock, read from the database where it does not run yet. */
  async readClock(db: Db): Promise<ListeningClock> {
    this.#clock ??= new ListeningClock(await this.#readSeconds(db), readClocks());
    return this.#clock;
  }

  /**
   * Says that nobody need look for what the transaction writes: else all who wait for a write would look behind each file
   * of events, for nothing.
   */
  async keepQuiet(transaction: Db): Promise<void> {
    const { writes } = this.#plan;
    if (writes === undefined) return;
    const [row] = await statementsOf(transaction)<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
    if (row !== undefined) writes.ignore(row.id);
  }

  /** Says that somebody is to look soon for what is being written. */
  hurry(): void {
    this.#plan.writes?.hurry();
  }

  async #beatUntilStopped(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pauseUnlessStopped(BEAT_MS, signal);
      if (!signal.aborted) await this.#beat();
    }
  }

  async #beat(): Promise<void> {
    const { db, collector, writes, log } = this.#plan;
    try {
      const clock = await this.readClock(db);
      const { isListening, lagSeconds } = this.#plan.readState();
      clock.move(readClocks(), isListening);
      const heardSeconds = clock.secondsBefore(lagSeconds);
      // By the driver, which prepares it.
      const [row] = await statementsOf(db)<{ transaction: string }[]>`
        UPDATE collectors SET heard_seconds = greatest(heard_seconds, ${heardSeconds}), heard_at = now()
        WHERE id = ${collector} RETURNING pg_current_xact_id()::text AS transaction`;
      if (row !== undefined) writes?.ignore(row.transaction);
      this.#isFailing = false;
    } catch (err) {
      // Said once: a database that is away has a message of its own.
      if (!this.#isFailing && !this.#stopped.signal.aborted)
        log.warn({ err }, "cannot write down that this collector listens");
      this.#isFailing = true;
    }
  }

  async #readSeconds(db: Db): Promise<number> {
    const [row] = await db
      .select({ heardSeconds: collectors.heardSeconds })
      .from(collectors)
      .where(eq(collectors.id, this.collector));
    return row?.heardSeconds ?? 0;
  }
}

function readClocks() {
  return { wallMs: Date.now(), steadyMs: performance.now() };
}
