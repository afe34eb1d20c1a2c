import { sql } from "drizzle-orm";
import type { AuditNames } from "#features/audit";
import { deviceNameOf, devices, sites, topologyGroups } from "./tables";

const nameIn = (table: typeof sites | typeof topologyGroups) =>
  sql`coalesce(${table.displayName}, ${table.name})`;

/** How the audit log calls devices, sites and groups. */
export const TOPOLOGY_NAMES: AuditNames = {
  device: (ids) => sql`SELECT id, ${deviceNameOf()} AS name FROM ${devices} WHERE id = ${ids}`,
  site: (ids) => sql`SELECT id, ${nameIn(sites)} AS name FROM ${sites} WHERE id = ${ids}`,
  group: (ids) => sql`SELECT id, ${nameIn(topologyGroups)} AS name FROM ${topologyGroups} WHERE id = ${ids}`,
};
