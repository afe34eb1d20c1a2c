import { jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** What administrators have set, by the field's name in the API; a field without a row has its default. */
export const systemSettings = pgTable("system_settings", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});
