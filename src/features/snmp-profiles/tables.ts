import { bigint, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { AUTH_PROTOCOLS, PRIV_PROTOCOLS, SNMP_VERSIONS } from "#platform/snmp/access";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** How devices are asked by SNMP: version, credentials, patience. */
export const snmpProfiles = pgTable("snmp_profiles", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull().unique("snmp_profiles_name"),
  version: text({ enum: SNMP_VERSIONS }).notNull(),
  port: integer().notNull(),
  timeoutSeconds: integer().notNull(),
  retries: integer().notNull(),
  /** Of version 3, as are protocols and context. */
  username: text(),
  authProtocol: text({ enum: AUTH_PROTOCOLS }),
  privProtocol: text({ enum: PRIV_PROTOCOLS }),
  context: text(),
  /** Community and keys: JSON as a Fernet token. */
  secrets: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});
