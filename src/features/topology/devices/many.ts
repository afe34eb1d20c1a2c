import { setImmediate } from "node:timers/promises";
import { changesOf, recordAudits, type AuditEntry } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { readStates } from "../import/known-devices";
import { NEW_DEVICE, type DeviceState } from "../import/state";
import { insertRows, newIds, toRow, updateRows } from "../import/write";
import { lockDevices } from "./delete";
import { deviceColumns } from "./device-columns";
import { readDevices } from "./device-rows";
import { addInterfaces, replaceInterfaces } from "./interfaces";
import type { DeviceCreate, DeviceRead, DeviceUpdate } from "./models";
import { chooseGroup, requireSite, requireSnmpProfile } from "./references";
import { mergeAttributes, vendorColumns, type WriteContext } from "./service";
import { loadVendorLookup, type VendorLookup } from "./vendor";

/** A device to be made, or to be changed. */
export type DeviceWrite = { id?: undefined; device: DeviceCreate } | { id: number; changes: DeviceUpdate };

/** Devices that are written by one statement. */
const WRITES_AT_ONCE = 500;

/**
 * Makes and changes devices as `createDevice` and `updateDevice` do one after the other, in few statements; an address
 * need not be a device's alone. Gives their ids in the order of the writes. A device is to be named once. Belongs into
 * a transaction. Throws 404 for a device, group, site or SNMP profile that does not exist.
 */
export async function writeDevices(
  ctx: WriteContext,
  { writes, userId }: { writes: readonly DeviceWrite[]; userId: number },
): Promise<number[]> {
  const { db } = ctx;
  if (writes.length === 0) return [];
  const known = writes.flatMap(({ id }) => id ?? []);
  for (let start = 0; start < known.length; start += WRITES_AT_ONCE)
    await lockDevices(db, known.slice(start, start + WRITES_AT_ONCE));
  const hasHardware = writes.some((write) => (givenOf(write).mac_address ?? null) !== null);
  const vendorOf = hasHardware ? await loadVendorLookup(ctx.pool) : () => null;
  const around = { groupOf: groupChooser(db), vendorOf };
  await requireReferences(db, writes);
  const ids: number[] = [];
  for (let start = 0; start < writes.length; start += WRITES_AT_ONCE) {
    ids.push(...(await writePiece(ctx, writes.slice(start, start + WRITES_AT_ONCE), { userId, around })));
    await setImmediate();
  }
  return ids;
}

type Group = Awaited<ReturnType<typeof chooseGroup>>;
type Given = DeviceCreate | DeviceUpdate;
type Around = { groupOf: (given: Given) => Promise<Group>; vendorOf: VendorLookup };

/** Asks once for each group that is named. */
function groupChooser(db: Db): Around["groupOf"] {
  const known = new Map<string, Promise<Group>>();
  return (given) => {
    const key = JSON.stringify([given.topology_group_id, given.topology_group]);
    const group = known.get(key) ?? chooseGroup(db, given);
    known.set(key, group);
    return group;
  };
}

function givenOf(write: DeviceWrite): Given {
  return write.id === undefined ? write.device : write.changes;
}

async function requireReferences(db: Db, writes: readonly DeviceWrite[]): Promise<void> {
  const given = writes.map(givenOf);
  for (const id of new Set(given.map((one) => one.site_id))) await requireSite(db, id);
  for (const id of new Set(given.map((one) => one.snmp_profile_id))) await requireSnmpProfile(db, id);
}

async function writePiece(
  ctx: WriteContext,
  writes: readonly DeviceWrite[],
  { userId, around }: { userId: number; around: Around },
): Promise<number[]> {
  const { db } = ctx;
  const known = writes.flatMap(({ id }) => id ?? []);
  const states = await readStates(db, known);
  const before = await readDevices({ db }, { ids: known, userId });
  const fresh = await newIds(db, writes.length - known.length);
  const rows: { id: number; write: DeviceWrite; state: DeviceState }[] = [];
  for (const write of writes) {
    const id = write.id ?? fresh.shift() ?? 0;
    rows.push({ id, write, state: await stateAfter(write, states.get(id), around) });
  }
  const toRows = (isNew: boolean) =>
    rows
      .filter(({ write }) => (write.id === undefined) === isNew)
      .map(({ id, state }) => toRow(id, state, new Map()));
  await insertRows(db, toRows(true));
  await updateRows(db, toRows(false));
  await writeFurther(db, rows);
  const ids = rows.map(({ id }) => id);
  await recordAudits(ctx, entriesOf({ before, after: await readDevices({ db }, { ids, userId }) }));
  return ids;
}

async function stateAfter(
  write: DeviceWrite,
  before: DeviceState | undefined,
  { groupOf, vendorOf }: Around,
): Promise<DeviceState> {
  const given = givenOf(write);
  const mac = given.mac_address ?? null;
  const derived = mac === null ? null : vendorOf(mac);
  const named = Object.fromEntries(
    Object.entries(deviceColumns(given)).filter(([, value]) => value !== undefined),
  );
  const group = await groupOf(given);
  const custom = given.custom_attributes;
  if (write.id === undefined) {
    const isOpen = write.device.vendor === null;
    return {
      ...NEW_DEVICE,
      ...named,
      ...group,
      vendor: isOpen ? derived : write.device.vendor,
      isVendorDerived: isOpen && derived !== null,
      customAttributes: mergeAttributes({}, custom ?? {}),
    };
  }
  if (before === undefined) throw notFound("Device not found");
  return {
    ...before,
    ...named,
    ...group,
    ...vendorColumns(before, write.changes, derived),
    ...(custom !== undefined && {
      customAttributes: custom === null ? {} : mergeAttributes(before.customAttributes, custom),
    }),
  };
}

/** Hosts of a network have none, and ask for no statement. */
async function writeFurther(db: Db, rows: readonly { id: number; write: DeviceWrite }[]): Promise<void> {
  const fresh = rows.filter(({ write }) => write.id === undefined);
  await addInterfaces(
    db,
    fresh.map(({ id, write }) => ({ deviceId: id, wanted: givenOf(write) })),
  );
  for (const { id, write } of rows) {
    if (write.id === undefined) continue;
    const { interfaces, additional_addresses } = givenOf(write);
    await replaceInterfaces(db, id, { interfaces, additional_addresses });
  }
}

function entriesOf({ before, after }: { before: DeviceRead[]; after: DeviceRead[] }): AuditEntry[] {
  const earlier = new Map(before.map((device) => [device.id, device]));
  return after.map((device) => {
    const old = earlier.get(device.id);
    const about = { target: `device:${device.id}`, detail: device.ip_address };
    return old === undefined
      ? { action: "topology.device_created", ...about, after: device }
      : { action: "topology.device_updated", ...about, ...changesOf(old, device) };
  });
}
