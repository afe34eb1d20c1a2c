import type postgres from "postgres";

/** What monitoring has found out about a device; `status` null: what it was before. */
export type MonitoringNote = {
  deviceId: number;
  atMs: number;
  status: "online" | "offline" | "unknown" | null;
};

/**
 * Notes when devices were checked last and what is held of them. That is observed, not set: neither `updated_at` nor
 * the part of the entity tag that guards edits moves. A device that somebody is writing at this moment is left out, and
 * noted the next time.
 */
export async function noteMonitoring(sql: postgres.ISql, notes: readonly MonitoringNote[]): Promise<void> {
  if (notes.length === 0) return;
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(notes)}::text::jsonb)
        AS note("deviceId" bigint, "atMs" float8, status text)),
    free AS (SELECT id FROM devices WHERE id IN (SELECT "deviceId" FROM given) FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE devices SET last_monitored_at = to_timestamp("atMs" / 1000), monitor_status = coalesce(given.status, monitor_status)
    FROM given, free WHERE devices.id = free.id AND given."deviceId" = free.id`;
}
