import type { Database, Db } from "#platform/database";
import { jobLeases } from "#platform/tables/job-leases";
import type { JobLease } from "../../src/features/syslog/segments/job-lease";
import type { StoreClock } from "../../src/features/syslog/segments/store-clock";

/** A lease that nobody else wants. */
export async function givenLease(db: Db, name: string): Promise<JobLease> {
  const now = new Date();
  await db
    .insert(jobLeases)
    .values({ name, owner: "test", token: 1, leasedUntil: now, startedAt: now })
    .onConflictDoNothing();
  return { name, token: 1, signal: new AbortController().signal };
}

/** Clocks that a test moves. */
export class SteppedClock implements StoreClock {
  #wall: number;
  #monotonic = 0;

  constructor(wall: number) {
    this.#wall = wall;
  }

  wall(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Time goes by. */
  pass(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#monotonic += milliseconds;
  }

  /** Somebody sets the wall clock. */
  set(byMilliseconds: number): void {
    this.#wall += byMilliseconds;
  }
}

/**
 * Forgets every segment, collector, run of retention and lease: for test files whose tests each need a store of their
 * own.
 */
export async function emptyCatalog({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql`TRUNCATE event_segments, collectors, event_retention, job_leases RESTART IDENTITY CASCADE`;
}
