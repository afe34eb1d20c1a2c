import { sql, type SQL } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { operations } from "#tables/operations";
import { snmpProfiles } from "#tables/snmp-profiles";
import { users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();

/** Compared by code point, whatever the database's own collation is. */
const codePointText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Text whose plain order is the natural one, sw2 before sw10 in any case: each number is written with 20 digits. */
function naturalKey(name: SQL) {
  const padded = sql`regexp_replace(lower(coalesce(${name}, '')), '([0-9]+)', '00000000000000000000\\1', 'g')`;
  return codePointText()
    .notNull()
    .generatedAlwaysAs(sql`regexp_replace(${padded}, '[0-9]*([0-9]{20})', '\\1', 'g')`);
}

/** The address of the text column `ip_address`, for order, equality and `<<=` of networks in both families. */
const addressOfText = () => inet().generatedAlwaysAs(sql`ip_address::inet`);

/** Groups of devices, each a VLAN where it has a `vlanId`; nested in one another and placed in sites. */
export const topologyGroups = pgTable(
  "topology_groups",
  {
    id: identity(),
    name: text().notNull().unique("topology_groups_name"),
    nameKey: naturalKey(sql`name`),
    displayName: text(),
    vlanId: text(),
    /** Canonical network. */
    ipRange: text(),
    gateway: text(),
    dhcpStart: text(),
    dhcpEnd: text(),
    dnsServers: text(),
    description: text(),
    color: text(),
    parentId: bigint({ mode: "number" }).references((): AnyPgColumn => topologyGroups.id, {
      onDelete: "set null",
    }),
    siteId: bigint({ mode: "number" }).references(() => sites.id, { onDelete: "set null" }),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index("topology_groups_parent").on(table.parentId),
    index("topology_groups_site").on(table.siteId),
  ],
);

/** Places; one inside another is a location of it. */
export const sites = pgTable(
  "sites",
  {
    id: identity(),
    name: text().notNull().unique("sites_name"),
    nameKey: naturalKey(sql`name`),
    displayName: text(),
    description: text(),
    /** Postal. */
    address: text(),
    color: text(),
    parentId: bigint({ mode: "number" }).references((): AnyPgColumn => sites.id, { onDelete: "set null" }),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index("sites_parent").on(table.parentId)],
);

/** Sorts before every address; a device without one comes first. */
export const NO_ADDRESS = "0.0.0.0/0";

/** How devices are sorted by their address: the same text as in their indexes, which serve no other. */
export const addressOrder = (address: AnyPgColumn) =>
  sql<string>`coalesce(${address}, ${sql.raw(`'${NO_ADDRESS}'`)}::inet)`;

export const devices = pgTable(
  "devices",
  {
    id: identity(),
    displayName: text(),
    hostname: text(),
    /** Canonical text; null: none. Two devices may share one (a pair in high availability, or a conflict). */
    ipAddress: text(),
    address: addressOfText(),
    /** Canonical text: lower case with colons. */
    macAddress: text(),
    vendor: text(),
    /** The vendor comes from the MAC address, nobody typed it. */
    isVendorDerived: boolean().notNull().default(false),
    os: text(),
    /** Of the chassis, as it is written on it. */
    serialNumber: text(),
    deviceType: text(),
    status: text().notNull(),
    lifecycle: text().notNull(),
    monitoringPaused: boolean().notNull(),
    expectedStatus: text().notNull(),
    icon: text().notNull(),
    color: text(),
    vlanId: text(),
    subnet: text(),
    topologyGroupId: bigint({ mode: "number" }).references(() => topologyGroups.id, { onDelete: "set null" }),
    topologyGroup: text(),
    siteId: bigint({ mode: "number" }).references(() => sites.id, { onDelete: "set null" }),
    snmpProfileId: bigint({ mode: "number" }).references(() => snmpProfiles.id, { onDelete: "set null" }),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    notes: text(),
    customAttributes: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
    hostnameKey: naturalKey(sql`hostname`),
    nameKey: naturalKey(sql`coalesce(display_name, hostname, ip_address)`),
    monitorStatus: text(),
    lastMonitoredAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index("devices_address").on(table.address),
    index("devices_mac_address").on(table.macAddress),
    index("devices_serial_number").on(sql`lower(${table.serialNumber})`),
    index("devices_in_order_of_hostname").on(table.hostnameKey, addressOrder(table.address), table.id),
    index("devices_in_order_of_name").on(table.nameKey, addressOrder(table.address), table.id),
    index("devices_in_order_of_address").on(addressOrder(table.address), table.id),
    index("devices_topology_group").on(table.topologyGroupId),
    index("devices_site").on(table.siteId),
    index("devices_snmp_profile").on(table.snmpProfileId),
    index("devices_tags").using("gin", table.tags),
  ],
);

/** What a person calls a device, in SQL: one of the table, or of what a statement calls it. */
export const deviceNameOf = (device: SQL | typeof devices = devices) =>
  sql<string>`coalesce(${device}.display_name, ${device}.hostname, ${device}.ip_address, 'device ' || ${device}.id)`;

/** A device's ports. The device's own `mac_address` is its primary one and need not be among them. */
export const deviceInterfaces = pgTable(
  "device_interfaces",
  {
    id: identity(),
    deviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text().notNull(),
    nameKey: naturalKey(sql`name`),
    macAddress: text(),
    description: text(),
  },
  (table) => [
    uniqueIndex("device_interfaces_name").on(table.deviceId, sql`lower(${table.name})`),
    index("device_interfaces_mac_address").on(table.macAddress),
  ],
);

/** Addresses of a device beside its primary one, which stays in `devices`. */
export const deviceAddresses = pgTable(
  "device_addresses",
  {
    id: identity(),
    deviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** Null: it is not said at which interface. */
    interfaceId: bigint({ mode: "number" }).references(() => deviceInterfaces.id, { onDelete: "cascade" }),
    ipAddress: text().notNull(),
    address: addressOfText(),
  },
  (table) => [
    index("device_addresses_device").on(table.deviceId),
    index("device_addresses_by_address").on(table.address),
    index("device_addresses_interface").on(table.interfaceId),
  ],
);

/** What hardware and agents are told by: values are in lower case, MAC addresses and engine ids with colons. */
export const IDENTITY_KINDS = ["mac_address", "serial_number", "engine_id"] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/**
 * What a device was seen to be told by, beside its fields and its interfaces. Several devices may have shown the same:
 * then it tells none of them (`identities/live.ts`). What was not seen for a year goes.
 */
export const deviceIdentities = pgTable(
  "device_identities",
  {
    deviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    kind: text({ enum: IDENTITY_KINDS }).notNull(),
    value: text().notNull(),
    /** `scan`, `neighbours`, `enrichment`: asked by SNMP; `merge`: of a device that it was merged with. */
    source: text().notNull(),
    firstSeenAt: instant().notNull().defaultNow(),
    lastSeenAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.value, table.deviceId] }),
    index("device_identities_device").on(table.deviceId),
  ],
);

/**
 * Every address of every device, the primary ones included; one address may be several devices', or twice a device's.
 */
export const everyDeviceAddress = pgView("every_device_address", {
  deviceId: bigint("device_id", { mode: "number" }).notNull(),
  ipAddress: text("ip_address").notNull(),
  address: inet("address").notNull(),
}).as(sql`
  SELECT id AS device_id, ip_address, address FROM devices WHERE address IS NOT NULL
  UNION ALL SELECT device_id, ip_address, address FROM device_addresses`);

/** Imports that have more verdicts than one answer holds, of which all are kept for a while. */
export const keptImports = pgTable("kept_imports", {
  importId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: "cascade" }),
  rows: integer().notNull(),
  /** Of the verdicts, as they are kept. */
  verdictBytes: integer().notNull(),
  keptAt: instant().notNull().defaultNow(),
});

/** The verdicts on the rows of an import that one answer does not hold, some hundred a row. */
export const deviceImportVerdicts = pgTable(
  "device_import_verdicts",
  {
    importId: uuid()
      .notNull()
      .references(() => keptImports.importId, { onDelete: "cascade" }),
    /** Of the first verdict among all, from 0. */
    place: integer().notNull(),
    /** A JSON list: it is only ever read whole. */
    verdicts: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.place] })],
);

export const favouriteDevices = pgTable(
  "favourite_devices",
  {
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    deviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceId] }),
    index("favourite_devices_device").on(table.deviceId),
  ],
);

/** Links between two devices. Source and target only say which way `allowOutbound` points: A-B and B-A are one link. */
export const relationships = pgTable(
  "relationships",
  {
    id: identity(),
    sourceDeviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    targetDeviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** Names as the device or its neighbour says them; an interface of that name need not be recorded. */
    sourceInterface: text(),
    targetInterface: text(),
    relationshipType: text().notNull(),
    allowOutbound: boolean().notNull(),
    allowInbound: boolean().notNull(),
    notes: text(),
    linkSpeedMbps: integer(),
    /** How it came to be known: `manual`, by a person; `measured`, as a device has heard the other; `guessed`. */
    origin: text().notNull().default("manual"),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => {
    const { sourceDeviceId, targetDeviceId, sourceInterface, targetInterface, relationshipType } = table;
    const atLower = (lower: SQL | AnyPgColumn, higher: SQL | AnyPgColumn) =>
      sql`lower(coalesce(case when ${sourceDeviceId} < ${targetDeviceId} then ${lower} else ${higher} end, ''))`;
    return [
      check("relationships_two_devices", sql`${sourceDeviceId} <> ${targetDeviceId}`),
      // Whoever comes second in a race is refused here.
      uniqueIndex("relationships_ends").on(
        sql`least(${sourceDeviceId}, ${targetDeviceId})`,
        sql`greatest(${sourceDeviceId}, ${targetDeviceId})`,
        atLower(sourceInterface, targetInterface),
        atLower(targetInterface, sourceInterface),
        sql`lower(${relationshipType})`,
      ),
      index("relationships_source").on(sourceDeviceId),
      index("relationships_target").on(targetDeviceId),
    ];
  },
);

/** Where a user has put the nodes of the map. */
export const topologyLayouts = pgTable(
  "topology_layouts",
  {
    id: identity(),
    ownerUserId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Node (`device-7`, `group-office`) to its place. */
    positions: jsonb().$type<Record<string, unknown>>().notNull(),
    displayPrefs: jsonb().$type<Record<string, unknown>>(),
    /** Whoever knows it may read and copy the layout; null: not shared. */
    shareCode: text().unique("topology_layouts_share_code"),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [unique("topology_layouts_name").on(table.ownerUserId, table.name)],
);
