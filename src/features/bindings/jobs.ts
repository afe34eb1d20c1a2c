import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { BindingRetention } from "./retention";

type JobDeps = { db: Db; log: Logger; retentionDays: number };

/** Lets go what ended long ago. */
export function bindingJobs({ db, log, retentionDays }: JobDeps): Job[] {
  const readClocks = async () => ({ wall: (await databaseNow(db)).getTime(), monotonic: performance.now() });
  const retention = new BindingRetention({ db, log, keptDays: retentionDays, readClocks });
  return [{ name: "bindings.retention", everySeconds: 3600, run: ({ signal }) => retention.run(signal) }];
}
