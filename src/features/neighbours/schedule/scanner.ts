import { and, eq } from "drizzle-orm";
import { ClaimQueue, type Claim } from "#platform/claims";
import type { Database } from "#platform/database";
import type { Logger } from "#platform/log";
import { scanDueDevice, type ScanContext } from "../scan";
import { lldpSources } from "../tables";
import { nextDueAt, planDevices } from "./schedule";
import { UNWATCHED, type Writes } from "#platform/write-watch";

/** `writes`: absent, it is looked again and again. */
type Options = Omit<ScanContext, "db"> & { database: Database; writes?: Writes; log: Logger };
type Running = { claim: Claim; ended: Promise<void> };

const AT_ONCE = 8;
const PAUSE_MS = 5110;
/** Where nothing is due before, and nothing is written; and where there is nothing that could fall due by itself. */
const QUIET_PAUSE_MS = 30_000;
const EMPTY_PAUSE_MS = 300_000;
/** Longer than a scan takes, so that it need not be renewed. */
const LEASE_SECONDS = 90;

/** Asks devices for their neighbours when they are due, in every process on the database a part of them. */
export class NeighbourScanner {
  readonly #options: Options;
  readonly #queue: ClaimQueue;
  readonly #running = new Map<number, Running>();
  readonly #stopped = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    const { sql } = options.database;
    this.#queue = new ClaimQueue({ sql, table: "lldp_sources", leaseSeconds: LEASE_SECONDS });
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Breaks off what runs, and gives it back. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error("the service stops"));
    await this.#loop;
    await this.#settled();
  }

  /** Asks all that are due, and waits until it was done. */
  async scanDue(): Promise<void> {
    while ((await this.#begin()) > 0) await this.#settled();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    const { writes = UNWATCHED } = this.#options;
    while (!signal.aborted) {
      const mark = writes.mark();
      let mostMs = PAUSE_MS;
      try {
        await planDevices(this.#options.database.db);
        if ((await this.#begin()) === 0) mostMs = await this.#quietMs();
      } catch (error) {
        this.#options.log.debug({ err: error }, "cannot look for scans of neighbours; it is tried again");
      }
      const free = [...this.#running.values()].map(({ ended }) => ended);
      const pause = writes.pause(mark, { leastMs: PAUSE_MS, mostMs }, signal);
      await Promise.race([pause, ...(free.length < AT_ONCE ? [] : free)]);
    }
  }

  /** Until something falls due, unless something is written. */
  async #quietMs(): Promise<number> {
    const untilDueMs = await this.#queue.untilDueMs();
    if (untilDueMs === Infinity) return EMPTY_PAUSE_MS;
    return Math.max(PAUSE_MS, Math.min(QUIET_PAUSE_MS, untilDueMs));
  }

  /** Gives how many scans it has begun. */
  async #begin(): Promise<number> {
    const claims = await this.#queue.claim({ limit: AT_ONCE - this.#running.size });
    for (const claim of claims) {
      const ended = this.#scan(claim).finally(() => this.#running.delete(claim.id));
      this.#running.set(claim.id, { claim, ended });
    }
    return claims.length;
  }

  async #scan(claim: Claim): Promise<void> {
    const { database, log, ...rest } = this.#options;
    const { db } = database;
    const { id, token } = claim;
    try {
      await scanDueDevice({ ...rest, db }, id, this.#stopped.signal);
      await db
        .update(lldpSources)
        .set({ dueAt: nextDueAt, leasedUntil: null })
        .where(and(eq(lldpSources.id, id), eq(lldpSources.claimToken, token)));
    } catch (error) {
      if (this.#stopped.signal.aborted) await this.#giveBack(claim);
      // Its lease ends, and somebody asks it again.
      else log.warn({ err: error, device: id }, "a scan of neighbours failed");
    }
  }

  async #giveBack(claim: Claim): Promise<void> {
    await this.#queue
      .release([claim])
      .catch((error: unknown) => this.#options.log.debug({ err: error }, "cannot give a scan back"));
  }

  async #settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }
}
