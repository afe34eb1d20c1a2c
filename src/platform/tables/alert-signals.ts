import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What has happened and no rule has been asked about yet. Rows are only added and taken. */
export const alertSignals = pgTable("alert_signals", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  eventType: text().notNull(),
  subject: text().notNull(),
  /** As it was then, without a reference: whoever writes waits for nobody. */
  deviceId: bigint({ mode: "number" }),
  sentence: text().notNull(),
  at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
