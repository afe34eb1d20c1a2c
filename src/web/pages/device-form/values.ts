import type { Model } from "../../api/client";
import type { Device } from "../../api/inventory";
import { RequestFailure } from "../../api/request-failure";
import { fieldsOf, isSame } from "../../components/form/versions";

/** An interface as people type it: its addresses are separated by commas. */
export type InterfaceValues = {
  name: string;
  mac_address: string;
  ip_addresses: string;
  description: string;
};

/** The form's fields as people type them: lists are separated by commas, own fields are one a line. */
export type DeviceValues = {
  display_name: string;
  hostname: string;
  ip_address: string;
  additional_addresses: string;
  mac_address: string;
  device_type: string;
  vendor: string;
  os: string;
  serial_number: string;
  status: string;
  lifecycle: string;
  expected_status: string;
  monitoring_paused: boolean;
  site_id: string;
  topology_group: string;
  vlan_id: string;
  subnet: string;
  snmp_profile_id: string;
  tags: string;
  notes: string;
  custom_attributes: string;
  interfaces: InterfaceValues[];
};

export const EMPTY: DeviceValues = {
  display_name: "",
  hostname: "",
  ip_address: "",
  additional_addresses: "",
  mac_address: "",
  device_type: "",
  vendor: "",
  os: "",
  serial_number: "",
  status: "unknown",
  lifecycle: "active",
  expected_status: "online",
  monitoring_paused: false,
  site_id: "",
  topology_group: "",
  vlan_id: "",
  subnet: "",
  snmp_profile_id: "",
  tags: "",
  notes: "",
  custom_attributes: "",
  interfaces: [],
};

type TextValues = Omit<DeviceValues, "interfaces" | "monitoring_paused">;

/** Fields that are one text in the form and a list or an object for the service. */
export const JOINED: ReadonlySet<string> = new Set(["tags", "additional_addresses", "custom_attributes"]);

export const FIELD_LABELS: Readonly<Record<keyof DeviceValues, string>> = {
  display_name: "Name",
  hostname: "Host name",
  ip_address: "Address",
  additional_addresses: "Further addresses",
  mac_address: "MAC",
  device_type: "Type",
  vendor: "Vendor",
  os: "Operating system",
  serial_number: "Serial number",
  status: "Status",
  lifecycle: "Lifecycle",
  expected_status: "Expected status",
  monitoring_paused: "Monitoring is paused",
  site_id: "Site",
  topology_group: "Group",
  vlan_id: "VLAN",
  subnet: "Subnet",
  snmp_profile_id: "SNMP profile",
  tags: "Tags",
  notes: "Notes",
  custom_attributes: "Own fields",
  interfaces: "Interfaces",
};

export function valuesOf(device: Device): DeviceValues {
  return {
    display_name: device.display_name ?? "",
    hostname: device.hostname ?? "",
    ip_address: device.ip_address,
    additional_addresses: device.additional_addresses.join(", "),
    mac_address: device.mac_address ?? "",
    device_type: device.device_type ?? "",
    vendor: device.vendor ?? "",
    os: device.os ?? "",
    serial_number: device.serial_number ?? "",
    status: device.status,
    lifecycle: device.lifecycle,
    expected_status: device.expected_status,
    monitoring_paused: device.monitoring_paused,
    site_id: device.site_id === null ? "" : String(device.site_id),
    topology_group: device.topology_group_id === null ? "" : device.topology_group,
    vlan_id: device.vlan_id ?? "",
    subnet: device.subnet ?? "",
    snmp_profile_id: device.snmp_profile_id === null ? "" : String(device.snmp_profile_id),
    tags: device.tags.join(", "),
    notes: device.notes ?? "",
    custom_attributes: Object.entries(device.custom_attributes)
      .map(([name, value]) => `${name} = ${value}`)
      .join("\n"),
    interfaces: device.interfaces.map((one) => ({
      name: one.name,
      mac_address: one.mac_address ?? "",
      ip_addresses: one.ip_addresses.join(", "),
      description: one.description ?? "",
    })),
  };
}

const LIFECYCLES = ["planned", "active", "retired", "ignored"] as const;
const STATUSES = ["online", "offline", "warning", "unknown", "disabled"] as const;
const EXPECTED = ["online", "offline"] as const;
export const WORDS = { lifecycle: LIFECYCLES, status: STATUSES, expected_status: EXPECTED } as const;

/** The whole device as the service takes it; blank fields are left out. */
export function toCreation(values: DeviceValues): Model<"DeviceCreate"> {
  const body = toBody(values, values.custom_attributes, {});
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** Only what was changed, so that another person's change of other fields stays. */
export function toChanges(values: DeviceValues, before: Device): Model<"DeviceUpdate"> {
  const old = valuesOf(before);
  const body = toBody(values, values.custom_attributes, before.custom_attributes);
  const changed = new Set<string>(fieldsOf(FIELD_LABELS).filter((name) => !isSame(values[name], old[name])));
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.has(name)));
}

type Attributes = Record<string, string | number | boolean | null>;

function toBody(values: DeviceValues, attributes: string, before: Device["custom_attributes"]) {
  const text = (name: keyof TextValues) => values[name].trim() || null;
  return {
    display_name: text("display_name"),
    hostname: text("hostname"),
    ip_address: text("ip_address"),
    additional_addresses: listOf(values.additional_addresses),
    mac_address: text("mac_address"),
    device_type: text("device_type"),
    vendor: text("vendor"),
    os: text("os"),
    serial_number: text("serial_number"),
    status: STATUSES.find((word) => word === values.status) ?? "unknown",
    lifecycle: LIFECYCLES.find((word) => word === values.lifecycle) ?? "active",
    expected_status: EXPECTED.find((word) => word === values.expected_status) ?? "online",
    monitoring_paused: values.monitoring_paused,
    site_id: values.site_id === "" ? null : Number(values.site_id),
    topology_group: text("topology_group"),
    vlan_id: text("vlan_id"),
    subnet: text("subnet"),
    snmp_profile_id: values.snmp_profile_id === "" ? null : Number(values.snmp_profile_id),
    tags: listOf(values.tags),
    notes: text("notes"),
    custom_attributes: attributesOf(attributes, before),
    interfaces: values.interfaces.map((one) => ({
      name: one.name,
      mac_address: one.mac_address.trim() || null,
      ip_addresses: listOf(one.ip_addresses),
      description: one.description.trim() || null,
    })),
  };
}

function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** `rack = A4` a line; what was there before and has no line any more is removed, what says the same keeps its type. */
function attributesOf(text: string, before: Device["custom_attributes"]): Attributes {
  const removed = Object.keys(before).map((name) => [name, null] as const);
  const given = parseAttributes(text).map(({ name, value }) => {
    const old = before[name];
    return [name, old !== undefined && String(old) === value ? old : value] as const;
  });
  return Object.fromEntries([...removed, ...given]);
}

function parseAttributes(text: string): { name: string; value: string }[] {
  return text.split("\n").flatMap((line) => {
    const [name = "", ...rest] = line.split("=");
    return name.trim() === "" ? [] : { name: name.trim(), value: rest.join("=").trim() };
  });
}

/** What is wrong with the text of own fields, or null. */
export function attributesFault(text: string): string | null {
  const wrong = text.split("\n").find((line) => line.trim() !== "" && !/^[^=]*\S[^=]*=/.test(line));
  return wrong === undefined ? null : `“${wrong.trim()}” is not of the form name = value`;
}

/**
 * A device has something by which it is found again; which, is known when the form is sent. Throws what marks the
 * field.
 */
export function requireName(values: DeviceValues): void {
  const names = [values.display_name, values.hostname, values.ip_address, values.mac_address];
  if (names.some((text) => text.trim() !== "")) return;
  const message = "A name, host name, address or MAC is needed to find the device again";
  throw new RequestFailure({ status: 422, message, fields: [{ path: ["display_name"], message }] });
}

export function isInterfaceList(value: unknown): value is InterfaceValues[] {
  return Array.isArray(value);
}

/** `ge-0/0/1 02:00:00:00:00:01 192.0.2.1, 192.0.2.2 uplink` */
export function describeInterface({ name, mac_address, ip_addresses, description }: InterfaceValues): string {
  return [name, mac_address, ip_addresses, description].filter((text) => text !== "").join(" ");
}
