import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "./database";

/** A row of a table as JSON, by the names of its columns. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A row that names something that is not there any more. `isDropped`: it cannot be without it. */
export type MissingReference = { row: StoredRow; column: string; isDropped: boolean };

export type PutBack = {
  /** As they are now. */
  back: StoredRow[];
  /** Whose id or unique values another row has. */
  taken: StoredRow[];
  missing: MissingReference[];
};

const Rows = z.array(z.object({ row: z.record(z.string(), z.unknown()) }));
const Found = z.array(z.object({ value: z.coerce.string() }));

/**
 * Inserts rows that a table had before, with their ids; columns that they do not name get their usual value. What they
 * refer to stays until the transaction ends: a reference that is gone is cleared where it may be empty, as its deletion
 * would have done, else the row is left out. Every constraint holds: rows that break a unique one are left out, too.
 */
export async function putBack(db: Db, table: PgTable, rows: readonly StoredRow[]): Promise<PutBack> {
  const { rows: whole, missing } = await resolveReferences(db, table, rows);
  const back: StoredRow[] = [];
  for (const alike of Map.groupBy(whole, (row) => Object.keys(row).sort().join()).values())
    back.push(...(await insertAlike(db, table, alike)));
  const keyOf = identityOf(table);
  const returned = new Set(back.map(keyOf));
  return { back, taken: whole.filter((row) => !returned.has(keyOf(row))), missing };
}

/** What tells a row of the table from others: its primary key. */
function identityOf(table: PgTable): (row: StoredRow) => string {
  const { primaryKeys } = getTableConfig(table);
  const single = Object.values(getTableColumns(table)).filter((column) => column.primary);
  const own = single.length > 0 ? single : (primaryKeys[0]?.columns ?? []);
  const names = (own.length > 0 ? own : Object.values(getTableColumns(table))).map(nameOf);
  return (row) => JSON.stringify(names.map((name) => textOf(row[name])));
}

/** Keys are numbers or texts. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function nameOf(column: Pick<PgColumn, "name" | "keyAsName">): string {
  return column.keyAsName ? toSnakeCase(column.name) : column.name;
}

async function insertAlike(db: Db, table: PgTable, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const columns = Object.values(getTableColumns(table)).filter((column) => column.generated === undefined);
  const names = columns.map(nameOf).filter((name) => Object.hasOwn(rows[0] ?? {}, name));
  if (names.length === 0) return [];
  const listed = sql.join(
    names.map((name): SQL => sql`${sql.identifier(name)}`),
    sql`, `,
  );
  const inserted = await db.execute(sql`
    INSERT INTO ${table} (${listed}) OVERRIDING SYSTEM VALUE
    SELECT ${listed} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::text::jsonb)
    ON CONFLICT DO NOTHING RETURNING to_jsonb(${table}) AS row`);
  return Rows.parse([...inserted]).map(({ row }) => row);
}

async function resolveReferences(
  db: Db,
  table: PgTable,
  given: readonly StoredRow[],
): Promise<{ rows: StoredRow[]; missing: MissingReference[] }> {
  let rows = [...given];
  const missing: MissingReference[] = [];
  for (const { reference, onDelete } of getTableConfig(table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = reference();
    const [column, foreign] = [columns[0], foreignColumns[0]];
    if (columns.length !== 1 || column === undefined || foreign === undefined) continue;
    const name = nameOf(column);
    const present = await findPresent(db, foreign, valuesOf(rows, name));
    if (foreignTable === table) for (const value of valuesOf(rows, nameOf(foreign))) present.add(value);
    const isDropped = onDelete !== "set null";
    rows = rows.flatMap((row) => {
      const value = row[name];
      if (value === null || value === undefined || present.has(textOf(value))) return [row];
      missing.push({ row, column: name, isDropped });
      return isDropped ? [] : [{ ...row, [name]: null }];
    });
  }
  return { rows, missing };
}

function valuesOf(rows: readonly StoredRow[], name: string): string[] {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  return [...new Set(values.map(textOf))];
}

async function findPresent(db: Db, column: PgColumn, values: readonly string[]): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const name = sql.identifier(nameOf(column));
  const wanted = sql`ARRAY(SELECT value::${sql.raw(column.getSQLType())}
    FROM jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`;
  const rows = await db.execute(sql`
    SELECT ${name}::text AS value FROM ${column.table} WHERE ${name} = ANY(${wanted}) ORDER BY ${name} FOR KEY SHARE`);
  return new Set(Found.parse([...rows]).map(({ value }) => value));
}

/** A row of a table as JSON from its columns by the names that the code has for them; undefined ones are left out. */
export function storedRow(columns: Readonly<Record<string, unknown>>): StoredRow {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [toSnakeCase(name), value]));
}

/** The fields of the list that an object has. */
export function pick(fields: StoredRow, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}
