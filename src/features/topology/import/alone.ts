import { sql } from "drizzle-orm";
import { setTimeout } from "node:timers/promises";
import { isBusy, type Db } from "#platform/database";
import { unavailable } from "#platform/errors";

/** Between two looks whether another process's import has ended. */
const LOOK_MS = 250;
/** How long one of its statements waits for what somebody else is changing: others may wait for what it holds. */
const LOCK_TIMEOUT = "10s";
const BUSY = "Somebody else has been changing the same things for long; nothing was written";
const COMES_BACK_SECONDS = 10;

/**
 * Does work in a transaction while no other import plans or writes, so that two of the same file do not make every
 * thing twice. It waits without a connection, and without holding anything. Throws 503 where somebody else does not let
 * go of what it needs, and what the signal has been given where that ends the waiting.
 */
export async function importAlone<Result>(
  db: Db,
  signal: AbortSignal,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await tryAlone(db, work);
    if (done !== undefined) return done.result;
    signal.throwIfAborted();
    await setTimeout(LOOK_MS, undefined, { signal });
  }
}

async function tryAlone<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  try {
    return await db.transaction(async (transaction) => {
      if (!(await lockImports(transaction))) return undefined;
      await transaction.execute(sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
      return { result: await work(transaction) };
    });
  } catch (error) {
    if (isBusy(error)) throw unavailable(BUSY, COMES_BACK_SECONDS, error);
    throw error;
  }
}

async function lockImports(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ has_lock: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('device import', 0)) AS has_lock`,
  );
  return row?.has_lock === true;
}
