import { eq, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid, type ApiError } from "#platform/errors";
import type { Keyed } from "#platform/http/upsert";
import { createDeviceIndex } from "../import/match";
import { devices } from "../tables";
import { getDevice } from "./device-rows";
import type { DeviceCreate, DeviceUpdate, DeviceWritten } from "./models";
import { createDevice, updateDevice, type WriteContext } from "./service";

type Context = Omit<WriteContext, "db"> & { userId: number; isAddressUnique: boolean };

/** More of one name or address are ambiguous anyway. */
const MAX_CANDIDATES = 1000;

/** A device under its MAC address, else its IP address, else its name, as the import knows devices. */
export function deviceByKey(ctx: Context, device: DeviceCreate): Keyed<DeviceWritten, DeviceUpdate> {
  const { userId, isAddressUnique } = ctx;
  return {
    key: keysOf(device),
    find: (db) => findDevices(db, device),
    read: async (db, id) => ({ ...(await getDevice({ db }, { id, userId })), warnings: [] }),
    create: (db) => createDevice({ ...ctx, db }, { userId, isAddressUnique, device }),
    update: (db, change) => updateDevice({ ...ctx, db }, { userId, isAddressUnique, ...change }),
    merged: ["custom_attributes"],
    shown: ({ name, ...changes }) =>
      name === undefined || changes.display_name !== undefined ? changes : { ...changes, display_name: name },
  };
}

function nameOf({ hostname, display_name: displayName, name }: DeviceCreate): string | null {
  return hostname ?? displayName ?? name ?? null;
}

/** Whoever puts the device of a MAC address waits for the first of them, too. */
function keysOf(device: DeviceCreate): string[] {
  const { mac_address: mac, ip_address: address } = device;
  const name = nameOf(device);
  return [
    ...(mac === null ? [] : [`device of ${mac}`]),
    ...(address === null ? [] : [`device at ${address}`]),
    ...(name === null ? [] : [`device named ${name.toLowerCase()}`]),
  ];
}

function withoutKey(): ApiError {
  const msg = "Value error, `mode` needs a MAC address, an IP address or a name";
  return invalid([{ loc: ["body", "mac_address"], msg, type: "value_error" }]);
}

async function findDevices(db: Db, device: DeviceCreate): Promise<number[]> {
  const { id, macAddress, ipAddress, hostname, displayName } = devices;
  const called = sql<string | null>`coalesce(${hostname}, ${displayName})`;
  const { mac_address: mac, ip_address: address } = device;
  const name = nameOf(device);
  const isKnown = or(
    mac === null ? undefined : eq(macAddress, mac),
    address === null ? undefined : eq(ipAddress, address),
    name === null ? undefined : sql`lower(${called}) = lower(${name})`,
  );
  if (isKnown === undefined) throw withoutKey();
  const index = createDeviceIndex();
  index.add(
    await db
      .select({ id, macAddress, ipAddress, name: called })
      .from(devices)
      .where(isKnown)
      .orderBy(id)
      .limit(MAX_CANDIDATES),
  );
  const { mac_address, ip_address, hostname: host, display_name, name: typed } = device;
  const match = index.find({ mac_address, ip_address, hostname: host, display_name, name: typed });
  switch (match.kind) {
    case "none":
      return [];
    case "one":
      return [match.id];
    case "several":
      return match.ids;
  }
}
