import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Who runs which periodic job (../jobs.ts). Times are the database's. */
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
