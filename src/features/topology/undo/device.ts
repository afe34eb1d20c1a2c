import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit } from "#features/audit";
import {
  addConflict,
  addLost,
  readRequest,
  type Fields,
  type ObjectKind,
  type Restoring,
  type UndoRun,
} from "#features/undo";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { pick, putBack } from "#platform/put-back";
import type { WorkerPool } from "#platform/workers";
import { snmpProfiles } from "#tables/snmp-profiles";
import type { DeviceBelonging } from "../devices/belonging";
import { DELETED } from "../devices/belongings";
import { lockDevices, previewOf, removeDevices } from "../devices/delete";
import { getDevice, readDevices } from "../devices/device-rows";
import { anyHostname, icon } from "../devices/fields";
import { DeviceInterface } from "../devices/interface-models";
import { writeDevices } from "../devices/many";
import { DeviceUpdate } from "../devices/models";
import { updateDevice } from "../devices/service";
import { loadVendorLookup } from "../devices/vendor";
import { deviceAddresses, deviceInterfaces, devices, sites, topologyGroups } from "../tables";
import { comparableDevice, deviceName, SET_FIELDS, toDeviceRequest } from "./device-fields";
import { restoreBelongings } from "./restore-belongings";

/** What a device may have had before the rules of today, too. */
const Changes = DeviceUpdate.extend({ hostname: anyHostname.optional(), icon: icon(120).optional() });

type Deps = { pool: WorkerPool; belongings: readonly DeviceBelonging[] };

/** How changes of devices are taken back. */
export function deviceKind({ pool, belongings }: Deps): ObjectKind {
  return {
    permission: "topology_write",
    actions: {
      created: ["topology.device_created"],
      updated: ["topology.device_updated"],
      deleted: [DELETED],
    },
    refusalOf: ({ action, detail }) =>
      action === DELETED && detail?.startsWith("merged into ") === true
        ? "devices that were merged cannot be taken apart"
        : undefined,
    // Of two that were made one the one that went is part of the other.
    stored: { table: devices, only: sql`entry.detail NOT LIKE 'merged into %'` },
    targetOf: (id) => `device:${id}`,
    nameOf: deviceName,
    references: { site_id: sites, topology_group_id: topologyGroups, snmp_profile_id: snmpProfiles },
    comparable: comparableDevice,
    find: findDevice,
    many: {
      async find(db, ids) {
        for (const { hold } of belongings) await hold?.(db);
        const locked = await lockDevices(db, ids);
        const found = await readDevices({ db }, { ids: locked, userId: 0 });
        return new Map(found.map((device) => [device.id, device]));
      },
      async change({ db, actor, caller }, changes) {
        const writes = changes.map(({ id, fields }) => ({
          id,
          changes: readRequest(Changes, toDeviceRequest(fields)),
        }));
        await writeDevices({ db, actor, pool }, { writes, userId: caller.userId });
        await markDerivedVendors(db, { changes, pool });
      },
      remove: ({ db, actor, caller }, ids) =>
        removeDevices({ db, actor, belongings }, { ids, userId: caller.userId, isDryRun: false }),
    },
    alongside: {
      own: "devices",
      parts: "interfaces",
      one: ({ db }, id) => previewOf({ db, belongings }, [id]),
      many: ({ db }, ids) => previewOf({ db, belongings }, ids),
    },
    async change({ db, actor, caller }, { id, fields }) {
      const changes = readRequest(Changes, toDeviceRequest(fields));
      const options = { userId: caller.userId, isAddressUnique: false, ifMatch: undefined };
      await updateDevice({ db, actor, pool }, { ...options, id, changes });
      await markDerivedVendors(db, { changes: [{ id, fields }], pool });
    },
    async remove({ db, actor, caller }, id) {
      await removeDevices({ db, actor, belongings }, { ids: [id], userId: caller.userId, isDryRun: false });
    },
    restore: (run, given) => restoreDevice(run, { ...given, pool, belongings }),
  };
}

async function findDevice(db: Db, id: number): Promise<Fields | undefined> {
  const [locked] = await db.select({ id: devices.id }).from(devices).where(eq(devices.id, id)).for("update");
  if (locked === undefined) return undefined;
  // Whose favourite it is does not matter.
  const [device] = await readDevices({ db }, { ids: [id], userId: 0 });
  return device;
}

type Derived = { changes: readonly { id: number; fields: Fields }[]; pool: WorkerPool };

/** The log does not say whether a vendor was set or derived: one that the MAC address gives is taken as derived. */
async function markDerivedVendors(db: Db, { changes, pool }: Derived): Promise<void> {
  const named = changes.flatMap(({ id, fields: { vendor } }) => (typeof vendor === "string" ? [id] : []));
  if (named.length === 0) return;
  const { id, vendor, macAddress: mac } = devices;
  const rows = await db
    .select({ id, vendor, mac })
    .from(devices)
    .where(sql`${id} = ${anyOf(named)}`);
  const vendorOf = await loadVendorLookup(pool);
  const derived = rows.filter((row) => row.mac !== null && row.vendor === vendorOf(row.mac));
  if (derived.length === 0) return;
  const ids = derived.map((row) => row.id);
  await db
    .update(devices)
    .set({ isVendorDerived: true })
    .where(sql`${id} = ${anyOf(ids)}`);
}

async function restoreDevice(
  run: UndoRun,
  { id, before, entry, about, pool, belongings }: Restoring & Deps,
): Promise<Record<string, number> | undefined> {
  const { db } = run;
  const row = await toRow(before, pool);
  const { back, missing } = await putBack(db, devices, [{ ...row, id }]);
  if (back.length === 0) {
    addConflict(run, about, { code: "exists", message: "another device has its id" });
    return undefined;
  }
  for (const { column } of missing)
    addLost(run, { kind: column, keys: [id], reason: "what it named is not there any more" });
  await db.execute(sql`UPDATE ${devices} SET topology_group = g.name FROM ${topologyGroups} AS g
    WHERE ${devices.id} = ${id} AND g.id = ${devices.topologyGroupId}`);
  const interfaces = await restoreInterfaces(db, id, before);
  const kept = await readKept(db, entry, "removed");
  const restored = await restoreBelongings(run, { kept, belongings });
  addLost(run, {
    kind: "history",
    keys: [id],
    reason: "what its ports and sensors had, and what was observed of it, is not kept",
  });
  const device = await getDevice({ db }, { id, userId: run.caller.userId });
  await recordAudit(run, {
    action: "topology.device_created",
    target: `device:${id}`,
    detail: device.ip_address,
    after: device,
  });
  return { interfaces, ...restored };
}

/** Those that are put back as they were; addresses are read, and those beside the first have rows of their own. */
const PLAIN = [
  ...SET_FIELDS.filter((name) => name !== "ip_address" && name !== "additional_addresses"),
  "custom_attributes",
  "created_at",
];

async function toRow(before: Fields, pool: WorkerPool): Promise<Record<string, unknown>> {
  const { ip_address: address, mac_address: mac, vendor } = before;
  const derived = typeof mac === "string" ? (await loadVendorLookup(pool))(mac) : null;
  return {
    ...pick(before, PLAIN),
    ip_address: address === "" ? null : (address ?? null),
    is_vendor_derived: derived !== null && derived === vendor,
  };
}

const Interfaces = z.array(DeviceInterface).catch([]);
const Addresses = z.array(z.string()).catch([]);

async function restoreInterfaces(db: Db, id: number, before: Fields): Promise<number> {
  const given = Interfaces.parse(before["interfaces"]);
  const loose = Addresses.parse(before["additional_addresses"]);
  const rows = given.map(({ ip_addresses: _addresses, ...row }) => ({ ...row, device_id: id }));
  const { back } = await putBack(db, deviceInterfaces, rows);
  const present = new Set(back.map((row) => row["id"]));
  const addresses = [
    ...given
      .filter((one) => present.has(one.id))
      .flatMap((one) => one.ip_addresses.map((ipAddress) => ({ interfaceId: one.id, ipAddress }))),
    ...loose.map((ipAddress) => ({ interfaceId: null, ipAddress })),
  ].map((address) => ({ deviceId: id, ...address }));
  if (addresses.length > 0) await db.insert(deviceAddresses).values(addresses);
  return back.length;
}
