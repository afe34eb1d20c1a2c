import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { databaseNow } from "#platform/database-clock";
import { packDays, packHours } from "./history/pack";
import { Retention } from "./history/retention";

/**
 * Packs and rolls up results, and lets old ones go, as it does old changes of state; incidents stay, as they are few.
 */
export function monitoringJobs({ db, log }: { db: Db; log: Logger }): Job[] {
  const readClocks = async () => ({ wall: (await databaseNow(db)).getTime(), monotonic: performance.now() });
  const retention = new Retention({ db, log, readClocks });
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
      run: () => retention.run(),
    },
  ];
}
