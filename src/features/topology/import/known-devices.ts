import { setImmediate } from "node:timers/promises";
import { asc, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { readInterfaces } from "../devices/device-rows";
import { devices } from "../tables";
import { createDeviceIndex, type DeviceIndex, type Match } from "./match";
import type { StoredDevice } from "./plan";
import { stateOf, type DeviceState } from "./state";

/** Keys that are read by one statement. */
const KEYS_AT_ONCE = 2000;

/** All devices, by what tells them from others. Between two statements other work gets its turn. */
export async function indexKnown(db: Db): Promise<DeviceIndex> {
  const { id, macAddress, ipAddress, hostname, displayName } = devices;
  const name = sql<string | null>`coalesce(${hostname}, ${displayName})`;
  const index = createDeviceIndex();
  for (let after = 0; ;) {
    const known = await db
      .select({ id, macAddress, ipAddress, name })
      .from(devices)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(KEYS_AT_ONCE);
    index.add(known);
    const last = known.at(-1);
    if (last === undefined) return index;
    after = last.id;
    await setImmediate();
  }
}

/** Devices that are locked by one statement. */
const DEVICES_AT_ONCE = 500;

/** The devices that rows speak of stay until the transaction ends; locked in the order of their ids. */
export async function lockDevices(db: Db, matches: readonly Match[]): Promise<void> {
  const ids = idsOf(matches).sort((left, right) => left - right);
  for (let start = 0; start < ids.length; start += DEVICES_AT_ONCE) {
    await db
      .select({ id: devices.id })
      .from(devices)
      .where(inArray(devices.id, ids.slice(start, start + DEVICES_AT_ONCE)))
      .orderBy(asc(devices.id))
      .for("update");
  }
}

/** The devices that rows speak of, with their interfaces, by id. */
export async function readStored(db: Db, matches: readonly Match[]): Promise<Map<number, StoredDevice>> {
  const ids = idsOf(matches);
  const states = await readStates(db, ids);
  if (states.size === 0) return new Map();
  const further = await readInterfaces(db, ids);
  return new Map([...states].map(([id, state]) => [id, { state, ...further(id) }]));
}

/** What devices are, by id. */
export async function readStates(db: Db, ids: readonly number[]): Promise<Map<number, DeviceState>> {
  if (ids.length === 0) return new Map();
  const known = await db
    .select()
    .from(devices)
    .where(inArray(devices.id, [...ids]));
  return new Map(known.map((row) => [row.id, stateOf(row)]));
}

function idsOf(matches: readonly Match[]): number[] {
  const ids = new Set<number>();
  for (const match of matches) if (match.kind === "one") ids.add(match.id);
  return [...ids];
}
