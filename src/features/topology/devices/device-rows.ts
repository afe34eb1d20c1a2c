import { and, asc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import type { Keys } from "#platform/http/paging";
import { canonicalNetwork } from "#platform/ip";
import { deviceAddresses, deviceInterfaces, devices, favouriteDevices, topologyGroups } from "../tables";
import type { DeviceInterface } from "./interface-models";
import type { DeviceRead } from "./models";
import { isLocallyAdministered } from "./vendor-registry";

const { hostnameKey: _hostname, nameKey: _name, address: _address, ...columns } = getTableColumns(devices);

/**
 * Devices as one user sees them; conditions and order are the caller's, and the place in that order that is to come
 * along.
 */
export function selectDevices(db: Db, userId: number, place: SQL<Keys | null> = sql`NULL`) {
  return db
    .select({
      ...columns,
      place,
      groupName: topologyGroups.name,
      groupDisplayName: topologyGroups.displayName,
      favourite: favouriteDevices.deviceId,
    })
    .from(devices)
    .leftJoin(topologyGroups, eq(topologyGroups.id, devices.topologyGroupId))
    .leftJoin(
      favouriteDevices,
      and(eq(favouriteDevices.deviceId, devices.id), eq(favouriteDevices.userId, userId)),
    )
    .$dynamic();
}

type DeviceRow = Awaited<ReturnType<typeof selectDevices>>[number];

/** Throws 404. */
export async function getDevice(
  { db }: { db: Db },
  { id, userId }: { id: number; userId: number },
): Promise<DeviceRead> {
  const rows = await selectDevices(db, userId).where(eq(devices.id, id));
  const [device] = await toDeviceReads(db, rows);
  if (device === undefined) throw notFound("Device not found");
  return device;
}

/** The devices of the ids that there are, by id. */
export async function readDevices(
  { db }: { db: Db },
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<DeviceRead[]> {
  if (ids.length === 0) return [];
  const rows = await selectDevices(db, userId)
    .where(inArray(devices.id, [...ids]))
    .orderBy(asc(devices.id));
  return toDeviceReads(db, rows);
}

/** More ids than this are not worth a condition: then all interfaces are read. */
const MAX_NAMED = 1000;

/** The rows with their interfaces and further addresses, in the same order; two statements whatever their number. */
export async function toDeviceReads(db: Db, rows: readonly DeviceRow[]): Promise<DeviceRead[]> {
  if (rows.length === 0) return [];
  const further = await readInterfaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toDeviceRead(row, further(row.id)));
}

type Further = { interfaces: DeviceInterface[]; additionalAddresses: string[] };

/** Interfaces and further addresses of devices, by the device's id. */
export async function readInterfaces(db: Db, ids: readonly number[]): Promise<(id: number) => Further> {
  const isFew = ids.length <= MAX_NAMED;
  const [interfaceRows, addressRows] = await Promise.all([
    db
      .select()
      .from(deviceInterfaces)
      .where(isFew ? inArray(deviceInterfaces.deviceId, [...ids]) : undefined)
      .orderBy(asc(deviceInterfaces.nameKey), asc(deviceInterfaces.id)),
    db
      .select()
      .from(deviceAddresses)
      .where(isFew ? inArray(deviceAddresses.deviceId, [...ids]) : undefined)
      .orderBy(asc(deviceAddresses.address), asc(deviceAddresses.id)),
  ]);
  const byInterface = Map.groupBy(addressRows, (row) => row.interfaceId);
  const interfaces = Map.groupBy(interfaceRows, (row) => row.deviceId);
  const loose = Map.groupBy(byInterface.get(null) ?? [], (row) => row.deviceId);
  return (id) => ({
    interfaces: (interfaces.get(id) ?? []).map((given) =>
      toInterface(given, textsOf(byInterface.get(given.id))),
    ),
    additionalAddresses: textsOf(loose.get(id)),
  });
}

function textsOf(rows: readonly { ipAddress: string }[] = []): string[] {
  return rows.map(({ ipAddress }) => ipAddress);
}

function toInterface(row: typeof deviceInterfaces.$inferSelect, addresses: string[]): DeviceInterface {
  const { id, name, macAddress, description } = row;
  return { id, name, mac_address: macAddress, description, ip_addresses: addresses };
}

function toDeviceRead(row: DeviceRow, { interfaces, additionalAddresses }: Further): DeviceRead {
  return {
    id: row.id,
    display_name: row.displayName,
    hostname: row.hostname,
    ip_address: row.ipAddress ?? "",
    mac_address: row.macAddress,
    mac_is_local: row.macAddress === null ? null : isLocallyAdministered(row.macAddress),
    vendor: row.vendor,
    os: row.os,
    serial_number: row.serialNumber,
    device_type: row.deviceType,
    status: row.status,
    lifecycle: row.lifecycle,
    monitoring_paused: row.monitoringPaused,
    expected_status: row.expectedStatus,
    icon: row.icon,
    color: row.color,
    vlan_id: row.vlanId,
    subnet: row.subnet,
    topology_group_id: row.topologyGroupId,
    topology_group: groupLabel(row),
    site_id: row.siteId,
    snmp_profile_id: row.snmpProfileId,
    tags: row.tags,
    notes: row.notes,
    custom_attributes: row.customAttributes,
    interfaces,
    additional_addresses: additionalAddresses,
    monitor_status: row.monitorStatus,
    last_monitored_at: toTimestamp(row.lastMonitoredAt),
    is_favourite: row.favourite !== null,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** The group's label, else what the device itself says of where it belongs. */
function groupLabel(row: DeviceRow): string {
  return row.groupDisplayName ?? row.groupName ?? row.topologyGroup ?? labelWithoutGroup(row);
}

/** Where a device belongs by its VLAN, its subnet or its address. */
export function labelWithoutGroup(device: {
  vlanId: string | null;
  subnet: string | null;
  ipAddress: string | null;
}): string {
  const { vlanId, subnet, ipAddress } = device;
  if (vlanId !== null) return subnet === null ? `VLAN ${vlanId}` : `VLAN ${vlanId} · ${subnet}`;
  if (subnet !== null) return subnet;
  if (ipAddress === null) return "Ungrouped";
  return canonicalNetwork(`${ipAddress}/${ipAddress.includes(":") ? 64 : 24}`) ?? "Ungrouped";
}
