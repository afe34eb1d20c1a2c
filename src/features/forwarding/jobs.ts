import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";

type JobDeps = { db: Db; deletions: DeletionClock; retentionDays: number };

/** Lets go what no switch has had for long. */
export function forwardingJobs({ db, deletions, retentionDays: keptDays }: JobDeps): Job[] {
  return [
    {
      name: "forwarding.retention",
      everySeconds: 3600,
      run: ({ signal }) => deletions.ifBelieved((now) => removeOldEntries(db, { now, keptDays, signal })),
    },
  ];
}

/** Rows of a statement, so that none holds others up for long. */
const BATCH = 10_000;

/**
 * Removes entries that were last seen longer ago, also those of a switch that has not answered since; with the last of
 * a MAC address it hangs nowhere, and with the last of a port the port is forgotten.
 */
export async function removeOldEntries(
  db: Db,
  { now, keptDays, signal }: { now: Date; keptDays: number; signal: AbortSignal },
): Promise<void> {
  const kept = sql`${daysBefore(now, keptDays).toISOString()}::timestamptz`;
  for (let removed = BATCH; removed === BATCH;) {
    signal.throwIfAborted();
    const rows = await db.execute(sql`
      DELETE FROM forwarding_entries WHERE ctid = ANY (ARRAY(
        SELECT entry.ctid FROM forwarding_entries entry
        JOIN forwarding_switches own ON own.device_id = entry.device_id
        WHERE coalesce(entry.last_seen, own.complete_at) < ${kept} LIMIT ${BATCH}))
      RETURNING 1`);
    removed = rows.length;
  }
  await db.execute(sql`
    DELETE FROM forwarding_places place WHERE NOT EXISTS (
      SELECT 1 FROM forwarding_entries entry WHERE entry.mac_address = place.mac_address
        AND entry.device_id = place.device_id AND entry.port_index = place.port_index)`);
  await db.execute(sql`
    DELETE FROM forwarding_ports port WHERE port.macs = 0 AND NOT EXISTS (
      SELECT 1 FROM forwarding_entries entry
      WHERE entry.device_id = port.device_id AND entry.port_index = port.port_index)`);
}
