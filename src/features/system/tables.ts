import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Every version that has run on this database, and since when. Times are the database's. */
export const startedVersions = pgTable("started_versions", {
  version: text().primaryKey(),
  firstStartedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
