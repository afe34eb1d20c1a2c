import { inArray } from "drizzle-orm";
import type { Db } from "#platform/database";
import { selectDevices, toDeviceReads } from "./devices/device-rows";
import type { DeviceRead } from "./devices/models";
import { devices } from "./tables";

/** The devices of the ids as `userId` sees them, by name; an id that no device has is left out. */
export async function readDevices(
  { db }: { db: Db },
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<DeviceRead[]> {
  if (ids.length === 0) return [];
  const rows = await selectDevices(db, userId)
    .where(inArray(devices.id, [...ids]))
    .orderBy(devices.nameKey, devices.id);
  return toDeviceReads(db, rows);
}
