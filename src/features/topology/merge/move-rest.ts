import { eq, sql } from "drizzle-orm";
import { isLocallyAdministered } from "../devices/vendor-registry";
import { deviceIdentities, topologyLayouts } from "../tables";
import { presentMoves, type DeviceMover, type Merge, type Moved } from "./mover";

/** Whose favourite each is: that of whoever had one of both. */
export const favouriteMover: DeviceMover = {
  columns: ["favourite_devices.device_id"],
  async move({ db, kept, gone }) {
    const rows = await db.execute<{ name: string; isNew: boolean }>(sql`
      WITH had AS (DELETE FROM favourite_devices WHERE device_id = ${gone} RETURNING user_id),
      made AS (
        INSERT INTO favourite_devices (user_id, device_id) SELECT user_id, ${kept} FROM had
        ON CONFLICT DO NOTHING RETURNING user_id)
      SELECT u.username AS name, made.user_id IS NOT NULL AS "isNew"
      FROM had JOIN users u ON u.id = had.user_id LEFT JOIN made ON made.user_id = had.user_id ORDER BY u.username`);
    const namesOf = (isNew: boolean) => rows.filter((row) => row.isNew === isNew).map(({ name }) => name);
    return presentMoves([
      { kind: "favourites", outcome: "moved", names: namesOf(true) },
      { kind: "favourites", outcome: "joined", names: namesOf(false) },
    ]);
  },
};

/** Where it is on maps. Where the kept device has a place, that one stays. */
export const positionMover: DeviceMover = {
  columns: [],
  async move({ db, kept, gone }) {
    const [from, to] = [`device-${gone}`, `device-${kept}`];
    const { positions, name } = topologyLayouts;
    const rows = await db
      .select({ name, isPlaced: sql<boolean>`${positions} ? ${to}::text` })
      .from(topologyLayouts)
      .where(sql`${positions} ? ${from}::text`)
      .orderBy(topologyLayouts.id)
      .for("no key update");
    await db
      .update(topologyLayouts)
      .set({
        positions: sql`jsonb_build_object(${to}::text, ${positions} -> ${from}::text) || (${positions} - ${from}::text)`,
      })
      .where(sql`${positions} ? ${from}::text`);
    const namesOf = (isPlaced: boolean) =>
      rows.filter((row) => row.isPlaced === isPlaced).map((row) => row.name);
    return presentMoves([
      { kind: "layout_positions", outcome: "moved", names: namesOf(false) },
      { kind: "layout_positions", outcome: "dropped", names: namesOf(true) },
    ]);
  },
};

/** What the devices are told by. */
export const identityMover: DeviceMover = {
  columns: ["device_identities.device_id"],
  async move(merge) {
    const { db, gone } = merge;
    const rows = await db.delete(deviceIdentities).where(eq(deviceIdentities.deviceId, gone)).returning();
    const names = await keepKeys(merge, rows);
    return presentMoves([{ kind: "identities", outcome: "moved", names }]);
  },
};

type Key = Omit<typeof deviceIdentities.$inferInsert, "deviceId">;

/** Keeps keys as those of the kept device; gives them as text. */
async function keepKeys({ db, kept }: Pick<Merge, "db" | "kept">, keys: readonly Key[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { kind, value, deviceId, firstSeenAt, lastSeenAt } = deviceIdentities;
  await db
    .insert(deviceIdentities)
    .values(keys.map((key) => ({ ...key, deviceId: kept })))
    .onConflictDoUpdate({
      target: [kind, value, deviceId],
      set: {
        firstSeenAt: sql`least(${firstSeenAt}, excluded.first_seen_at)`,
        lastSeenAt: sql`greatest(${lastSeenAt}, excluded.last_seen_at)`,
      },
    });
  return keys.map((key) => key.value);
}

type Told = { macAddress: string | null; serialNumber: string | null };

/** Keeps what the fields of a device told it by that are not the kept device's, so that it is still known by them. */
export async function keepLostKeys(
  merge: Pick<Merge, "db" | "kept">,
  { lost, stays }: { lost: Told; stays: Told },
): Promise<Moved[]> {
  const keys: Key[] = [];
  const { macAddress, serialNumber } = lost;
  // Random ones tell nobody.
  if (macAddress !== null && macAddress !== stays.macAddress && !isLocallyAdministered(macAddress))
    keys.push({ kind: "mac_address", value: macAddress, source: "merge" });
  if (serialNumber !== null && serialNumber.toLowerCase() !== stays.serialNumber?.toLowerCase())
    keys.push({ kind: "serial_number", value: serialNumber.toLowerCase(), source: "merge" });
  return presentMoves([{ kind: "identities", outcome: "moved", names: await keepKeys(merge, keys) }]);
}
