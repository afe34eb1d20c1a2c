import { Database, SQLiteError } from "bun:sqlite";
import { MAX_ROWS } from "./table";

/** A table of a database that an import wants. */
export type DatabaseTable = {
  name: string;
  /** A further column of rows of other tables, which older databases may lack: `sql` gives its `value` by the table's `id`. */
  joined?: { column: string; tables: readonly string[]; sql: string };
};

/** What a database says, one after the other. */
export type DumpPart =
  | { fault: string }
  /** A table, whose rows follow. */
  | { table: string; columns: string[] }
  | { row: Record<string, unknown> }
  /** A table of which only the number of rows is told. */
  | { unread: string; count: number };

/** Names of its own tables, and of those of migrations. */
const INTERNAL = /^(sqlite_|knex_migrations)/;

/**
 * Reads tables of a SQLite database, and counts the rows of its others. It may be made to go on for ever or to fill all
 * memory: so this runs in a process of its own, which its parent ends.
 */
export function* dumpDatabase(octets: Uint8Array, wanted: readonly DatabaseTable[]): Generator<DumpPart> {
  try {
    leaveLog(octets);
    const database = Database.deserialize(octets, { readonly: true });
    database.run("PRAGMA trusted_schema = OFF");
    yield* dumpTables(database, wanted);
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error;
    yield { fault: `the database cannot be read: ${error.message}` };
  }
}

/** Where the versions stand that say whether a write-ahead log is beside the file (Database File Format 1.3.3). */
const VERSIONS = 18;
const WITHOUT_LOG = 1;

/** In memory there is no place for a log. What is in that of a service that still ran when it was copied is not here. */
function leaveLog(octets: Uint8Array): void {
  octets.fill(WITHOUT_LOG, VERSIONS, VERSIONS + 2);
}

function* dumpTables(database: Database, wanted: readonly DatabaseTable[]): Generator<DumpPart> {
  const names = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);
  const joined = new Set(wanted.flatMap((table) => table.joined?.tables ?? []));
  for (const name of names) {
    const table = wanted.find((one) => one.name === name);
    if (table !== undefined) yield* dumpTable(database, { names, table });
    else if (!INTERNAL.test(name) && !joined.has(name)) yield* countTable(database, name);
  }
}

function* dumpTable(
  database: Database,
  { names, table: { name, joined } }: { names: readonly string[]; table: DatabaseTable },
): Generator<DumpPart> {
  const isJoined = joined !== undefined && joined.tables.every((other) => names.includes(other));
  const source = quoteName(name);
  const column = isJoined ? `, joined.value AS ${quoteName(joined.column)}` : "";
  const join = isJoined ? ` LEFT JOIN (${joined.sql}) AS joined ON joined.id = ${source}.id` : "";
  const query = database.query<Record<string, unknown>, []>(
    `SELECT ${source}.*${column} FROM ${source}${join} LIMIT ${MAX_ROWS + 1}`,
  );
  yield { table: name, columns: query.columnNames };
  for (const row of query.iterate()) yield { row: withoutNothing(row) };
}

/** Most columns of most rows are empty, and no value of an import is binary. */
function withoutNothing(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && !(value instanceof Uint8Array)),
  );
}

function* countTable(database: Database, name: string): Generator<DumpPart> {
  const query = database.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${quoteName(name)}`);
  const count = query.get()?.count ?? 0;
  if (count > 0) yield { unread: name, count };
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
