import { eq, sql } from "drizzle-orm";
import type { DeviceMover, Merge, Moved } from "#features/topology";
import { discoveryObservations, discoveryPresences } from "./tables";

/** Gives what schedules know and say of a device to another. What is open on both is said of the kept one alone. */
export const discoveryDeviceMover: DeviceMover = {
  columns: ["discovery_presences.device_id", "discovery_observations.device_id"],
  async move(merge) {
    const settled = await settle(merge);
    const moved = await moveObservations(merge);
    await movePresences(merge);
    return [moved, { kind: "observations", outcome: "joined", names: settled }];
  },
};

const keyOf = (id: number) => `device:${id}`;

/** What is said of both, and that the two are one or share an address, is settled by the merge. */
async function settle({ db, kept, gone }: Merge): Promise<string[]> {
  const rows = await db.execute<{ summary: string }>(sql`
    UPDATE ${discoveryObservations} o SET status = 'resolved', is_ignored = false, ignored_until = NULL, resolved_at = now(),
      details = details || '{"auto_resolved": "merged"}'::jsonb
    WHERE status <> 'resolved' AND (
      (device_id = ${kept} AND details ->> 'other_device_id' = ${String(gone)})
      OR (device_id = ${gone} AND details ->> 'other_device_id' = ${String(kept)})
      OR (subject_key = ${keyOf(gone)} AND EXISTS (
        SELECT FROM ${discoveryObservations} k WHERE k.schedule_id = o.schedule_id AND k.observation_type = o.observation_type
          AND k.subject_key = ${keyOf(kept)} AND k.status <> 'resolved')))
    RETURNING summary`);
  return rows.map(({ summary }) => summary);
}

async function moveObservations({ db, kept, gone }: Merge): Promise<Moved> {
  const { deviceId, subjectKey, details, summary, status } = discoveryObservations;
  await db
    .update(discoveryObservations)
    .set({ subjectKey: keyOf(kept) })
    .where(eq(subjectKey, keyOf(gone)));
  await db
    .update(discoveryObservations)
    .set({ details: sql`jsonb_set(${details}, '{other_device_id}', to_jsonb(${kept}::bigint))` })
    .where(sql`${details} ->> 'other_device_id' = ${String(gone)}`);
  const rows = await db
    .update(discoveryObservations)
    .set({ deviceId: kept })
    .where(eq(deviceId, gone))
    .returning({ summary, status });
  const open = rows.filter((row) => row.status !== "resolved");
  return { kind: "observations", outcome: "moved", names: open.map((row) => row.summary) };
}

async function movePresences({ db, kept, gone }: Merge): Promise<void> {
  const { deviceId, reportedKey } = discoveryPresences;
  await db.update(discoveryPresences).set({ deviceId: kept }).where(eq(deviceId, gone));
  await db
    .update(discoveryPresences)
    .set({ reportedKey: keyOf(kept) })
    .where(eq(reportedKey, keyOf(gone)));
}
