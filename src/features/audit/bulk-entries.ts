import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { auditLog } from "./tables";

const DEVICE = /^device:(\d{1,15})$/;

/**
 * Entries of imports and of changes of many devices at once that tell of the thing of this target, though their own
 * target is how many there were. The conditions are those of the table's indexes, word for word.
 */
export function bulkEntriesOf(target: string): SQL | undefined {
  const { action, after } = auditLog;
  const packed = and(
    sql`${action} LIKE 'imports.%.rows'`,
    sql`${after} -> 'targets' @> ${JSON.stringify(target)}::text::jsonb`,
  );
  const id = DEVICE.exec(target)?.[1];
  return id === undefined ? packed : or(packed, ofDevice(id));
}

function ofDevice(id: string): SQL | undefined {
  const { action, before, after } = auditLog;
  const isImport = sql`${action} LIKE 'topology.devices_bulk_imported%'`;
  return or(
    and(isImport, sql`${after} -> 'created' @> ${id}::text::jsonb`),
    and(isImport, sql`${before} -> 'updated' ? ${id}`),
    and(sql`${action} = 'topology.devices_bulk_updated'`, sql`${before} ? ${id}`),
  );
}

/** An entry of this target, or one that tells of the thing among others. */
export function isAbout(target: string): SQL | undefined {
  return or(eq(auditLog.target, target), bulkEntriesOf(target));
}
