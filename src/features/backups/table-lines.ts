import { finished } from "node:stream/promises";
import { sql, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { statementsOf, type Db } from "#platform/database";
import { awaitedLater } from "#platform/awaited-later";
import { copyRows } from "./copy-rows";
import type { LineBuffer } from "./line-buffer";
import { releaseOutput } from "./release-output";
import { nameOf, quote, type Column, type Table } from "./schema-tables";

/** How much text is asked for at a time. */
const WANTED_CHARACTERS = 256 * 1024;
const FIRST_ROWS = 50;
const MAX_ROWS = 2000;

const CURSOR = "backup_lines";

/**
 * A table's rows as JSON, one object each, in the order of its primary key, some MiB at a time at most. References to
 * tables outside `present` are null. The same rows give the same text on every server.
 */
export async function* readLines(
  db: Db,
  table: Table,
  present: ReadonlySet<string>,
): AsyncGenerator<string[]> {
  await db.execute(
    sql`DECLARE ${sql.identifier(CURSOR)} NO SCROLL CURSOR FOR ${selectLines(table, present)}`,
  );
  let rows = FIRST_ROWS;
  let page = awaitedLater(fetchPage(db, rows));
  try {
    for (;;) {
      const lines = await page;
      if (lines.length < rows) {
        if (lines.length > 0) yield lines;
        break;
      }
      const characters = lines.reduce((sum, line) => sum + line.length, 0);
      rows = Math.max(1, Math.min(MAX_ROWS, Math.floor((WANTED_CHARACTERS * rows) / characters)));
      // The server reads the next page while the caller works on this one.
      page = awaitedLater(fetchPage(db, rows));
      yield lines;
    }
  } finally {
    // Of a caller that has left: its failure is that of the transaction, whose next statement tells.
    await Promise.allSettled([page]);
  }
  await db.execute(sql`CLOSE ${sql.identifier(CURSOR)}`);
}

async function fetchPage(db: Db, rows: number): Promise<string[]> {
  const page = await db.execute<{ line: string }>(
    sql`FETCH ${sql.raw(String(rows))} FROM ${sql.identifier(CURSOR)}`,
  );
  return page.map(({ line }) => line);
}

const dialect = new PgDialect();

/**
 * The same rows as `readLines` gives, each with its line feed, as bytes in pieces of any size: half of the work where
 * nobody looks at the lines. PostgreSQL's CSV leaves a value as it is that has neither the delimiter, the quote nor the
 * end of a line in it, and JSON's text has no control characters.
 */
export async function* readText(
  db: Db,
  table: Table,
  present: ReadonlySet<string>,
): AsyncGenerator<Uint8Array> {
  const { sql: query, params } = dialect.sqlToQuery(selectLines(table, present));
  if (params.length > 0) throw new Error("our bug: COPY takes no parameters");
  const output = await statementsOf(db)
    .unsafe(`COPY (${query}) TO STDOUT (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`)
    .readable();
  try {
    yield* output.iterator({ destroyOnReturn: false });
  } finally {
    await releaseOutput(output);
  }
}

/**
 * Everything that decides how values become text, for the transaction: a database or a role may have settings of its
 * own. The other settings of the kind do not count for JSON. Statements may take long; a process that has gone without
 * a word holds its locks for a minute.
 */
export async function useExactText(db: Db): Promise<void> {
  await db.execute(
    sql`SELECT set_config('TimeZone', 'UTC', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '60s', true), set_config('transaction_timeout', '0', true)`,
  );
}

/** Rows that are nothing without their files: those whose files are going, or are not what was written, stay out. */
const FILTERS: Readonly<Record<string, SQL>> = {
  event_segments: sql`WHERE t.deleted_at IS NULL AND t.damaged_at IS NULL`,
};

function selectLines(table: Table, present: ReadonlySet<string>): SQL {
  const where = FILTERS[table.name] ?? sql``;
  const columns = table.columns.map(
    (column) => sql`${valueOf(column, present)} AS ${sql.identifier(column.name)}`,
  );
  const line = sql`row_to_json((SELECT r FROM (SELECT ${sql.join(columns, sql`, `)}) r))::text`;
  if (table.primaryKey.length === 0)
    return sql`SELECT line FROM (SELECT ${line} AS line FROM ${nameOf(table)} t ${where}) l ORDER BY line COLLATE "C"`;
  const order = sql.join(
    table.primaryKey.map((name) => orderBy(table, name)),
    sql`, `,
  );
  return sql`SELECT ${line} AS line FROM ${nameOf(table)} t ${where} ORDER BY ${order}`;
}

function valueOf({ name, type, refersTo }: Column, present: ReadonlySet<string>): SQL {
  if (refersTo !== null && !present.has(refersTo)) return sql`NULL`;
  const value = sql`t.${sql.identifier(name)}`;
  // Its text is kept as somebody wrote it, and may have line feeds in it.
  return type === "json" ? sql`${value}::text` : value;
}

function orderBy({ columns }: Table, name: string): SQL {
  const isText = columns.find((column) => column.name === name)?.isText === true;
  return isText ? sql`t.${sql.identifier(name)} COLLATE "C"` : sql`t.${sql.identifier(name)}`;
}

/**
 * Puts lines as `readLines` gives them into a table, in a transaction. `memory` is used until it is done. Throws
 * BadBackup where a line is none of those.
 */
export async function writeLines(
  { db, memory }: { db: Db; memory: LineBuffer },
  table: Table,
  lines: readonly string[],
): Promise<void> {
  const rowOf = copyRows(table.columns);
  for (const line of lines) memory.add(rowOf(line));
  const names = table.columns.map(({ name }) => quote(name)).join(", ");
  const into = `${quote(table.schema)}.${quote(table.name)}`;
  const input = await statementsOf(db).unsafe(`COPY ${into} (${names}) FROM STDIN`).writable();
  await finished(input.end(memory.take()));
}
