import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { NOBODY, recordAudits } from "#features/audit";
import type { Db } from "#platform/database";
import { daysBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { operations } from "#tables/operations";
import { INTERRUPTED } from "./scans/desk";
import { bringForward, IS_ANY_AHEAD } from "./schedules/set-back";
import { discoveryObservations, discoveryScans } from "./tables";

/** Scans by hand, and resolved observations. */
const KEPT_DAYS = 90;
/** Of each schedule, however old. */
const KEPT_SCANS = 20;
const REMOVED_AT_ONCE = 500;

/**
 * Ends scans that lost their process, lets old scans and resolved observations go, and lets no schedule wait for a
 * clock that was set back.
 */
export function discoveryJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "discovery.end-interrupted",
      everySeconds: 15,
      when: "EXISTS (SELECT FROM discovery_scans WHERE status = 'running')",
      run: () => endInterrupted(db),
    },
    {
      name: "discovery.clock-set-back",
      everySeconds: 60,
      when: IS_ANY_AHEAD,
      run: () => bringForward(db),
    },
    {
      name: "discovery.retention",
      everySeconds: 3600,
      async run({ signal }) {
        const now = await deletions.now();
        while (!signal.aborted && (await removeOldScans(db, now)) === REMOVED_AT_ONCE);
        if (now !== undefined) await removeOldObservations(db, now);
      },
    },
  ];
}

/** Ends the scans whose operations have ended without them. */
export async function endInterrupted(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const hasEnded = or(
      isNull(discoveryScans.operationId),
      inArray(
        discoveryScans.operationId,
        tx.select({ id: operations.id }).from(operations).where(isNotNull(operations.endedAt)),
      ),
    );
    const ended = await tx
      .update(discoveryScans)
      .set({
        status: "failed",
        state: "interrupted",
        error: INTERRUPTED,
        resultCount: sql`(SELECT count(*) FROM discovery_hosts h WHERE h.scan_id = ${discoveryScans.id})`,
        completedAt: sql`now()`,
      })
      .where(and(eq(discoveryScans.status, "running"), hasEnded))
      .returning({ id: discoveryScans.id, scheduleId: discoveryScans.scheduleId });
    await recordAudits(
      { db: tx, actor: NOBODY },
      ended.map(({ id, scheduleId }) => ({
        action: scheduleId === null ? "discovery.scan_failed" : "discovery.scheduled_scan_failed",
        target: `scan:${id}`,
        detail: INTERRUPTED,
      })),
    );
  });
}

/**
 * Lets go what a schedule has too many of, and scans by hand that are too old, where it is said what time it is: some
 * hundred at a time, as each takes its hosts with it. Gives how many there were.
 */
export async function removeOldScans(db: Db, now?: Date): Promise<number> {
  const before = now === undefined ? "-infinity" : daysBefore(now, KEPT_DAYS).toISOString();
  const removed = await db.execute(sql`
    DELETE FROM discovery_scans WHERE id IN (
      SELECT id FROM (
        SELECT id, schedule_id, created_at, row_number() OVER (PARTITION BY schedule_id ORDER BY id DESC) AS place
        FROM discovery_scans WHERE status <> 'running') kept
      WHERE place > ${KEPT_SCANS}
        AND (schedule_id IS NOT NULL OR created_at < ${before}::timestamptz)
      ORDER BY id LIMIT ${REMOVED_AT_ONCE})
    RETURNING id`);
  return removed.length;
}

/** Lets resolved observations go that nobody has asked for since long. */
export async function removeOldObservations(db: Db, now: Date): Promise<void> {
  await db
    .delete(discoveryObservations)
    .where(
      and(
        eq(discoveryObservations.status, "resolved"),
        lt(discoveryObservations.resolvedAt, daysBefore(now, KEPT_DAYS)),
      ),
    );
}
