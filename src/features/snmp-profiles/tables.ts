import { bigint, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** How devices are asked by SNMP: version, credentials, patience. */
export const snmpProfiles = pgTable("snmp_profiles", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull().unique("snmp_profiles_name"),
  version: text().$type<"v1" | "v2c" | "v3">().notNull(),
  port: integer().notNull(),
  timeoutSeconds: integer().notNull(),
  retries: integer().notNull(),
  /** Of version 3, as are protocols and context. */
  username: text(),
  authProtocol: text().$type<"md5" | "sha" | "sha256" | "sha512">(),
  privProtocol: text().$type<"des" | "aes" | "aes256">(),
  context: text(),
  /** Community and keys: JSON as a Fernet token. */
  secrets: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});
