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
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { monitors, serviceChecks } from "#tables/monitoring";
import { devices } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();

/** Pages for the public, all of whose texts are for the public. */
export const statusPages = pgTable("status_pages", {
  id: identity(),
  /** Last part of its address. */
  slug: text().notNull().unique("status_pages_slug"),
  title: text().notNull(),
  description: text(),
  isPublished: boolean().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

export const statusPageGroups = pgTable(
  "status_page_groups",
  {
    id: identity(),
    pageId: bigint({ mode: "number" })
      .notNull()
      .references(() => statusPages.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    name: text().notNull(),
  },
  (table) => [unique("status_page_groups_position").on(table.pageId, table.position)],
);

/** What is shown of a page, one row for each thing, which has a name for the public. */
export const statusPageComponents = pgTable(
  "status_page_components",
  {
    id: identity(),
    pageId: bigint({ mode: "number" })
      .notNull()
      .references(() => statusPages.id, { onDelete: "cascade" }),
    groupId: bigint({ mode: "number" })
      .notNull()
      .references(() => statusPageGroups.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    name: text().notNull(),
    /** Says which it is to the public, for ever; says nothing about the thing behind it. */
    key: text().notNull(),
    deviceId: bigint({ mode: "number" }).references(() => devices.id, { onDelete: "cascade" }),
    serviceCheckId: bigint({ mode: "number" }).references(() => serviceChecks.id, { onDelete: "cascade" }),
    monitorId: bigint({ mode: "number" }).references(() => monitors.id, { onDelete: "cascade" }),
  },
  (table) => [
    check(
      "status_page_components_one_thing",
      sql`num_nonnulls(${table.deviceId}, ${table.serviceCheckId}, ${table.monitorId}) = 1`,
    ),
    uniqueIndex("status_page_components_key").on(table.pageId, table.key),
    index("status_page_components_group").on(table.groupId),
    index("status_page_components_device").on(table.deviceId),
    index("status_page_components_service_check").on(table.serviceCheckId),
    index("status_page_components_monitor").on(table.monitorId),
  ],
);
