import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { checkResults } from "./tables";

/** Results of checks are kept for so long. */
const RESULTS_KEPT_DAYS = 30;

/** Lets old results go; changes of state and incidents stay, as they are few. */
export function monitoringJobs({ db }: { db: Db }): Job[] {
  return [{ name: "monitoring.retention", everySeconds: 3600, run: () => removeOldResults(db) }];
}

async function removeOldResults(db: Db): Promise<void> {
  await db
    .delete(checkResults)
    .where(sql`${checkResults.at} < now() - make_interval(days => ${RESULTS_KEPT_DAYS})`);
}
