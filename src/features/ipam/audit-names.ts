import { sql } from "drizzle-orm";
import type { AuditNames } from "#features/audit";
import { externalPools, subnets } from "./tables";

/** How the audit log calls subnets and pools. */
export const IPAM_NAMES: AuditNames = {
  subnet: (ids) => sql`SELECT id, name FROM ${subnets} WHERE id = ${ids}`,
  external_pool: (ids) => sql`SELECT id, name FROM ${externalPools} WHERE id = ${ids}`,
};
