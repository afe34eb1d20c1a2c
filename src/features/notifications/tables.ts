import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Settings of the ways out, by their names in the API. A secret's value is a Fernet token; a name without a row has its
 * default.
 */
export const notificationSettings = pgTable("notification_settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

/** Ways out that administrators have named. */
export const notificationProfiles = pgTable("notification_profiles", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull(),
  provider: text().notNull(),
  enabled: boolean().notNull(),
  /** JSON as a Fernet token. */
  config: text().notNull(),
  /** Notices that go there may hold log lines, which not everybody may read. */
  carriesLogLines: boolean().notNull().default(false),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
