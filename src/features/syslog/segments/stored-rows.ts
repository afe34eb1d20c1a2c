import type { EventDatabase } from "./duckdb";
import { quoteText } from "./quote-text";
import { readStoredIds } from "./stored-ids";

/** A file that was just written has other rows than it ought to: we, not the disk, are at fault. */
export class UnreadableRowsError extends Error {}

/** As `countRows`, by our own reader. */
export async function countIds(path: string, rows: number): Promise<number> {
  const found = await readStoredIds(path);
  requireRows(found.rows, rows);
  return found.ids;
}

/**
 * Reads the file once as searches will: the numbers of a column, which the footer alone does not tell. Gives the
 * exclusive or of all ids.
 * @throws UnreadableRowsError where it has another number of rows.
 */
export async function countRows(database: EventDatabase, path: string, rows: number): Promise<number> {
  const sql = `SELECT count(*) AS rows, bit_xor(id) AS ids FROM read_parquet(${quoteText(path)})`;
  const [found] = await database.write({ sql });
  requireRows(found?.["rows"], rows);
  return Number(found?.["ids"]);
}

function requireRows(found: unknown, rows: number): void {
  if (found !== rows) throw new UnreadableRowsError(`our bug: ${rows} rows became ${String(found)}`);
}
