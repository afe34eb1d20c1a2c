import { eq, sql } from "drizzle-orm";
import type { DeviceMover, Merge } from "#features/topology";
import { maintenanceScopes } from "./tables";

/** Gives what windows cover of a device to another. */
export const maintenanceDeviceMover: DeviceMover = {
  columns: ["maintenance_scopes.device_id"],
  async move(merge) {
    const { db, kept, gone, joinedChecks } = merge;
    const names = await titlesOf(merge);
    const { deviceId, serviceCheckId } = maintenanceScopes;
    await db.update(maintenanceScopes).set({ deviceId: kept }).where(eq(deviceId, gone));
    for (const [from, to] of joinedChecks)
      await db.update(maintenanceScopes).set({ serviceCheckId: to }).where(eq(serviceCheckId, from));
    // A window names each thing once.
    for (const [column, id] of [
      [sql`device_id`, kept],
      ...[...joinedChecks.values()].map((check) => [sql`service_check_id`, check] as const),
    ] as const)
      await db.execute(sql`
        DELETE FROM ${maintenanceScopes} s USING ${maintenanceScopes} first
        WHERE s.${column} = ${id} AND first.${column} = ${id} AND s.maintenance_id = first.maintenance_id AND first.id < s.id`);
    return [{ kind: "maintenance_windows", outcome: "moved", names }];
  },
};

async function titlesOf({ db, gone }: Merge): Promise<string[]> {
  const rows = await db.execute<{ title: string }>(sql`
    SELECT w.title FROM maintenance_windows w WHERE w.id IN (
      SELECT maintenance_id FROM ${maintenanceScopes} WHERE device_id = ${gone}) ORDER BY w.title, w.id`);
  return rows.map(({ title }) => title);
}
