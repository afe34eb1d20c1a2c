import { Database, SQLiteError } from "bun:sqlite";
import {
  FileFault,
  MAX_COLUMNS,
  MAX_ROWS,
  columnName,
  type Cell,
  type ImportFile,
  type TableRow,
} from "./table";

/** What a database begins with (SQLite, Database File Format 1.3). */
const HEADER = "SQLite format 3\0";
/** Of one of the tables here; every other instruction ends what would go on for ever. */
const NAME = /^[\w$]+$/;

export function isSqlite({ octets }: ImportFile): boolean {
  return Buffer.from(octets.subarray(0, HEADER.length)).toString("latin1") === HEADER;
}

export type SqliteTables = {
  /** The rows of a table; none where there is no such table. Throws FileFault. */
  rowsOf: (table: string) => TableRow[];
  /** Of every table how many rows it has. */
  counts: ReadonlyMap<string, number>;
};

/**
 * Reads a database from memory: nothing is written, and no view or virtual table of it is asked. Throws FileFault for a
 * file that is none, or is damaged.
 */
export function withSqlite<Result>(file: ImportFile, read: (tables: SqliteTables) => Result): Result {
  if (!isSqlite(file)) throw new FileFault("the file is no SQLite database");
  try {
    using database = Database.deserialize(rolledBack(file.octets), true);
    const names = tableNames(database);
    const counts = new Map(
      names.map((name) => [name, countOf(database, name)] as const).filter(([, count]) => count > 0),
    );
    return read({ counts, rowsOf: (table) => (names.includes(table) ? rowsOf(database, table) : []) });
  } catch (error) {
    if (error instanceof SQLiteError) throw new FileFault(`the database cannot be read: ${error.message}`);
    throw error;
  }
}

/** A file in WAL mode cannot be opened from memory: its two version bytes say that it is in the other mode. */
function rolledBack(octets: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(octets);
  copy[18] = 1;
  copy[19] = 1;
  return copy;
}

/** Ordinary tables only: a view, or a virtual table, may run for ever, or read elsewhere. */
function tableNames(database: Database): string[] {
  const rows = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT 1000",
    )
    .all();
  return rows.map(({ name }) => name).filter((name) => NAME.test(name) && !name.startsWith("sqlite_"));
}

function countOf(database: Database, table: string): number {
  const row = database.query<{ count: number }, []>(`SELECT count(*) AS count FROM "${table}"`).get();
  return row?.count ?? 0;
}

function rowsOf(database: Database, table: string): TableRow[] {
  const rows = database
    .query<Record<string, unknown>, []>(`SELECT * FROM "${table}" LIMIT ${MAX_ROWS + 1}`)
    .all();
  if (rows.length > MAX_ROWS) throw new FileFault(`table ${table} has more than ${MAX_ROWS} rows`);
  return rows.map((row, place) => ({ row: place, cells: cellsOf(row) }));
}

function cellsOf(row: Record<string, unknown>): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [name, value] of Object.entries(row).slice(0, MAX_COLUMNS))
    if (typeof value === "string" || typeof value === "number") cells.set(columnName(name), value);
  return cells;
}
