import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { NOBODY, recordAudit } from "#features/audit";
import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { lldpNeighbours, lldpSources } from "./tables";

/** Lets neighbours go that are not there any more. */
export function neighbourJobs({ db, retentionDays }: { db: Db; retentionDays: number }): Job[] {
  const run = () => removeLostNeighbours(db, retentionDays);
  return [{ name: "neighbours.retention", everySeconds: 3600, run }];
}

/**
 * Removes the neighbours that were last heard more than `keptDays` days ago and that a complete scan since did not
 * hear; not those that somebody has dismissed or matched, or that were never looked for again.
 */
export async function removeLostNeighbours(db: Db, keptDays: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const lost = transaction
      .select({ id: lldpNeighbours.id })
      .from(lldpNeighbours)
      .innerJoin(lldpSources, eq(lldpSources.id, lldpNeighbours.sourceDeviceId))
      .where(
        and(
          sql`${lldpNeighbours.lastSeen} < now() - make_interval(days => ${keptDays})`,
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
