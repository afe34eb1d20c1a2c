import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { NOBODY, recordAudit } from "#features/audit";
import type { Db } from "#platform/database";
import { daysBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { lldpNeighbours, lldpSources } from "./tables";

type JobDeps = { db: Db; deletions: DeletionClock; retentionDays: number };

/** Lets neighbours go that are not there any more. */
export function neighbourJobs({ db, deletions, retentionDays: keptDays }: JobDeps): Job[] {
  const run = () => deletions.ifBelieved((now) => removeLostNeighbours(db, { now, keptDays }));
  return [{ name: "neighbours.retention", everySeconds: 3600, run }];
}

/**
 * Removes the neighbours that were last heard more than `keptDays` days ago and that a complete scan since did not
 * hear; not those that somebody has dismissed or matched, or that were never looked for again.
 */
export async function removeLostNeighbours(
  db: Db,
  { now, keptDays }: { now: Date; keptDays: number },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const lost = transaction
      .select({ id: lldpNeighbours.id })
      .from(lldpNeighbours)
      .innerJoin(lldpSources, eq(lldpSources.id, lldpNeighbours.sourceDeviceId))
      .where(
        and(
          lt(lldpNeighbours.lastSeen, daysBefore(now, keptDays)),
          sql`${lldpNeighbours.lastSeen} < ${lldpSources.completeAt}`,
          eq(lldpNeighbours.dismissed, false),
          or(isNull(lldpNeighbours.matchReason), ne(lldpNeighbours.matchReason, "person")),
        ),
      );
    const removed = await transaction
      .delete(lldpNeighbours)
      .where(inArray(lldpNeighbours.id, lost))
      .returning({ id: lldpNeighbours.id });
    if (removed.length === 0) return;
    await recordAudit(
      { db: transaction, actor: NOBODY },
      { action: "lldp.neighbours_removed", detail: `count=${removed.length} unseen_days=${keptDays}` },
    );
  });
}
