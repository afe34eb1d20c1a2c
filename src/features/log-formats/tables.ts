import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { FieldMapping, OwnConditions } from "./definition";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Formats of log lines that administrators have described, for devices that ours do not know. */
export const logFormats = pgTable("log_formats", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  /** What events say that were read by it: `own:<name>`. */
  name: text().notNull().unique("log_formats_name"),
  description: text(),
  enabled: boolean().notNull(),
  /** The lowest is asked first. Two may have the same for a moment: then the older one is. */
  position: integer().notNull(),
  kind: text({ enum: ["pattern", "json"] }).notNull(),
  reads: text({ enum: ["message", "line"] }).notNull(),
  /** Of the kind `pattern`. */
  pattern: text(),
  vendor: text(),
  conditions: jsonb().$type<OwnConditions>().notNull(),
  fields: jsonb().$type<FieldMapping[]>().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});
