import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { BindingRetention } from "./retention";

type JobDeps = { db: Db; log: Logger; retentionDays: number };

/** Lets go what ended long ago. */
export function bindingJobs({ db, log, retentionDays }: JobDeps): Job[] {
  const readClocks = async () => ({ wall: await databaseMilliseconds(db), monotonic: performance.now() });
  const retention = new BindingRetention({ db, log, keptDays: retentionDays, readClocks });
  return [{ name: "bindings.retention", everySeconds: 3600, run: ({ signal }) => retention.run(signal) }];
}

async function databaseMilliseconds(db: Db): Promise<number> {
  const rows = await db.execute(sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);
  const [row] = z.array(z.object({ now: z.number() })).parse([...rows]);
  if (row === undefined) throw new Error("our bug: the database told no time");
  return row.now;
}
