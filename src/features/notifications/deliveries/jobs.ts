import { and, lt, ne } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { bringForward, IS_ANY_AHEAD } from "#platform/outbox/set-back";
import { outbox, outboxDestinations } from "#platform/tables/outbox";

const KEPT_DAYS = 30;

/**
 * Lets go what was sent, or given up, long ago, and destinations that nothing has gone to since; lets nothing wait for
 * a clock that was set back.
 */
export function outboxJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "outbox.retention",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOldDeliveries(db, now)),
    },
    { name: "outbox.clock-set-back", everySeconds: 60, when: IS_ANY_AHEAD, run: () => bringForward(db) },
  ];
}

async function removeOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = daysBefore(now, KEPT_DAYS);
  const { state, createdAt, triedAt } = outbox;
  await db.delete(outbox).where(and(ne(state, "waiting"), lt(createdAt, before), lt(triedAt, before)));
  await db.delete(outboxDestinations).where(lt(outboxDestinations.failedAt, before));
}
