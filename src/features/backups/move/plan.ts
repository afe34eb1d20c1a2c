import type { Db, Statements } from "#platform/database";
import { MOVE_SCHEMA } from "#platform/move-mark";
import { describeTables, quote, type Table } from "../schema-tables";

/** A step of a move failed or found something wrong: the old database stays in charge. One line for people. */
export class MoveError extends Error {}

/** Of both: `transaction_timeout` of PostgreSQL 17 bounds the stop. */
export const OLDEST_SERVER = 170_000;

/** A table that moves, with the texts that statements on it are made of. Both databases have the same. */
export type MovedTable = {
  name: string;
  /** `"public"."devices"` */
  qualified: string;
  /** Its keys that have changed: a table of the move's own schema, in both databases. */
  changes: string;
  /** `"address", "id", …` of all that is written. */
  columns: string;
  /** Names of its key, quoted; empty: it has none, and is always copied as a whole. */
  key: readonly string[];
  shape: readonly string[];
};

/** All tables of a database, by name: it is the same instance that goes on, with its sessions, leases and catalogs. */
export async function planTables(db: Db): Promise<MovedTable[]> {
  return [...(await describeTables(db, "public")).values()].map(planTable);
}

function planTable({ name, columns, primaryKey }: Table): MovedTable {
  return {
    name,
    qualified: `"public".${quote(name)}`,
    changes: `${MOVE_SCHEMA}.${quote(`keys ${name}`)}`,
    columns: columns.map((column) => quote(column.name)).join(", "),
    key: primaryKey.map(quote),
    shape: columns.map((column) => `${column.name} ${column.type}`),
  };
}

/** The table that changed keys are kept in; of a table without a key only that something has changed. */
export function createChanges({ qualified, changes, key }: MovedTable): string {
  if (key.length === 0) return `CREATE TABLE ${changes} (is_changed boolean)`;
  return `CREATE TABLE ${changes} AS SELECT ${key.join(", ")} FROM ${qualified} WITH NO DATA`;
}

/** Throws where the two databases do not have the same tables and columns. */
export function requireSameShape(source: readonly MovedTable[], target: readonly MovedTable[]): void {
  const shapesOf = (tables: readonly MovedTable[]) => tables.map(({ name, shape }) => ({ name, shape }));
  if (!Bun.deepEquals(shapesOf(source), shapesOf(target)))
    throw new MoveError("the database's tables are not those of this version; nothing was changed");
}

/** What decides how values become text, and how long statements may take, for the transaction. */
export async function useTransferSettings(tx: Statements): Promise<void> {
  await tx.unsafe(`
    SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL search_path = public;
    SET LOCAL statement_timeout = 0; SET LOCAL transaction_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = '10min'; SET LOCAL synchronous_commit = on`);
}

/** Says which instance a database is of, also to the rest of a move that did not end. */
export async function readOrigin(sql: Statements): Promise<string> {
  const [found] = await sql<{ origin: string }[]>`
    SELECT encode(sha256(convert_to(extract(epoch FROM created_at) || ' ' || setup_nonce, 'UTF8')), 'hex') AS origin
    FROM installation`;
  if (found === undefined) throw new MoveError("the database does not say which instance it is of");
  return found.origin;
}
