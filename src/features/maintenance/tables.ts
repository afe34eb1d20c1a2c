import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { monitors, serviceChecks } from "#tables/monitoring";
import { devices, sites, topologyGroups } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();

/**
 * Times in which what fails is not held against it. Either once, with `startsAt` and `endsAt`, or again and again, with
 * `cron` and what belongs to it.
 */
export const maintenanceWindows = pgTable(
  "maintenance_windows",
  {
    id: identity(),
    title: text().notNull(),
    /** For the public: may stand on a status page. */
    description: text(),
    isEnabled: boolean().notNull(),
    coversEverything: boolean().notNull(),
    startsAt: instant(),
    endsAt: instant(),
    /** Five fields. */
    cron: text(),
    /** IANA name of the zone that `cron` is meant in. */
    timeZone: text(),
    /** Of each occurrence, as a clock that knows no daylight saving measures it. */
    durationMinutes: integer(),
    /** Occurrences begin at or after it; null: no bound. */
    validFrom: instant(),
    /** Occurrences begin before it; null: no bound. */
    validUntil: instant(),
    /**
     * Occurrences that end before their time, in milliseconds since the epoch; one that ends as it begins is left out.
     */
    exceptions: jsonb().$type<{ startsAt: number; endsAt: number }[]>().notNull().default([]),
    /** User name. */
    createdBy: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check(
      "maintenance_windows_schedule",
      sql`CASE WHEN ${table.cron} IS NULL
        THEN num_nonnulls(${table.startsAt}, ${table.endsAt}) = 2 AND ${table.startsAt} < ${table.endsAt}
        ELSE num_nonnulls(${table.timeZone}, ${table.durationMinutes}) = 2
          AND num_nonnulls(${table.startsAt}, ${table.endsAt}) = 0 END`,
    ),
  ],
);

/** What a window covers, one row for each thing that it names. */
export const maintenanceScopes = pgTable(
  "maintenance_scopes",
  {
    id: identity(),
    maintenanceId: bigint({ mode: "number" })
      .notNull()
      .references(() => maintenanceWindows.id, { onDelete: "cascade" }),
    deviceId: bigint({ mode: "number" }).references(() => devices.id, { onDelete: "cascade" }),
    groupId: bigint({ mode: "number" }).references(() => topologyGroups.id, { onDelete: "cascade" }),
    siteId: bigint({ mode: "number" }).references(() => sites.id, { onDelete: "cascade" }),
    serviceCheckId: bigint({ mode: "number" }).references(() => serviceChecks.id, { onDelete: "cascade" }),
    monitorId: bigint({ mode: "number" }).references(() => monitors.id, { onDelete: "cascade" }),
    /** Of devices and of monitors. */
    tag: text(),
  },
  (table) => [
    check(
      "maintenance_scopes_one_thing",
      sql`num_nonnulls(${table.deviceId}, ${table.groupId}, ${table.siteId}, ${table.serviceCheckId}, ${table.monitorId}, ${table.tag}) = 1`,
    ),
    index("maintenance_scopes_maintenance").on(table.maintenanceId),
    index("maintenance_scopes_device").on(table.deviceId),
    index("maintenance_scopes_group").on(table.groupId),
    index("maintenance_scopes_site").on(table.siteId),
    index("maintenance_scopes_service_check").on(table.serviceCheckId),
    index("maintenance_scopes_monitor").on(table.monitorId),
  ],
);
