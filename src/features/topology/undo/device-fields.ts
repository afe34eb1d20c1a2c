import { z } from "zod";
import type { Fields } from "#features/undo";
import { pick } from "#platform/put-back";

/** What people set of a device; the rest is observed, follows from these, or is the reader's own. */
export const SET_FIELDS = [
  "display_name",
  "hostname",
  "ip_address",
  "mac_address",
  "vendor",
  "os",
  "serial_number",
  "device_type",
  "status",
  "lifecycle",
  "monitoring_paused",
  "expected_status",
  "icon",
  "color",
  "vlan_id",
  "subnet",
  "topology_group_id",
  "site_id",
  "snmp_profile_id",
  "tags",
  "notes",
  "additional_addresses",
];

const ATTRIBUTE = "custom_attributes.";
const Attributes = z.record(z.string(), z.unknown()).catch({});
const Interfaces = z.array(z.looseObject({ id: z.unknown() }));

/**
 * Each attribute is a field of its own, so that two changes of different ones do not meet. An interface that came back
 * has another id.
 */
export function comparableDevice(fields: Fields): Fields {
  const comparable = pick(fields, SET_FIELDS);
  if (comparable["ip_address"] === "") comparable["ip_address"] = null;
  if (Array.isArray(fields["interfaces"]))
    comparable["interfaces"] = Interfaces.parse(fields["interfaces"]).map(({ id: _id, ...rest }) => rest);
  for (const [name, value] of Object.entries(Attributes.parse(fields["custom_attributes"])))
    comparable[ATTRIBUTE + name] = value;
  return comparable;
}

/** A change in the form of a request. */
export function toDeviceRequest(comparable: Fields): Fields {
  const own = Object.entries(comparable).filter(([name]) => !name.startsWith(ATTRIBUTE));
  const attributes = Object.entries(comparable).flatMap(([name, value]) =>
    name.startsWith(ATTRIBUTE) ? [[name.slice(ATTRIBUTE.length), value]] : [],
  );
  return {
    ...Object.fromEntries(own),
    ...(attributes.length > 0 && { custom_attributes: Object.fromEntries(attributes) }),
  };
}

/** What people call a device, from an audit row. */
export function deviceName(fields: Fields): string | null {
  for (const name of ["display_name", "hostname", "ip_address"]) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}
