import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Settings of the ways out, by their names in the API. A secret's value is a Fernet token; a name without a row has its default. */
export const notificationSettings = pgTable("notification_settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
