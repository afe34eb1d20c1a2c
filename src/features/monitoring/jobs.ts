import type { Db } from "#platform/database";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { databaseNow } from "#platform/database-clock";
import { packDays, packHours } from "./history/pack";
import { removeOldHistory } from "./history/retention";

type JobDeps = { db: Db; log: Logger; deletions: DeletionClock };

/**
 * Packs and rolls up results, and lets old ones go, as it does old changes of state; incidents stay, as they are few.
 */
export function monitoringJobs({ db, log, deletions }: JobDeps): Job[] {
  return [
    {
      name: "monitoring.packing",
      everySeconds: 300,
      async run({ signal }) {
        const context = { db, log, signal, now: await databaseNow(db) };
        await packHours(context);
        await packDays(context);
      },
    },
    {
      name: "monitoring.retention",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOldHistory(db, now)),
    },
  ];
}
