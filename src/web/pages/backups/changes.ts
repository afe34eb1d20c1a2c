import type { BackupPreview } from "./api";

export type TableChange = { name: string; now: number; kept: number };

/** Tables with another number of rows, those that lose most first. */
export function changesOf({ tables }: Pick<BackupPreview, "tables">): TableChange[] {
  return tables
    .filter(({ rows, current_rows: now }) => rows !== now)
    .map(({ name, rows, current_rows: now }) => ({ name: name.replaceAll("_", " "), now, kept: rows }))
    .sort(
      (one, other) => one.kept - one.now - (other.kept - other.now) || one.name.localeCompare(other.name),
    );
}
