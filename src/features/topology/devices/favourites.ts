import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { devices, favouriteDevices } from "../tables";
import { getDevice } from "./device-rows";
import type { DeviceRead } from "./models";

const BY_ID: Ordering<{ id: number }> = {
  name: "favourite devices",
  keys: [{ column: favouriteDevices.deviceId, type: "bigint", of: ({ id }) => id }],
};

/** Ids of the user's own favourites, in order: all of them or a page. Throws 422 for a bad cursor. */
export async function listFavourites(
  { db }: { db: Db },
  { userId, query }: { userId: number; query: PageQuery },
): Promise<Page<number>> {
  const filter = eq(favouriteDevices.userId, userId);
  const page = await readPage(query, {
    order: BY_ID,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({ id: favouriteDevices.deviceId })
        .from(favouriteDevices)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(favouriteDevices, filter),
  });
  return mapPage(page, ({ id }) => id);
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
