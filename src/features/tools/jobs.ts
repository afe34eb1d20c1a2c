import { and, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { HELD_MINUTES } from "./kept/service";
import { toolResults } from "./tables";

const REMOVED_AT_ONCE = 1000;

/** Lets answers of tools go that nobody has kept in time, and kept ones that are older than `retentionDays`. */
export function toolJobs({ db, retentionDays }: { db: Db; retentionDays: number }): Job[] {
  return [
    {
      name: "tools.retention",
      everySeconds: 300,
      async run({ signal }) {
        while (!signal.aborted && (await removeOldResults(db, retentionDays)) === REMOVED_AT_ONCE);
      },
    },
  ];
}

/** A thousand at most; gives how many there were. */
export async function removeOldResults(db: Db, retentionDays: number): Promise<number> {
  const { id, ranAt, deviceId } = toolResults;
  const old = db
    .select({ id })
    .from(toolResults)
    .where(
      or(
        and(isNull(deviceId), sql`${ranAt} < now() - make_interval(mins => ${HELD_MINUTES})`),
        sql`${ranAt} < now() - make_interval(days => ${retentionDays})`,
      ),
    )
    .limit(REMOVED_AT_ONCE);
  const removed = await db.delete(toolResults).where(inArray(id, old)).returning({ id });
  return removed.length;
}
