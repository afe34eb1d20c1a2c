import { and, eq, inArray, sql } from "drizzle-orm";
import { listDeviceNames, type Merge, type Moved } from "#features/topology";
import type { Db } from "#platform/database";
import { devices } from "#tables/topology";
import { deviceDependencies } from "./tables";

/**
 * Gives chosen dependencies to another device: what was chosen for it stays, and the other's choice only counts where
 * it has none. What depended on the other depends on it. A choice that would lead back to the device goes.
 */
export async function moveChoices(merge: Merge): Promise<Moved[]> {
  const { db, kept, gone } = merge;
  const { deviceId, parentId } = deviceDependencies;
  const own = await db
    .select()
    .from(deviceDependencies)
    .where(inArray(deviceId, [kept, gone]));
  const isChosen = own.some((row) => row.deviceId === kept);
  const others = own.filter((row) => row.deviceId === gone && row.parentId !== kept);
  if (!isChosen)
    await db
      .update(deviceDependencies)
      .set({ deviceId: kept })
      .where(and(eq(deviceId, gone), sql`${parentId} IS DISTINCT FROM ${kept}`));
  const dependents = await moveDependents(merge);
  // Before the circles are looked for: they must not be found through it.
  await db.delete(deviceDependencies).where(inArray(deviceId, [gone]));
  await db.delete(deviceDependencies).where(eq(parentId, gone));
  const circular = await dropCircles(merge);
  const choiceNames = await namesOf(
    db,
    others.flatMap((row) => row.parentId ?? []),
  );
  return [
    { kind: "dependencies", outcome: isChosen ? "dropped" : "moved", names: choiceNames },
    { kind: "dependents", outcome: "moved", names: await namesOf(db, dependents) },
    { kind: "circular_dependencies", outcome: "dropped", names: await namesOf(db, circular) },
  ];
}

/** Those that depend on the device that goes, but for the kept one and those that depend on that already. */
async function moveDependents({ db, kept, gone }: Merge): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    UPDATE ${deviceDependencies} d SET parent_id = ${kept}
    WHERE d.parent_id = ${gone} AND d.device_id NOT IN (${kept}, ${gone}) AND NOT EXISTS (
      SELECT FROM ${deviceDependencies} k WHERE k.device_id = d.device_id AND k.parent_id = ${kept})
    RETURNING d.device_id AS id`);
  return rows.map(({ id }) => Number(id));
}

/** Of the parents of the kept device those that depend on it by now, whatever lies between. */
async function dropCircles({ db, kept }: Merge): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    WITH RECURSIVE behind (id) AS (
      SELECT device_id FROM ${deviceDependencies} WHERE parent_id = ${kept}
      UNION SELECT d.device_id FROM ${deviceDependencies} d JOIN behind ON d.parent_id = behind.id)
    DELETE FROM ${deviceDependencies} WHERE device_id = ${kept} AND parent_id IN (SELECT id FROM behind)
    RETURNING parent_id AS id`);
  return rows.map(({ id }) => Number(id));
}

async function namesOf(db: Db, ids: readonly number[]): Promise<string[]> {
  return ids.length === 0 ? [] : listDeviceNames(db, inArray(devices.id, [...ids]));
}
