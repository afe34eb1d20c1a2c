import { sql } from "drizzle-orm";
import type { AuditNames } from "#features/audit";
import { logFormats } from "./tables";

/** How the audit log calls log formats. */
export const LOG_FORMAT_NAMES: AuditNames = {
  log_format: (ids) => sql`SELECT id, name FROM ${logFormats} WHERE id = ${ids}`,
};
