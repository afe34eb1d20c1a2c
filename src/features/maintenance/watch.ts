import type { Db } from "#platform/database";
import { UNWATCHED, type Writes } from "#platform/write-watch";
import { maintenanceAt, type MaintenanceCoverage } from "./coverage";

/**
 * What others have written, on another replica too, and devices that have moved to another group, are seen after so
 * long.
 */
const MAX_AGE_MS = 10_000;
/** Where nothing was written. */
const QUIET_MAX_AGE_MS = 60_000;

type Kept = {
  coverage: Promise<MaintenanceCoverage>;
  /** The moment that it was asked for. */
  at: Date;
  /** Of the monotonic clock. */
  readAtMs: number;
  mark: number;
};

/** `writes`: absent, whatever is read is old after a while. */
type Options = { db: Db; writes?: Writes; monotonicMs?: () => number };

/** Knows what is in maintenance, and asks the database only where that may have changed. */
export class MaintenanceWatch {
  readonly #db: Db;
  readonly #writes: Writes;
  readonly #monotonicMs: () => number;
  #kept: Kept | undefined;

  constructor({ db, writes = UNWATCHED, monotonicMs = () => performance.now() }: Options) {
    this.#db = db;
    this.#writes = writes;
    this.#monotonicMs = monotonicMs;
  }

  /** What is in maintenance at the moment, wherever the clock has jumped to since it was last asked. */
  async at(now: Date): Promise<MaintenanceCoverage> {
    const kept = this.#kept;
    if (kept !== undefined && (await this.#holds(kept, now))) return kept.coverage;
    if (this.#kept !== kept) return this.at(now);
    const fresh = {
      mark: this.#writes.mark(),
      coverage: maintenanceAt({ db: this.#db }, now),
      at: now,
      readAtMs: this.#monotonicMs(),
    };
    this.#kept = fresh;
    // What could not be read is not kept.
    fresh.coverage.catch(() => {
      if (this.#kept === fresh) this.#kept = undefined;
    });
    return fresh.coverage;
  }

  /** For after a write: the next question is put to the database. */
  forget(): void {
    this.#kept = undefined;
  }

  async #holds({ coverage, at, readAtMs, mark }: Kept, now: Date): Promise<boolean> {
    const maxAgeMs = mark === this.#writes.mark() ? QUIET_MAX_AGE_MS : MAX_AGE_MS;
    if (now < at || this.#monotonicMs() - readAtMs >= maxAgeMs) return false;
    const { changesAt } = await coverage;
    return changesAt === null || now < changesAt;
  }
}
