import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * Devices that another has heard by LLDP or CDP at one of its ports. What nobody decided on goes 90 days after it was
 * last heard.
 */
export const lldpNeighbours = pgTable(
  "lldp_neighbours",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    sourceDeviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    protocol: text().notNull(),
    localPortIndex: bigint({ mode: "number" }).notNull(),
    localPortId: text(),
    localPortDescription: text(),
    /** What people call the ports, and links get. */
    localPortName: text(),
    remotePortName: text(),
    remoteChassisId: text().notNull(),
    remotePortId: text(),
    remotePortDescription: text(),
    remoteSystemName: text(),
    remoteSystemDescription: text(),
    managementAddress: text(),
    matchedDeviceId: bigint({ mode: "number" }).references(() => devices.id, { onDelete: "set null" }),
    /**
     * By what: `chassis_mac`, `management_address`, `host_name`; `person`: somebody has chosen it, and rescans leave
     * it.
     */
    matchReason: text(),
    /** By a person; rescans leave it. */
    dismissed: boolean().notNull().default(false),
    lastSeen: instant().notNull().defaultNow(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("lldp_neighbours_key").on(
      table.sourceDeviceId,
      table.protocol,
      table.localPortIndex,
      table.remoteChassisId,
    ),
    index("lldp_neighbours_matched").on(table.matchedDeviceId),
  ],
);

/**
 * Devices that were asked for their neighbours, or are to be; the id is the device's. Claimed as rows with a time at
 * which they are due.
 */
export const lldpSources = pgTable(
  "lldp_sources",
  {
    id: bigint({ mode: "number" })
      .primaryKey()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** Null: it is asked when somebody says so. */
    dueAt: timestamp({ withTimezone: true }),
    leasedUntil: timestamp({ withTimezone: true }),
    claimToken: bigint({ mode: "number" }).notNull().default(0),
    scannedAt: instant(),
    /** The last scan that read the tables to their end: what it did not hear is not there. */
    completeAt: instant(),
    error: text(),
    notes: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    index("lldp_sources_due")
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
  ],
);

/** One row at most: how often all devices with an SNMP profile are asked by themselves. */
export const lldpSchedule = pgTable(
  "lldp_schedule",
  {
    id: integer().primaryKey().default(1),
    /** Null: never. */
    intervalMinutes: integer(),
  },
  (table) => [check("lldp_schedule_one_row", sql`${table.id} = 1`)],
);
