import { deviceColumns } from "../devices/device-columns";
import { labelWithoutGroup } from "../devices/device-rows";
import { mergeAttributes, vendorColumns } from "../devices/service";
import type { ImportEntry } from "./entry";
import type { devices } from "../tables";
import type { Places } from "./places";

type DeviceRow = typeof devices.$inferSelect;

/** Columns that an import does not set. */
type OtherColumns =
  | "id"
  | "address"
  | "hostnameKey"
  | "nameKey"
  | "monitorStatus"
  | "lastMonitoredAt"
  | "createdAt"
  | "updatedAt";

/** What an import may set of a device, by column. */
export type DeviceState = Omit<DeviceRow, OtherColumns>;

export const NEW_DEVICE: DeviceState = {
  displayName: null,
  hostname: null,
  ipAddress: null,
  macAddress: null,
  vendor: null,
  isVendorDerived: false,
  os: null,
  serialNumber: null,
  deviceType: null,
  status: "unknown",
  lifecycle: "active",
  monitoringPaused: false,
  expectedStatus: "online",
  icon: "device",
  color: null,
  vlanId: null,
  subnet: null,
  topologyGroupId: null,
  topologyGroup: null,
  siteId: null,
  snmpProfileId: null,
  tags: [],
  notes: null,
  customAttributes: {},
};

export function stateOf(row: DeviceRow): DeviceState {
  const { id: _id, address: _address, hostnameKey: _hostname, nameKey: _name, ...rest } = row;
  const {
    monitorStatus: _status,
    lastMonitoredAt: _at,
    createdAt: _created,
    updatedAt: _updated,
    ...state
  } = rest;
  return state;
}

export type Surroundings = {
  groups: Places;
  sites: Places;
  snmpProfiles: ReadonlySet<number>;
  vendorOf(macAddress: string): string | null;
};

type Applied = { state: DeviceState; errors: { field: string; msg: string }[] };

/** The state that an entry makes of a device's; what it does not name stays. */
export function applyEntry(state: DeviceState, entry: ImportEntry, around: Surroundings): Applied {
  const named = Object.fromEntries(
    Object.entries(deviceColumns(entry)).filter(([, value]) => value !== undefined),
  );
  const derived = typeof entry.mac_address === "string" ? around.vendorOf(entry.mac_address) : null;
  const custom = entry.custom_attributes;
  const next: DeviceState = {
    ...state,
    ...named,
    ...applyVendor(state, entry, derived),
    ...(custom === undefined ? {} : { customAttributes: mergeAttributes(state.customAttributes, custom) }),
  };
  const group = applyGroup({ state, next }, entry, around.groups);
  const site = applySite(entry, around.sites);
  return {
    state: { ...next, ...group.columns, ...site.columns },
    errors: [...group.errors, ...site.errors, ...profileErrors(entry, around.snmpProfiles)],
  };
}

/** The vendor that a file repeats is not typed because of that. */
function applyVendor(state: DeviceState, entry: ImportEntry, derived: string | null) {
  const { vendor, mac_address: macAddress } = entry;
  const isRepeated = vendor === undefined || vendor === state.vendor;
  const changes = { mac_address: macAddress, ...(isRepeated ? {} : { vendor }) };
  const isSameMac = macAddress === undefined || macAddress === state.macAddress;
  if (isRepeated && isSameMac) return {};
  return vendorColumns(state, changes, derived);
}

type Outcome = { columns: Partial<DeviceState>; errors: { field: string; msg: string }[] };

const NOTHING: Outcome = { columns: {}, errors: [] };

function applyGroup(
  { state, next }: { state: DeviceState; next: DeviceState },
  { topology_group_id: id, topology_group: name }: ImportEntry,
  groups: Places,
): Outcome {
  if (id !== null && id !== undefined) {
    const group = groups.find(id);
    if (group === undefined)
      return { columns: {}, errors: [{ field: "topology_group_id", msg: "Group not found" }] };
    return { columns: { topologyGroupId: group.id, topologyGroup: group.name }, errors: [] };
  }
  const cleared = { columns: { topologyGroupId: null, topologyGroup: null }, errors: [] };
  if (name === undefined) return id === null ? cleared : NOTHING;
  // Where a device has no group, our exports show what it belongs to otherwise.
  if (name === null || name === labelWithoutGroup(next))
    return state.topologyGroup === null ? NOTHING : cleared;
  const group = groups.findByName(name);
  return { columns: { topologyGroupId: group?.id ?? null, topologyGroup: group?.name ?? name }, errors: [] };
}

function applySite({ site_id: id, site: name }: ImportEntry, sites: Places): Outcome {
  const notFound = (field: string) => ({ columns: {}, errors: [{ field, msg: "Site not found" }] });
  if (id !== null && id !== undefined) return sites.find(id) === undefined ? notFound("site_id") : NOTHING;
  const wanted = name?.trim() ?? "";
  if (wanted === "") return NOTHING;
  const site = sites.findByName(wanted);
  return site === undefined ? notFound("site") : { columns: { siteId: site.id }, errors: [] };
}

function profileErrors({ snmp_profile_id: id }: ImportEntry, known: ReadonlySet<number>) {
  const isUnknown = id !== null && id !== undefined && !known.has(id);
  return isUnknown ? [{ field: "snmp_profile_id", msg: "SNMP profile not found" }] : [];
}
