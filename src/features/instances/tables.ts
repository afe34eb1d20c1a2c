import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Role } from "#platform/roles";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The processes that work on this database, one row each: written at the start, again and again while it runs, and
 * taken away by an orderly stop. Times are the database's.
 */
export const instances = pgTable("instances", {
  /** Made at each start. */
  id: text().primaryKey(),
  /** How other processes reach it: `http://host:port`. Who comes with the same one has taken its place. */
  address: text().notNull().unique(),
  roles: text().array().$type<Role[]>().notNull(),
  version: text().notNull(),
  /** The journal that it writes; null: it receives nothing. */
  collector: text(),
  /** Tells by which MASTER_KEY it works, and nothing else of it. */
  keyCheck: text().notNull(),
  /** Shows that a process with the MASTER_KEY has written the row; null: one of version 0.8, which had none. */
  proof: text(),
  startedAt: instant().notNull().defaultNow(),
  seenAt: instant().notNull().defaultNow(),
});
