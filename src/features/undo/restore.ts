import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { putBack, storedRow, type PutBack, type StoredRow } from "#platform/put-back";
import { addConflict, addFound, addLost, type About, type UndoRun } from "./run";

type Row = {
  table: PgTable;
  id: number;
  /** By the names that the code has for columns. */
  columns: Readonly<Record<string, unknown>>;
  about: About;
  /** What the row has that another one may have by now; absent: nothing that must be unique. */
  unique?: { field: string; message: string };
};

/**
 * Puts back the row of a deleted object. False, and noted, where its id or name is another's, or where what it belongs
 * to is not there any more. References that may be empty are, where what they named is gone.
 */
export async function restoreRow(run: UndoRun, { table, id, columns, about, unique }: Row): Promise<boolean> {
  const { back, missing } = await putBack(run.db, table, [storedRow({ ...columns, id })]);
  const dropped = missing.find(({ isDropped }) => isDropped);
  if (dropped !== undefined) {
    const field = dropped.column;
    const message = `what ${field} named is not there any more: restore it first`;
    addConflict(run, about, { code: "reference_gone", field, before: dropped.row[field], message });
    return false;
  }
  if (back.length === 0) {
    addConflict(run, about, { code: "taken", message: "another has its id", ...unique });
    return false;
  }
  for (const { column } of missing)
    addLost(run, { kind: column, keys: [id], reason: "what it named is not there any more" });
  return true;
}

type Belonging = {
  kind: string;
  table: PgTable;
  restore?: ((db: Db, rows: readonly StoredRow[]) => Promise<PutBack>) | undefined;
};

/** Puts back rows that went with an object, as far as it can, and notes which are lost; gives how many there are. */
export async function restoreRows(
  run: UndoRun,
  belonging: Belonging,
  rows: readonly StoredRow[],
): Promise<number> {
  return (await putRowsBack(run, belonging, rows)).length;
}

/** The same, of one object or of many; gives the rows that are there. */
export async function putRowsBack(
  run: UndoRun,
  { kind, table, restore }: Belonging,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const { back, taken, missing } = await (restore?.(run.db, rows) ?? putBack(run.db, table, rows));
  const keysOf = (some: readonly StoredRow[]) => some.map((row) => JSON.stringify(row["id"] ?? row));
  const dropped = missing.filter(({ isDropped }) => isDropped).map(({ row }) => row);
  addLost(run, { kind, keys: keysOf(dropped), reason: "what they belong to is not there any more" });
  addLost(run, { kind, keys: keysOf(taken), reason: "there is another in their place" });
  addFound(run, kind, keysOf(back));
  return back;
}
