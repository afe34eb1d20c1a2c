import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";

/**
 * What devices are asked again and again, a row for each device and poller. Claimed as rows with a time at which they
 * are due.
 */
export const snmpPolls = pgTable(
  "snmp_polls",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    deviceId: bigint({ mode: "number" })
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    poller: text().notNull(),
    /** Null: it is asked when somebody says so. */
    dueAt: timestamp({ withTimezone: true }),
    leasedUntil: timestamp({ withTimezone: true }),
    claimToken: bigint({ mode: "number" }).notNull().default(0),
    /** When it was asked last, whatever came of it. */
    polledAt: timestamp({ withTimezone: true, precision: 3 }),
    /** What went wrong then, for people; null: nothing. */
    error: text(),
  },
  (table) => [
    unique("snmp_polls_device_poller").on(table.deviceId, table.poller),
    index("snmp_polls_due")
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
  ],
);
