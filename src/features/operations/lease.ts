import { and, isNull, lt, sql } from "drizzle-orm";
import { wallClockStep, type ClockReading } from "#platform/clock-step";
import type { Db } from "#platform/database";
import { operations } from "./tables";

const LEASE_SECONDS = 15;

export const SERVICE_ENDED = "The service ended";

/** Until when a process has an operation to itself unless it says that it still runs. On the database's clock. */
export function leaseOf() {
  return sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
}

/** What ends an operation, at the moment itself: a transaction's `now()` is when it began. */
export function ended() {
  return { phase: null, updatedAt: sql`clock_timestamp()`, endedAt: sql`clock_timestamp()` };
}

/** What ends later than that was leased before the database's clock was set back. */
const LONGEST_LEASE_SECONDS = LEASE_SECONDS + 60;

/** A clock that is set by that much may end leases that are renewed in time. */
const SET_MS = 5000;

/**
 * Gives what ends abandoned operations, again and again. Where the clock was set forward since the last time, or since
 * this was made, as another process may have looked until now, each is leased anew first: who lives renews that, and who
 * does not is found out a lease later.
 */
export function createAbandonedWatch(db: Db, readClocks: () => Promise<ClockReading>): () => Promise<void> {
  // Of a database that is away the first look says so.
  let last: Promise<ClockReading | undefined> = readClocks().catch(() => undefined);
  return async () => {
    const before = await last;
    const now = await readClocks();
    last = Promise.resolve(now);
    const wasSet = before !== undefined && wallClockStep(before, now) > SET_MS;
    if (wasSet) await db.update(operations).set({ leasedUntil: leaseOf() }).where(isNull(operations.endedAt));
    await endAbandoned(db);
  };
}

/**
 * Ends the operations whose processes have gone: nobody else could go on with them. Where the clock was set back, their
 * leases run out as any other; who lives has renewed its own by then.
 */
export async function endAbandoned(db: Db): Promise<void> {
  const isTooLong = sql`${operations.leasedUntil} > now() + make_interval(secs => ${LONGEST_LEASE_SECONDS})`;
  await db
    .update(operations)
    .set({ leasedUntil: leaseOf() })
    .where(and(isNull(operations.endedAt), isTooLong));
  await db
    .update(operations)
    .set({ state: "failed", error: SERVICE_ENDED, ...ended() })
    .where(and(isNull(operations.endedAt), lt(operations.leasedUntil, sql`now()`)));
}
