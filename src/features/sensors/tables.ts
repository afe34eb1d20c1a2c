import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const sensorReference = () =>
  bigint({ mode: "number" })
    .notNull()
    .references(() => sensors.id, { onDelete: "cascade" });

/** What is measured on a device by SNMP: found by itself, or added by a person. */
export const sensors = pgTable(
  "sensors",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    deviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** Of a found one: the part of a MIB and the place there, by which it is known again. Null: a person's own. */
    key: text(),
    category: text().notNull(),
    name: text().notNull(),
    /** Blank: a mere number. */
    unit: text().notNull(),
    oid: text().notNull(),
    /** `gauge`; `counter`: what it grew by in a second counts. */
    kind: text().notNull().default("gauge"),
    /** What is read is multiplied by the one and divided by the other. */
    factor: doublePrecision().notNull().default(1),
    divisor: doublePrecision().notNull().default(1),
    enabled: boolean().notNull().default(true),
    /** Bounds, in the sensor's unit; null: none. */
    warnAbove: doublePrecision(),
    criticalAbove: doublePrecision(),
    warnBelow: doublePrecision(),
    criticalBelow: doublePrecision(),
    /** How far inside a bound a value must be to count as back; null: 2 % of the bound. */
    clearMargin: doublePrecision(),
    /** Polls in a row that a change of state takes. */
    confirmAfter: integer().notNull().default(2),
    /** Newest value; null: there is none. */
    value: doublePrecision(),
    /** What the agent says beside the number, or instead of it. */
    words: text(),
    /** What the agent itself holds of it; null: nothing. */
    agentStatus: text(),
    /** When it was asked for last; null: not yet. */
    readAt: instant(),
    /** Of a counter: what it stood at, and when the agent had begun by its own word (hundredths of a second). */
    counter: text(),
    counterUpTime: bigint({ mode: "number" }),
    /** `ok`, `warning`, `critical` or `unknown`: what the polls have confirmed. */
    state: text().notNull().default("unknown"),
    stateSince: instant().notNull().defaultNow(),
    /** The mildest of the newest polls that would change the state, and how many they are; null: none would. */
    pendingState: text(),
    pendingPolls: integer().notNull().default(0),
    /** Since when the agent does not have it any more; null: it has. */
    goneSince: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("sensors_found")
      .on(table.deviceId, table.key)
      .where(sql`${table.key} IS NOT NULL`),
    index("sensors_device").on(table.deviceId),
    index("sensors_trouble")
      .on(table.state)
      .where(sql`${table.state} IN ('warning', 'critical')`),
    check("sensors_divisor", sql`${table.divisor} <> 0`),
  ],
);

/** What people have made of sensors: those of their own, and bounds of others. */
export const isSensorOfPeople = sql`(key IS NULL OR num_nonnulls(warn_above, critical_above, warn_below, critical_below) > 0)`;

/** When a sensor's state changed, written with the reading that confirmed it: what alerts go by. */
export const sensorStateChanges = pgTable(
  "sensor_state_changes",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    sensorId: sensorReference(),
    at: instant().notNull(),
    previousState: text().notNull(),
    state: text().notNull(),
    value: doublePrecision(),
    /** Why, in words. */
    reason: text().notNull(),
  },
  (table) => [
    index("sensor_state_changes_sensor").on(table.sensorId, table.at),
    index("sensor_state_changes_at").on(table.at),
  ],
);

/** Values that are not packed yet: those of the running hour, and a little before it. */
export const sensorReadings = pgTable(
  "sensor_readings",
  {
    sensorId: sensorReference(),
    at: instant().notNull(),
    value: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sensorId, table.at] })],
);

/** Values of a day (UTC), packed (`history/packed-readings.ts`); the running day grows by the hour. */
export const sensorReadingDays = pgTable(
  "sensor_reading_days",
  {
    sensorId: sensorReference(),
    startsAt: instant().notNull(),
    readings: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sensorId, table.startsAt] }),
    index("sensor_reading_days_starts_at").on(table.startsAt),
  ],
);

/** What the hours of a day (UTC) came to, packed (`history/packed-hours.ts`). */
export const sensorHourDays = pgTable(
  "sensor_hour_days",
  {
    sensorId: sensorReference(),
    startsAt: instant().notNull(),
    hours: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sensorId, table.startsAt] }),
    index("sensor_hour_days_starts_at").on(table.startsAt),
  ],
);
