import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "#tables/users";
import type { KindCounts } from "./plan/describe";

/** Bundles that were applied, the latest of them. They hold no secrets. */
export const configurationApplies = pgTable(
  "configuration_applies",
  {
    /** Of its operation, which may be let go earlier. */
    id: uuid().primaryKey(),
    /** The order in which they ended. */
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    /** Null: the user has been removed. */
    userId: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** Of the user at that time. */
    username: text().notNull(),
    /** What somebody says of it, such as the commit of a repository. */
    note: text(),
    format: text({ enum: ["yaml", "json"] }).notNull(),
    bundle: text().notNull(),
    /** Kinds that it was applied for; null: all that it has. */
    only: text().array(),
    /** Kinds whose things went that it does not have. */
    prune: text().array().notNull(),
    counts: jsonb().$type<KindCounts[]>().notNull(),
    /** The first of its changes, as sentences. */
    sentences: text().array().notNull(),
    /** Its entry of the audit log; null: nothing was written. */
    auditId: bigint({ mode: "number" }),
    endedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index("configuration_applies_position").on(table.position)],
);
