/** The field of each column name, in lower case, and the names that our own export writes. */
const ALIASES: Record<string, readonly string[]> = {
  id: ["id"],
  ip_address: ["ip", "ip address", "ipaddress", "ip_address"],
  hostname: ["host", "name", "hostname"],
  display_name: ["display name", "displayname", "display_name", "label", "friendly name"],
  mac_address: ["mac", "mac address", "macaddress", "mac_address"],
  vendor: ["vendor", "manufacturer", "make"],
  device_type: ["type", "device type", "devicetype", "device_type"],
  vlan_id: ["vlan", "vlan id", "vlanid", "vlan_id"],
  topology_group: ["group", "topology group", "topology_group", "vlan group", "vlan_group"],
  site: ["site", "location"],
  notes: ["notes", "note", "description"],
  tags: ["tags", "tag", "labels"],
  os: ["os", "operating system"],
  serial_number: ["serial number", "serial_number", "serial", "serialnumber"],
  status: ["status"],
  lifecycle: ["lifecycle"],
  expected_status: ["expected status", "expected_status"],
  monitoring_paused: ["monitoring paused", "monitoring_paused"],
  icon: ["icon"],
  color: ["color", "colour"],
  subnet: ["subnet"],
  additional_addresses: ["additional addresses", "additional_addresses"],
  interfaces: ["interfaces"],
  custom_attributes: ["custom attributes", "custom_attributes"],
};

/** Columns of our own export that say what cannot be set. */
const READ_ONLY = new Set(["created_at", "updated_at"]);

const FIELDS = new Map(
  Object.entries(ALIASES).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

export type CsvColumn = { field: string } | "ignored" | "unknown";

/** What a column of a file means. */
export function csvColumn(header: string): CsvColumn {
  const name = header.trim().toLowerCase();
  const field = FIELDS.get(name);
  if (field !== undefined) return { field };
  return READ_ONLY.has(name) ? "ignored" : "unknown";
}

/** Fields whose cells are lists with commas. */
export const LIST_FIELDS: ReadonlySet<string> = new Set(["tags", "additional_addresses"]);

/** Fields whose cells are JSON, as the API has them. */
export const JSON_FIELDS: ReadonlySet<string> = new Set(["interfaces", "custom_attributes"]);
