import { z } from "@hono/zod-openapi";
import { boolean, integerOrNull, macAddressOrNull, optionalText, timestamp } from "#platform/http/fields";
import {
  address,
  anyHostname,
  color,
  customAttributes,
  icon,
  network,
  shownAttributes,
  strictHostname,
  tags,
  word,
} from "./fields";
import { additionalAddresses, DeviceInterface, interfaceList } from "./interface-models";

export const STATUSES = ["online", "offline", "warning", "unknown", "disabled"] as const;
const LIFECYCLES = ["planned", "active", "retired", "ignored"] as const;
const EXPECTED_STATUSES = ["online", "offline"] as const;

const name = optionalText(255)
  .optional()
  .openapi({ description: "used as `display_name` where that is absent" });

const fields = {
  display_name: optionalText(255),
  ip_address: address.openapi({ description: "without one the device is watched by its `hostname`" }),
  mac_address: macAddressOrNull(),
  vendor: optionalText(120),
  os: optionalText(255),
  serial_number: optionalText(120),
  device_type: optionalText(80),
  status: z.enum(STATUSES),
  lifecycle: word("lifecycle", LIFECYCLES),
  monitoring_paused: boolean(),
  expected_status: word("expected_status", EXPECTED_STATUSES),
  color,
  vlan_id: optionalText(32),
  subnet: network,
  topology_group_id: integerOrNull(),
  topology_group: optionalText(120).openapi({
    description: "group by name; one that does not exist is made",
  }),
  site_id: integerOrNull(),
  snmp_profile_id: integerOrNull(),
  tags,
  notes: optionalText(4000),
};

export const DeviceCreate = z
  .object({
    name,
    display_name: fields.display_name.default(null),
    hostname: anyHostname.default(null),
    ip_address: fields.ip_address.default(null),
    mac_address: fields.mac_address.default(null),
    vendor: fields.vendor.default(null).openapi({
      description: "absent: found by the MAC address (IEEE registry), where it is a registered one",
    }),
    os: fields.os.default(null),
    serial_number: fields.serial_number.default(null).openapi({ description: "of the chassis" }),
    device_type: fields.device_type.default(null),
    status: fields.status.default("unknown"),
    lifecycle: fields.lifecycle.default("active"),
    monitoring_paused: fields.monitoring_paused.default(false),
    expected_status: fields.expected_status.default("online"),
    icon: icon(120).default("device"),
    color: fields.color.default(null),
    vlan_id: fields.vlan_id.default(null),
    subnet: fields.subnet.default(null),
    topology_group_id: fields.topology_group_id.default(null),
    topology_group: fields.topology_group.default(null),
    site_id: fields.site_id.default(null),
    snmp_profile_id: fields.snmp_profile_id.default(null),
    tags: fields.tags.default([]),
    notes: fields.notes.default(null),
    custom_attributes: customAttributes.default({}),
    interfaces: interfaceList.default([]),
    additional_addresses: additionalAddresses.default([]),
  })
  .openapi("DeviceCreate");
export type DeviceCreate = z.output<typeof DeviceCreate>;

export const DeviceUpdate = z
  .object({
    ...fields,
    hostname: strictHostname,
    icon: icon(40),
    custom_attributes: customAttributes
      .nullable()
      .openapi({ type: ["object", "null"], description: "changes those that are named; null removes all" }),
    interfaces: interfaceList.openapi({
      description: "replaces the list; an interface keeps its id by its name",
    }),
    additional_addresses: additionalAddresses,
  })
  .partial()
  .extend({ name })
  .openapi("DeviceUpdate");
export type DeviceUpdate = z.output<typeof DeviceUpdate>;

const read = {
  id: z.int(),
  display_name: z.string().nullable(),
  hostname: z.string().nullable(),
  ip_address: z
    .string()
    .openapi({ description: "canonical; empty when the device has none", example: "192.0.2.10" }),
  mac_address: z.string().nullable(),
  mac_is_local: z.boolean().nullable().openapi({
    description: "the MAC address is locally administered (often random), so it tells no vendor",
  }),
  vendor: z.string().nullable(),
  os: z.string().nullable(),
  serial_number: z.string().nullable(),
  device_type: z.string().nullable(),
  status: z.string(),
  lifecycle: z.string(),
  monitoring_paused: z.boolean(),
  expected_status: z.string(),
  icon: z.string(),
  color: z.string().nullable(),
  vlan_id: z.string().nullable(),
  subnet: z.string().nullable(),
  topology_group_id: z.int().nullable(),
  topology_group: z.string(),
  site_id: z.int().nullable(),
  snmp_profile_id: z.int().nullable(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  custom_attributes: shownAttributes,
  interfaces: z.array(DeviceInterface),
  additional_addresses: z.array(z.string()),
  monitor_status: z.string().nullable(),
  last_monitored_at: timestamp.nullable(),
  is_favourite: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
};

export const DeviceRead = z.object(read).openapi("DeviceRead");
export type DeviceRead = z.infer<typeof DeviceRead>;

/** A device as a write leaves it. */
export const DeviceWritten = z
  .object({
    ...read,
    warnings: z.array(z.string()).openapi({
      description: "what was done although it may be a mistake, such as an address that another device has",
    }),
  })
  .openapi("DeviceWritten");
export type DeviceWritten = z.infer<typeof DeviceWritten>;

/** What is observed, the caller's own, or said of the write itself is no change of the device. */
export const DEVICE_VERSION = {
  without: ["monitor_status", "last_monitored_at", "is_favourite"],
  saidOnce: ["warnings"],
};

export const DeviceWriteQuery = z.object({
  unique_address: boolean().default(false).openapi({
    description: "`true`: 409 where another device has the address, instead of a warning",
  }),
});
