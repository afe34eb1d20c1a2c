import { sql } from "drizzle-orm";
import { bigint, index, integer, macaddr, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const deviceId = () =>
  bigint({ mode: "number" })
    .notNull()
    .references(() => devices.id, { onDelete: "cascade" });

/** Devices whose forwarding tables are read and are not empty. */
export const forwardingSwitches = pgTable("forwarding_switches", {
  deviceId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => devices.id, { onDelete: "cascade" }),
  readAt: instant().notNull(),
  /** The last reading that came to the end of the table: what was not in it is not there. */
  completeAt: instant(),
  /** In the last reading. */
  entries: integer().notNull(),
  /** MAC addresses of its own. */
  ownAddresses: macaddr()
    .array()
    .notNull()
    .default(sql`'{}'`),
});

/**
 * Ports of those switches behind which there are MAC addresses, or were. `portIndex` is the ifIndex; negative: a
 * bridge's number.
 */
export const forwardingPorts = pgTable(
  "forwarding_ports",
  {
    deviceId: deviceId(),
    portIndex: integer().notNull(),
    name: text().notNull(),
    /** What somebody has written beside it. */
    alias: text(),
    /** MAC addresses behind it in the last reading. */
    macs: integer().notNull(),
  },
  (table) => [primaryKey({ name: "forwarding_ports_key", columns: [table.deviceId, table.portIndex] })],
);

/** Which of the other switches are behind a port. */
export const forwardingLeads = pgTable(
  "forwarding_leads",
  {
    deviceId: deviceId(),
    portIndex: integer().notNull(),
    toDeviceId: deviceId(),
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({
      name: "forwarding_leads_key",
      columns: [table.deviceId, table.portIndex, table.toDeviceId],
    }),
    index("forwarding_leads_to").on(table.toDeviceId),
  ],
);

/** Where each switch has, or had last, each MAC address. What stays as it is costs no write. */
export const forwardingEntries = pgTable(
  "forwarding_entries",
  {
    deviceId: deviceId(),
    /** Of the switch's table; 0: it has one. */
    filteringId: bigint({ mode: "number" }).notNull(),
    macAddress: macaddr().notNull(),
    portIndex: integer().notNull(),
    vlan: integer(),
    /** When it came to this port. */
    since: instant().notNull(),
    /** Null: it was in the last complete reading, at whose time it was seen. */
    lastSeen: instant(),
  },
  (table) => [
    primaryKey({
      name: "forwarding_entries_key",
      columns: [table.deviceId, table.filteringId, table.macAddress],
    }),
    index("forwarding_entries_mac").on(table.macAddress),
  ],
);

/** On which port of which switch each MAC address hangs. */
export const forwardingPlaces = pgTable(
  "forwarding_places",
  {
    macAddress: macaddr().primaryKey(),
    deviceId: deviceId(),
    portIndex: integer().notNull(),
    reason: text().notNull(),
    /** Switches that know it. */
    knownBy: integer().notNull(),
  },
  (table) => [index("forwarding_places_port").on(table.deviceId, table.portIndex, table.macAddress)],
);
