import type { devices } from "../tables";
import { CHOSEN_FIELDS, type ChosenField, type Side } from "./models";

type Row = typeof devices.$inferSelect;
type Columns = Partial<typeof devices.$inferInsert>;

/** A field's columns, and what of them says nothing: nobody has filled it in. */
type Rule = { columns: (row: Row) => Columns; isEmpty: (row: Row) => boolean };

const never = () => false;

const RULES: Record<ChosenField, Rule> = {
  display_name: {
    columns: ({ displayName }) => ({ displayName }),
    isEmpty: (row) => isBlank(row.displayName),
  },
  hostname: { columns: ({ hostname }) => ({ hostname }), isEmpty: (row) => isBlank(row.hostname) },
  ip_address: { columns: ({ ipAddress }) => ({ ipAddress }), isEmpty: (row) => isBlank(row.ipAddress) },
  mac_address: { columns: ({ macAddress }) => ({ macAddress }), isEmpty: (row) => isBlank(row.macAddress) },
  serial_number: {
    columns: ({ serialNumber }) => ({ serialNumber }),
    isEmpty: (row) => isBlank(row.serialNumber),
  },
  // One that only follows from a MAC address gives way to one that somebody has typed.
  vendor: {
    columns: ({ vendor, isVendorDerived }) => ({ vendor, isVendorDerived }),
    isEmpty: (row) => isBlank(row.vendor) || row.isVendorDerived,
  },
  os: { columns: ({ os }) => ({ os }), isEmpty: (row) => isBlank(row.os) },
  device_type: {
    columns: ({ deviceType }) => ({ deviceType }),
    isEmpty: ({ deviceType }) => isBlank(deviceType) || deviceType === "discovered",
  },
  status: { columns: ({ status }) => ({ status }), isEmpty: ({ status }) => status === "unknown" },
  lifecycle: { columns: ({ lifecycle }) => ({ lifecycle }), isEmpty: never },
  monitoring_paused: { columns: ({ monitoringPaused }) => ({ monitoringPaused }), isEmpty: never },
  expected_status: { columns: ({ expectedStatus }) => ({ expectedStatus }), isEmpty: never },
  icon: { columns: ({ icon }) => ({ icon }), isEmpty: ({ icon }) => icon === "device" },
  color: { columns: ({ color }) => ({ color }), isEmpty: (row) => isBlank(row.color) },
  vlan_id: { columns: ({ vlanId }) => ({ vlanId }), isEmpty: (row) => isBlank(row.vlanId) },
  subnet: { columns: ({ subnet }) => ({ subnet }), isEmpty: (row) => isBlank(row.subnet) },
  topology_group: {
    columns: ({ topologyGroupId, topologyGroup }) => ({ topologyGroupId, topologyGroup }),
    isEmpty: (row) => row.topologyGroupId === null && isBlank(row.topologyGroup),
  },
  site_id: { columns: ({ siteId }) => ({ siteId }), isEmpty: ({ siteId }) => siteId === null },
  snmp_profile_id: {
    columns: ({ snmpProfileId }) => ({ snmpProfileId }),
    isEmpty: ({ snmpProfileId }) => snmpProfileId === null,
  },
  notes: { columns: ({ notes }) => ({ notes }), isEmpty: (row) => isBlank(row.notes) },
};

function isBlank(text: string | null): boolean {
  return text === null || text === "";
}

export type Choice = { field: ChosenField; side: Side; columns: Columns };

/**
 * Whose value of each field stays: the one that was asked for, else this device's unless it is empty and the other's is
 * not.
 */
export function chooseFields(
  { kept, gone }: { kept: Row; gone: Row },
  wanted: Readonly<Record<string, Side>>,
): Choice[] {
  const byRule = (field: ChosenField): Side => {
    const { isEmpty } = RULES[field];
    return isEmpty(kept) && !isEmpty(gone) ? "other" : "this";
  };
  const sideOf = (field: ChosenField): Side => {
    const asked = wanted[field];
    if (asked !== undefined) return asked;
    // What nobody has typed follows from the MAC address that stays.
    const follows = field === "vendor" && RULES.vendor.isEmpty(kept) && RULES.vendor.isEmpty(gone);
    return follows ? sideOf("mac_address") : byRule(field);
  };
  return CHOSEN_FIELDS.map((field) => {
    const side = sideOf(field);
    return { field, side, columns: RULES[field].columns(side === "this" ? kept : gone) };
  });
}
