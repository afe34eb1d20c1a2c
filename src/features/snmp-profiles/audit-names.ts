import { sql } from "drizzle-orm";
import type { AuditNames } from "#features/audit";
import { snmpProfiles } from "./tables";

/** How the audit log calls SNMP profiles. */
export const SNMP_PROFILE_NAMES: AuditNames = {
  snmp_profile: (ids) => sql`SELECT id, name FROM ${snmpProfiles} WHERE id = ${ids}`,
};
