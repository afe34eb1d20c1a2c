import { asc } from "drizzle-orm";
import { z } from "zod";
import {
  defaultsOf,
  fieldsOf,
  fromPlainItem,
  named,
  textOf,
  toPlainItem,
  type Change,
  type ConfigurationKind,
  type Fields,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import type { WorkerPool } from "#platform/workers";
import type { DeviceBelonging } from "../devices/belonging";
import { lockDevices, previewOf, removeDevices } from "../devices/delete";
import { selectDevices, toDeviceReads } from "../devices/device-rows";
import { anyHostname, icon } from "../devices/fields";
import { writeDevices } from "../devices/many";
import { DeviceCreate, DeviceUpdate } from "../devices/models";
import { devices } from "../tables";

const OWN = [
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
  "tags",
  "notes",
  "custom_attributes",
  "interfaces",
  "additional_addresses",
];
const PLACES: Form = [
  { field: "site", column: "site_id", kind: "sites" },
  { field: "group", column: "topology_group_id", kind: "groups" },
  { field: "snmp_profile", column: "snmp_profile_id", kind: "snmp_profiles" },
];
const FORM: Form = [...OWN.slice(0, 8), ...PLACES, ...OWN.slice(8)];

/** As a device is made: the names of those that are there may be of another form than a change by itself takes. */
const DeviceChange = DeviceUpdate.extend({ hostname: anyHostname.optional(), icon: icon(120).optional() });

type DeviceKindDeps = { pool: WorkerPool; belongings: readonly DeviceBelonging[] };

/** Devices, by what people call them, else by hardware address or host name. */
export function deviceKind({ pool, belongings }: DeviceKindDeps): ConfigurationKind {
  return {
    name: "devices",
    noun: "device",
    key: "its name: display name, else host name, else IP address, else MAC address; where no device has it, its MAC address or host name",
    reads: "authenticated",
    writes: { permission: "topology_write" },
    refersTo: ["sites", "groups", "snmp_profiles"],
    isKeyUnique: false,
    fields: {
      ...fieldsOf(DeviceCreate.shape, OWN),
      site: named("the site that it is at"),
      group: named("the group that it is in"),
      snmp_profile: named("by which it is asked"),
    },
    defaults: { ...defaultsOf(DeviceCreate.shape, OWN), site: null, group: null, snmp_profile: null },
    keyOf: nameOf,
    tellersOf: (fields) => [fields["mac_address"], fields["ip_address"]].map(textOrNull),
    otherKeysOf: (fields) =>
      ["mac_address", "hostname"].flatMap((field) => {
        const text = textOrNull(fields[field]);
        return text === null ? [] : [`${field} ${text}`];
      }),
    nameOf,
    toItem(fields, names) {
      const item = toPlainItem(FORM, fields, names);
      return {
        ...item,
        ...("interfaces" in item && { interfaces: shownInterfaces(item["interfaces"]) }),
        ...("additional_addresses" in item && { additional_addresses: sorted(item["additional_addresses"]) }),
        ...("custom_attributes" in item && { custom_attributes: inOrder(item["custom_attributes"]) }),
      };
    },
    fromItem: (item, ids) => fromPlainItem(FORM, item, ids),
    async read(db) {
      const rows = await selectDevices(db, 0).orderBy(asc(devices.id));
      const reads = await toDeviceReads(db, rows);
      return reads.map((device, place) => ({
        id: device.id,
        fields: {
          ...device,
          ip_address: device.ip_address === "" ? null : device.ip_address,
          // What the MAC address says, nobody has set.
          vendor: rows[place]?.isVendorDerived === true ? null : device.vendor,
        },
      }));
    },
    createsAtOnce: 500,
    create(ctx, things) {
      const writes = things.map(({ fields }) => ({ device: readRequest(DeviceCreate, fields) }));
      return writeDevices({ ...ctx, pool }, { writes, userId: ctx.caller.userId });
    },
    async update(ctx, changes) {
      const writes = changes.map((change) => ({ id: change.id, changes: changesOf(change) }));
      await writeDevices({ ...ctx, pool }, { writes, userId: ctx.caller.userId });
    },
    async remove(ctx, gone) {
      const ids = await lockDevices(
        ctx.db,
        gone.map(({ id }) => id),
      );
      await removeDevices({ ...ctx, belongings }, { ids, userId: ctx.caller.userId, isDryRun: false });
    },
    async goesWith(db, gone) {
      const { would_delete: going } = await previewOf(
        { db, belongings },
        gone.map(({ id }) => id),
      );
      const { devices: _devices, ...others } = going;
      return Object.fromEntries(Object.entries(others).map(([kind, { count }]) => [kind, count]));
    },
  };
}

function nameOf(fields: Fields): string {
  const names = ["display_name", "hostname", "ip_address", "mac_address"].map((field) =>
    textOf(fields, field),
  );
  return names.find((name) => name !== "") ?? "device without a name";
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Attributes that a bundle does not name any more go. */
function changesOf({ fields, before }: Change): DeviceUpdate {
  const { custom_attributes: attributes, ...rest } = fields;
  if (attributes === undefined) return readRequest(DeviceChange, rest);
  const known = Object.keys(Attributes.parse(before["custom_attributes"] ?? {}));
  const cleared = Object.fromEntries(known.map((name) => [name, null]));
  const wanted = { ...cleared, ...Attributes.parse(attributes) };
  const { custom_attributes: read } = DeviceUpdate.pick({ custom_attributes: true }).parse({
    custom_attributes: attributes,
  });
  return { ...readRequest(DeviceChange, rest), custom_attributes: { ...wanted, ...read } };
}

const Attributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A null is as good as none. */
function inOrder(value: unknown): Record<string, unknown> {
  const entries = Object.entries(Attributes.parse(value ?? {})).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.toSorted(([one], [other]) => compareTexts(one, other)));
}

const Interfaces = z.array(
  z.object({
    name: z.string(),
    mac_address: z.string().nullable(),
    description: z.string().nullable(),
    ip_addresses: z.array(z.string()),
  }),
);

/** By name, without what they do not have. */
function shownInterfaces(value: unknown): Fields[] {
  if (isEmpty(value)) return [];
  const interfaces = Interfaces.parse(value).toSorted((one, other) => compareTexts(one.name, other.name));
  return interfaces.map(({ name, mac_address, description, ip_addresses }) => ({
    name,
    ...(mac_address !== null && { mac_address }),
    ...(description !== null && { description }),
    ...(ip_addresses.length > 0 && { ip_addresses: sorted(ip_addresses) }),
  }));
}

function sorted(value: unknown): string[] {
  if (isEmpty(value)) return [];
  return z.array(z.string()).parse(value).toSorted(compareTexts);
}

/** Nearly all devices have none, and there are many of them. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const collator = new Intl.Collator("en", { numeric: true });

function compareTexts(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}
