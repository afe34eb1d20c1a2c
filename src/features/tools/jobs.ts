import { and, inArray, isNull, lt, or } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore, hoursBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { HELD_MINUTES } from "./kept/service";
import { toolResults } from "./tables";

const REMOVED_AT_ONCE = 1000;

type JobDeps = { db: Db; deletions: DeletionClock; retentionDays: number };

/** Lets answers of tools go that nobody has kept in time, and kept ones that are older than `retentionDays`. */
export function toolJobs({ db, deletions, retentionDays }: JobDeps): Job[] {
  return [
    {
      name: "tools.retention",
      everySeconds: 300,
      run: ({ signal }) =>
        deletions.ifBelieved(async (now) => {
          const kept = { now, retentionDays };
          while (!signal.aborted && (await removeOldResults(db, kept)) === REMOVED_AT_ONCE);
        }),
    },
  ];
}

/** A thousand at most; gives how many there were. */
export async function removeOldResults(
  db: Db,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<number> {
  const { id, ranAt, deviceId } = toolResults;
  const old = db
    .select({ id })
    .from(toolResults)
    .where(
      or(
        and(isNull(deviceId), lt(ranAt, hoursBefore(now, HELD_MINUTES / 60))),
        lt(ranAt, daysBefore(now, retentionDays)),
      ),
    )
    .limit(REMOVED_AT_ONCE);
  const removed = await db.delete(toolResults).where(inArray(id, old)).returning({ id });
  return removed.length;
}
