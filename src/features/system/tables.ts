import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#tables/users";

/** Who runs which periodic job (platform/jobs.ts). Times are the database's. */
export const jobLeases = pgTable("job_leases", {
  name: text().primaryKey(),
  owner: text().notNull(),
  token: bigint({ mode: "number" }).notNull(),
  leasedUntil: timestamp({ withTimezone: true }).notNull(),
  startedAt: timestamp({ withTimezone: true }).notNull(),
  /** Of the last run that came to an end; null: none has. */
  endedAt: timestamp({ withTimezone: true }),
  /** Why that run failed; null: it did not. */
  failure: text(),
});

/** Every version that has run on this database, and since when. Times are the database's. */
export const startedVersions = pgTable("started_versions", {
  version: text().primaryKey(),
  firstStartedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

/** When each user called a tool, as far back as the limit of such calls looks. Unlogged: a crash forgives a window. */
export const toolCalls = pgTable("tool_calls", {
  userId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  calledAt: timestamp({ withTimezone: true }).array().notNull(),
});
