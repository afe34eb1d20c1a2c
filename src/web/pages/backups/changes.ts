import type { BackupPreview } from "./api";

export type TableChange = { name: string; now: number; kept: number };

/** Tables with another number of rows afterwards, those that lose most first. */
export function changesOf(preview: Pick<BackupPreview, "tables" | "keeps_audit_log">): TableChange[] {
  return preview.tables
    .filter(
      ({ name, rows, current_rows: now }) => rows !== now && !(preview.keeps_audit_log && isOfAudit(name)),
    )
    .map(({ name, rows, current_rows: now }) => ({ name: name.replaceAll("_", " "), now, kept: rows }))
    .sort(
      (one, other) => one.kept - one.now - (other.kept - other.now) || one.name.localeCompare(other.name),
    );
}

function isOfAudit(name: string): boolean {
  return name.startsWith("audit_");
}
