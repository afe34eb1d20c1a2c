import { and, eq, ne, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import type { WorkerPool } from "#platform/workers";
import { devices, everyDeviceAddress } from "../tables";
import { deviceColumns } from "./device-columns";
import { getDevice } from "./device-rows";
import { replaceInterfaces } from "./interfaces";
import {
  DEVICE_VERSION,
  type DeviceCreate,
  type DeviceRead,
  type DeviceUpdate,
  type DeviceWritten,
} from "./models";
import { chooseGroup, requireSite, requireSnmpProfile } from "./references";
import { loadVendorLookup } from "./vendor";

export type Context = { db: Db; actor: Actor };

export type WriteContext = Context & { pool: WorkerPool };

type WriteOptions = { userId: number; isAddressUnique: boolean };

/**
 * Adds a device. Throws 404 for a group, site or SNMP profile that does not exist, 409 for an address that is to be
 * unique.
 */
export async function createDevice(
  ctx: WriteContext,
  input: WriteOptions & { device: DeviceCreate },
): Promise<DeviceWritten> {
  const { device: given, userId } = input;
  const derived = given.vendor === null ? await vendorOf(ctx, given.mac_address) : null;
  return ctx.db.transaction(async (db) => {
    const group = await chooseGroup(db, given);
    await requireSite(db, given.site_id);
    await requireSnmpProfile(db, given.snmp_profile_id);
    const warnings = await checkAddress(db, { address: given.ip_address, ...input });
    const [created] = await db
      .insert(devices)
      .values({
        ...columnsOfNew(given),
        ...group,
        vendor: given.vendor ?? derived,
        isVendorDerived: derived !== null,
        customAttributes: mergeAttributes({}, given.custom_attributes),
      })
      .returning({ id: devices.id });
    if (created === undefined) throw new Error("our bug: an insert gave no row");
    await replaceInterfaces(db, created.id, given);
    const device = await getDevice({ db }, { id: created.id, userId });
    const target = `device:${device.id}`;
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "topology.device_created", target, detail: device.ip_address, after: device },
    );
    return { ...device, warnings };
  });
}

/** The required columns of a new device, beside those that any write may name. */
function columnsOfNew(given: DeviceCreate) {
  const { status, lifecycle, icon } = given;
  const { monitoring_paused: monitoringPaused, expected_status: expectedStatus } = given;
  return { ...deviceColumns(given), status, lifecycle, icon, monitoringPaused, expectedStatus };
}

/**
 * Changes what is sent. Throws 404, 409 for an address that is to be unique, 412 where the device is not that of
 * `ifMatch`.
 */
export async function updateDevice(
  ctx: WriteContext,
  input: WriteOptions & { id: number; changes: DeviceUpdate; ifMatch: EntityTags },
): Promise<DeviceWritten> {
  const { id, userId, changes } = input;
  const derived = await vendorOf(ctx, changes.mac_address ?? null);
  return ctx.db.transaction(async (db) => {
    const row = await lockDevice(db, id);
    const before = await getDevice({ db }, { id, userId });
    requireUnchanged(input.ifMatch, { current: before, versioned: DEVICE_VERSION });
    const group = await chooseGroup(db, isSentBack(changes, before) ? { topology_group_id: null } : changes);
    await requireSite(db, changes.site_id);
    await requireSnmpProfile(db, changes.snmp_profile_id);
    const isMoved = changes.ip_address !== undefined && changes.ip_address !== row.ipAddress;
    const address = isMoved ? (changes.ip_address ?? null) : null;
    const warnings = await checkAddress(db, { ...input, address });
    await db
      .update(devices)
      .set({
        ...deviceColumns(changes),
        ...group,
        ...vendorColumns(row, changes, derived),
        ...attributesOf(row, changes),
        updatedAt: new Date(),
      })
      .where(eq(devices.id, id));
    await replaceInterfaces(db, id, changes);
    const after = await getDevice({ db }, { id, userId });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "topology.device_updated",
        target: `device:${id}`,
        detail: after.ip_address,
        ...changesOf(before, after),
      },
    );
    return { ...after, warnings };
  });
}

/**
 * True where a device is sent as it was read: without a group's id, and with the text that is shown for where it
 * belongs, which need not be a group's name. A null id clears both.
 */
function isSentBack(changes: DeviceUpdate, before: DeviceRead): boolean {
  return changes.topology_group_id === null && changes.topology_group === before.topology_group;
}

/** Throws 404. Nobody else changes or removes the device until the transaction ends. */
export async function lockDevice(db: Db, id: number): Promise<typeof devices.$inferSelect> {
  const [row] = await db.select().from(devices).where(eq(devices.id, id)).for("update");
  if (row === undefined) throw notFound("Device not found");
  return row;
}

async function vendorOf({ pool }: WriteContext, macAddress: string | null): Promise<string | null> {
  if (macAddress === null) return null;
  const find = await loadVendorLookup(pool);
  return find(macAddress);
}

type VendorColumns = { vendor?: string | null; isVendorDerived?: boolean };

/** A typed vendor stays; a derived or missing one follows the MAC address. */
export function vendorColumns(
  row: { vendor: string | null; isVendorDerived: boolean },
  changes: Pick<DeviceUpdate, "vendor" | "mac_address">,
  derived: string | null,
): VendorColumns {
  if (changes.vendor !== undefined) return { vendor: changes.vendor, isVendorDerived: false };
  const isOpen = row.vendor === null || row.isVendorDerived;
  if (changes.mac_address === undefined || !isOpen) return {};
  return { vendor: derived, isVendorDerived: derived !== null };
}

type Attributes = Record<string, string | number | boolean>;

function attributesOf(row: { customAttributes: Attributes }, { custom_attributes: given }: DeviceUpdate) {
  if (given === undefined) return {};
  return { customAttributes: given === null ? {} : mergeAttributes(row.customAttributes, given) };
}

/** The attributes with those that are named changed; a null takes one away (RFC 7396). */
export function mergeAttributes(
  stored: Attributes,
  named: Readonly<Record<string, string | number | boolean | null>>,
): Attributes {
  const merged = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(named)) {
    if (value === null) merged.delete(name);
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

/**
 * Says which other devices have the address. Throws 409 where it is to be the device's alone; callers who want that
 * wait for each other, so that two of them cannot both find it free.
 */
async function checkAddress(
  db: Db,
  given: { id?: number; address: string | null; isAddressUnique: boolean },
): Promise<string[]> {
  const { id, address, isAddressUnique } = given;
  if (address === null) return [];
  if (isAddressUnique) {
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`device address ${address}`}, 0))`);
  }
  const others = await db
    .selectDistinct({
      id: everyDeviceAddress.deviceId,
      name: sql<string | null>`coalesce(${devices.displayName}, ${devices.hostname})`,
    })
    .from(everyDeviceAddress)
    .innerJoin(devices, eq(devices.id, everyDeviceAddress.deviceId))
    .where(
      and(
        sql`${everyDeviceAddress.address} = ${address}::inet`,
        id === undefined ? undefined : ne(everyDeviceAddress.deviceId, id),
      ),
    )
    .orderBy(everyDeviceAddress.deviceId)
    .limit(5);
  if (others.length === 0) return [];
  const named = others.map((other) => (other.name === null ? `${other.id}` : `${other.id} (${other.name})`));
  const text = `IP address ${address} is in use by device ${named.join(", ")}`;
  if (isAddressUnique) throw conflict(text);
  return [text];
}

/**
 * Gives every device of the type `from` the type `to`; says how many there were. Belongs into the transaction that
 * renames the type.
 */
export async function renameDeviceType(
  { db }: { db: Db },
  { from, to }: { from: string; to: string },
): Promise<number> {
  const renamed = await db
    .update(devices)
    .set({ deviceType: to, updatedAt: new Date() })
    .where(eq(devices.deviceType, from))
    .returning({ id: devices.id });
  return renamed.length;
}
