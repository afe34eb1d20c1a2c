import { bigint, pgTable, text } from "drizzle-orm/pg-core";

/** The types that administrators have added to the built-in ones. */
export const deviceTypes = pgTable("device_types", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  /** What devices name it by. */
  value: text().notNull().unique("device_types_value"),
  label: text().notNull(),
  icon: text().notNull(),
});

/** Colours that replace a type's own, built-in or not. */
export const deviceTypeColors = pgTable("device_type_colors", {
  deviceType: text().primaryKey(),
  /** `#rrggbb` */
  color: text().notNull(),
});
