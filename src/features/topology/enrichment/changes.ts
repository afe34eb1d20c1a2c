import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { strictHostname } from "../devices/fields";
import type { VendorLookup } from "../devices/vendor";
import { deviceNameOf, devices } from "../tables";
import type { DeviceSnmpEnrichmentChange, EnrichedField } from "./models";
import type { Told } from "./read";

type Device = {
  id: number;
  name: string;
  ipAddress: string | null;
  os: string | null;
  serialNumber: string | null;
  hostname: string | null;
  macAddress: string | null;
  vendor: string | null;
};

/**
 * What the devices could be given of what an agent said, by device: each field only where it is another than it has.
 */
export async function changesBy(
  db: Db,
  told: Told,
  findVendor: VendorLookup,
): Promise<DeviceSnmpEnrichmentChange[]> {
  const [own, others] = [await readOwn(db, told.sourceDeviceId), await readByAddress(db, told)];
  const changes = [
    ...(own === undefined ? [] : ownChanges(own, told)),
    ...others.flatMap(({ device, macAddress }) => neighbourChanges(device, { macAddress, told, findVendor })),
  ];
  return changes.sort((left, right) => left.device_id - right.device_id);
}

const columns = {
  id: devices.id,
  name: deviceNameOf(),
  ipAddress: devices.ipAddress,
  os: devices.os,
  serialNumber: devices.serialNumber,
  hostname: devices.hostname,
  macAddress: devices.macAddress,
  vendor: devices.vendor,
};

async function readOwn(db: Db, id: number): Promise<Device | undefined> {
  const [device] = await db.select(columns).from(devices).where(eq(devices.id, id));
  return device;
}

/**
 * The devices that the table knows, by their primary address. Where several have an address, or the table has several
 * MAC addresses for one, it cannot be told whose it is.
 */
async function readByAddress(db: Db, { arp }: Told): Promise<{ device: Device; macAddress: string }[]> {
  const known = Map.groupBy(arp, ({ address }) => address);
  const addresses = JSON.stringify([...known.keys()]);
  const rows = await db
    .select(columns)
    .from(devices)
    .where(
      sql`${devices.ipAddress} IN (SELECT value FROM jsonb_array_elements_text(${addresses}::text::jsonb))`,
    )
    .orderBy(devices.id);
  return [...Map.groupBy(rows, ({ ipAddress }) => ipAddress ?? "")].flatMap(([address, found]) => {
    const [device, ...more] = found;
    const [entry, ...others] = known.get(address) ?? [];
    if (device === undefined || entry === undefined || more.length > 0 || others.length > 0) return [];
    return [{ device, macAddress: entry.macAddress }];
  });
}

function ownChanges(device: Device, { sysDescr, sysName, identity }: Told): DeviceSnmpEnrichmentChange[] {
  const hostname = strictHostname.safeParse(sysName ?? "");
  return [
    ...changeOf(device, { field: "os", current: device.os, suggested: sysDescr, source: "snmp:sysDescr" }),
    ...changeOf(device, {
      field: "hostname",
      current: device.hostname,
      suggested: hostname.success ? hostname.data : null,
      source: "snmp:sysName",
    }),
    // It is written on the chassis: what somebody has read there is not replaced.
    ...changeOf(device, {
      field: "serial_number",
      current: device.serialNumber,
      suggested: device.serialNumber === null ? identity.serialNumber : null,
      source: "snmp:entPhysicalSerialNum",
    }),
  ];
}

function neighbourChanges(
  device: Device,
  { macAddress, told, findVendor }: { macAddress: string; told: Told; findVendor: VendorLookup },
): DeviceSnmpEnrichmentChange[] {
  const source = `snmp:${told.address}`;
  return [
    ...changeOf(device, { field: "mac_address", current: device.macAddress, suggested: macAddress, source }),
    ...changeOf(device, {
      field: "vendor",
      current: device.vendor,
      suggested: findVendor(macAddress),
      source,
    }),
  ];
}

type Suggestion = { field: EnrichedField; current: string | null; suggested: string | null; source: string };

function changeOf(
  { id, name, ipAddress }: Device,
  { field, current, suggested, source }: Suggestion,
): DeviceSnmpEnrichmentChange[] {
  if (suggested === null || suggested === current) return [];
  return [
    { device_id: id, device_name: name, ip_address: ipAddress ?? "", field, current, suggested, source },
  ];
}
