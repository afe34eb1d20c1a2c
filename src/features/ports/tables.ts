import {
  bigint,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const deviceReference = () =>
  bigint({ mode: "number" })
    .notNull()
    .references(() => devices.id, { onDelete: "cascade" });
const portReference = () =>
  bigint({ mode: "number" })
    .notNull()
    .references(() => devicePorts.id, { onDelete: "cascade" });

/**
 * Ports of devices as their agents have them, by name, since index numbers change. A row changes when the port does,
 * not with each poll.
 */
export const devicePorts = pgTable(
  "device_ports",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    deviceId: deviceReference(),
    name: text().notNull(),
    ifIndex: bigint({ mode: "number" }).notNull(),
    description: text(),
    alias: text(),
    /** IANAifType. */
    type: integer(),
    mtu: bigint({ mode: "number" }),
    /** Bits a second. */
    speed: doublePrecision(),
    /** Canonical text. */
    macAddress: text(),
    adminStatus: text().notNull(),
    operStatus: text().notNull(),
    /** When the status changed last, as the agent or a poll has seen it. */
    changedAt: instant(),
    /** Since when the agent has it no more; null: it has it. */
    goneAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique("device_ports_device_name").on(table.deviceId, table.name),
    index("device_ports_gone").on(table.goneAt),
  ],
);

/** What was counted at a device's ports at its last poll, packed: the next one's rates come from the difference. */
export const portCounters = pgTable("port_counters", {
  deviceId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => devices.id, { onDelete: "cascade" }),
  at: instant().notNull(),
  counters: bytes().notNull(),
});

/**
 * Samples of a poll, of up to 64 ports of a device (`part`: the port's id by 64), until they are packed by the port.
 */
export const portSamples = pgTable(
  "port_samples",
  {
    deviceId: deviceReference(),
    part: bigint({ mode: "number" }).notNull(),
    at: instant().notNull(),
    samples: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.part, table.at] }),
    index("port_samples_at").on(table.at),
  ],
);

/** Samples of a port's day (UTC), packed. */
export const portSampleDays = pgTable(
  "port_sample_days",
  {
    portId: portReference(),
    startsAt: instant().notNull(),
    samples: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.portId, table.startsAt] }),
    index("port_sample_days_starts_at").on(table.startsAt),
  ],
);

/** What the hours of a port's day (UTC) came to, packed. */
export const portHourDays = pgTable(
  "port_hour_days",
  {
    portId: portReference(),
    startsAt: instant().notNull(),
    hours: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.portId, table.startsAt] }),
    index("port_hour_days_starts_at").on(table.startsAt),
  ],
);
