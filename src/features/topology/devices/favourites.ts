import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { devices, favouriteDevices } from "../tables";
import { getDevice } from "./device-rows";
import type { DeviceRead } from "./models";

/** Ids of the user's own favourites, in order. */
export async function listFavourites({ db }: { db: Db }, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: favouriteDevices.deviceId })
    .from(favouriteDevices)
    .where(eq(favouriteDevices.userId, userId))
    .orderBy(favouriteDevices.deviceId);
  return rows.map(({ id }) => id);
}

/** Makes the device a favourite of the user, or no longer one. Throws 404. */
export function toggleFavourite(
  ctx: { db: Db },
  { id, userId }: { id: number; userId: number },
): Promise<DeviceRead> {
  return ctx.db.transaction(async (db) => {
    const [device] = await db
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.id, id))
      .for("update");
    if (device === undefined) throw notFound("Device not found");
    const removed = await db
      .delete(favouriteDevices)
      .where(and(eq(favouriteDevices.userId, userId), eq(favouriteDevices.deviceId, id)))
      .returning();
    if (removed.length === 0) await db.insert(favouriteDevices).values({ userId, deviceId: id });
    return getDevice({ db }, { id, userId });
  });
}
