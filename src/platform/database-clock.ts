import { sql } from "drizzle-orm";
import type { Db } from "./database";

/** The time by the database's clock, which all processes share. In a transaction it goes on, too. */
export async function databaseNow(db: Db): Promise<Date> {
  const [row] = await db.execute<{ ms: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  );
  if (row === undefined) throw new Error("our bug: the database told no time");
  return new Date(row.ms);
}
