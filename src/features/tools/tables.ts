import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, timestamp } from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";
import { users } from "#tables/users";
import type { KeptFinding } from "./kept/finding";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * What tools have answered: for a quarter of an hour, so that whoever asked may keep it, and then with the device that
 * it was kept on.
 */
export const toolResults = pgTable(
  "tool_results",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    /** Who asked. */
    userId: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** Null: nobody has kept it yet. */
    deviceId: bigint({ mode: "number" }).references(() => devices.id, { onDelete: "cascade" }),
    finding: jsonb().$type<KeptFinding>().notNull(),
    /** Of the result as JSON. */
    sizeBytes: integer().notNull(),
    ranAt: instant().notNull().defaultNow(),
    keptAt: instant(),
  },
  (table) => [
    index("tool_results_device").on(table.deviceId, table.id),
    index("tool_results_unkept")
      .on(table.userId, table.id)
      .where(sql`${table.deviceId} IS NULL`),
    index("tool_results_age").on(table.ranAt),
  ],
);

/** When each user called a tool, as far back as the limit of such calls looks. Unlogged: a crash forgives a window. */
export const toolCalls = pgTable("tool_calls", {
  userId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  calledAt: timestamp({ withTimezone: true }).array().notNull(),
});
