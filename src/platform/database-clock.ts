import { sql, type SQL } from "drizzle-orm";
import type { ClockReading } from "./clock-step";
import type { Db } from "./database";

/** The time by the database's clock, which all processes share. In a transaction it goes on, too. */
export async function databaseNow(db: Db): Promise<Date> {
  const [row] = await db.execute<{ ms: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  );
  if (row === undefined) throw new Error("our bug: the database told no time");
  return new Date(row.ms);
}

/**
 * Whether a time lies within the last so many seconds by that clock. What lies over a minute ahead does not: it was written
 * down before the clock was set back, and nobody knows when.
 */
export function wasWithin(time: SQL, seconds: number): SQL {
  return sql`${time} BETWEEN now() - make_interval(secs => ${seconds}) AND now() + interval '1 minute'`;
}

/** Gives what looks at the database's clock, and at one that is never set. */
export function databaseClocks(db: Db): () => Promise<ClockReading> {
  return async () => ({ wall: (await databaseNow(db)).getTime(), monotonic: performance.now() });
}
