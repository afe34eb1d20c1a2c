import type { ValidationIssue } from "#platform/errors";
import type { ImportRow } from "./entry";

/** What a person calls the row's device. */
export function nameOfRow({ entry, row }: ImportRow): string {
  return entry.ip_address ?? entry.hostname ?? entry.display_name ?? `row ${row}`;
}

/** A row's own faults as issues, else those that were found where it was compared with what is known. */
export function faultsOfRow(
  { row, errors }: ImportRow,
  { found, isCsv }: { found: readonly { field: string; msg: string }[]; isCsv: boolean },
): ValidationIssue[] {
  const place = isCsv ? ["body", row] : ["body", "devices", row];
  if (errors.length > 0)
    return errors.map(({ path, msg, type }) => ({ loc: [...place, ...path], msg, type }));
  return found.map(({ field, msg }) => ({
    loc: [...place, ...(field === "" ? [] : [field])],
    msg: `Value error, ${msg}`,
    type: "value_error",
  }));
}
