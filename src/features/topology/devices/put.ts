import { eq, sql } from "drizzle-orm";
import { conflict } from "#platform/errors";
import type { EntityTags } from "#platform/http/conditional";
import { devices } from "../tables";
import { getDevice } from "./device-rows";
import type { DeviceCreate, DeviceUpdate, DeviceWritten } from "./models";
import { createDevice, updateDevice, type WriteContext } from "./service";

type Put = {
  /** Canonical; what the body says of it does not count. */
  macAddress: string;
  device: DeviceCreate;
  userId: number;
  isAddressUnique: boolean;
  ifMatch: EntityTags;
};

/**
 * Makes the device of a MAC address what the request says, or adds it: sent twice it is one device. Who puts the same
 * address at the same time waits. Throws 409 where several devices have the address, else as `createDevice` and
 * `updateDevice` do.
 */
export function putDevice(ctx: WriteContext, put: Put): Promise<DeviceWritten> {
  const { macAddress, userId, isAddressUnique, ifMatch } = put;
  const device = { ...put.device, mac_address: macAddress };
  return ctx.db.transaction(async (db) => {
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`device of ${macAddress}`}, 0))`);
    const known = await db
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.macAddress, macAddress))
      .limit(2);
    const [first, second] = known;
    if (second !== undefined) throw conflict(`Several devices have the MAC address ${macAddress}`);
    if (first === undefined) return createDevice({ ...ctx, db }, { userId, isAddressUnique, device });
    const { custom_attributes: attributes } = await getDevice({ db }, { id: first.id, userId });
    const changes = replacing(device, Object.keys(attributes));
    return updateDevice({ ...ctx, db }, { id: first.id, userId, isAddressUnique, ifMatch, changes });
  });
}

/** Every field is set; attributes that are not named go, and a vendor that is not named stays or is found. */
function replacing(device: DeviceCreate, attributes: readonly string[]): DeviceUpdate {
  const { vendor, custom_attributes: named, ...rest } = device;
  const cleared = Object.fromEntries(attributes.map((name) => [name, null]));
  return { ...rest, ...(vendor === null ? {} : { vendor }), custom_attributes: { ...cleared, ...named } };
}
