import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { bringForward, IS_ANY_AHEAD } from "#platform/outbox/set-back";
import { outbox, outboxDestinations } from "#platform/tables/outbox";

const KEPT_DAYS = 30;

/**
 * Lets go what was sent, or given up, long ago, and destinations that nothing has gone to since; lets nothing wait for
 * a clock that was set back.
 */
export function outboxJobs({ db }: { db: Db }): Job[] {
  return [
    { name: "outbox.retention", everySeconds: 3600, run: () => removeOldDeliveries(db) },
    { name: "outbox.clock-set-back", everySeconds: 60, when: IS_ANY_AHEAD, run: () => bringForward(db) },
  ];
}

async function removeOldDeliveries(db: Db): Promise<void> {
  await db.delete(outbox).where(
    sql`${outbox.state} <> 'waiting' AND ${outbox.createdAt} < now() - make_interval(days => ${KEPT_DAYS})
      AND ${outbox.triedAt} < now() - make_interval(days => ${KEPT_DAYS})`,
  );
  await db
    .delete(outboxDestinations)
    .where(sql`${outboxDestinations.failedAt} < now() - make_interval(days => ${KEPT_DAYS})`);
}
