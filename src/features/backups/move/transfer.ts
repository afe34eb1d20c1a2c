import { finished } from "node:stream/promises";
import type { Database, Statements } from "#platform/database";
import { awaitedLater } from "#platform/awaited-later";
import { releaseOutput } from "../release-output";
import { MoveError, type MovedTable } from "./plan";

/**
 * Rows of a table as far as they can be compared between two servers: how many, and a sum of what each of them holds.
 */
export type Fingerprint = { rows: string; sum: string | null };

/** Both are transactions that are open until all of it is done. */
export type Pair = { source: Statements; target: Statements };

/**
 * Works in a transaction of the target, while one of the source is open, until all of that has ended: where the target's
 * connection is lost, the driver leaves what is going on in it behind, and that works with the source as well.
 */
export async function inTarget<Result>(
  { sql }: Pick<Database, "sql">,
  work: (to: Statements) => Promise<Result>,
): Promise<Result> {
  const begun: Promise<Result>[] = [];
  try {
    await sql.begin((to) => {
      const working = awaitedLater(work(to));
      begun.push(working);
      return working;
    });
  } finally {
    await Promise.allSettled(begun);
  }
  const [working] = begun;
  if (working === undefined) throw new Error("our bug: a transaction has ended before it began");
  return working;
}

/** Streams what a query of the source gives into columns of a table of the target; memory holds some pages of it. */
export async function pour(
  { source, target }: Pair,
  { query, into, columns }: { query: string; into: string; columns: string },
): Promise<void> {
  // First the one that may be full or lost: an output that nobody takes blocks its connection.
  const input = await target.unsafe(`COPY ${into} (${columns}) FROM STDIN`).writable();
  const arrived = awaitedLater(finished(input));
  const output = await source
    .unsafe(`COPY (${query}) TO STDOUT`)
    .readable()
    .catch(async (error: unknown) => {
      input.destroy();
      await Promise.allSettled([arrived]);
      throw error;
    });
  output.once("error", (error) => input.destroy(error));
  output.pipe(input);
  try {
    await arrived;
  } finally {
    await releaseOutput(output);
  }
}

/** Copies the whole of a table and sees that it has arrived. Gives the rows. */
export async function copyTable(pair: Pair, table: MovedTable): Promise<number> {
  const { qualified, columns } = table;
  await pour(pair, { query: `SELECT ${columns} FROM ${qualified}`, into: qualified, columns });
  return Number((await requireEqual(pair, table, "all")).rows);
}

/**
 * Brings what has changed since the round before into the target, where the rows of these keys are replaced, and sees
 * that it has arrived. The source's transaction sees one moment. Gives how many changes there were.
 */
export async function carryChanges(pair: Pair, tables: readonly MovedTable[]): Promise<number> {
  const counts = await countChanges(pair.source, tables);
  for (const table of tables) if (counts.has(table.name)) await carryTable(pair, table);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

async function carryTable(pair: Pair, table: MovedTable): Promise<void> {
  const { source, target } = pair;
  const { qualified, changes, columns, key } = table;
  if (key.length === 0) {
    await target.unsafe(`DELETE FROM ${qualified}`);
    await copyTable(pair, table);
  } else {
    const names = key.join(", ");
    await target.unsafe(`DELETE FROM ${changes}`);
    await pour(pair, { query: `SELECT DISTINCT ${names} FROM ${changes}`, into: changes, columns: names });
    await target.unsafe(`DELETE FROM ${qualified} t USING ${changes} k WHERE ${joinOf(table)}`);
    const query = `SELECT ${columns} FROM ${qualified} t WHERE EXISTS (SELECT FROM ${changes} k WHERE ${joinOf(table)})`;
    await pour(pair, { query, into: qualified, columns });
    await requireEqual(pair, table, "changed");
  }
  await source.unsafe(`DELETE FROM ${changes}`);
}

function joinOf({ key }: MovedTable): string {
  return key.map((name) => `t.${name} = k.${name}`).join(" AND ");
}

async function countChanges(source: Statements, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const rows = await source.unsafe<{ place: number; changes: string }[]>(
    tables
      .map(({ changes }, place) => `SELECT ${place} AS place, count(*) AS changes FROM ${changes}`)
      .join(" UNION ALL "),
  );
  const found = rows.map(
    ({ place, changes }) => [tables[place]?.name ?? "", Number(changes)] satisfies [string, number],
  );
  return new Map(found.filter(([, changes]) => changes > 0));
}

async function requireEqual(pair: Pair, table: MovedTable, which: "all" | "changed"): Promise<Fingerprint> {
  const query = fingerprintQuery(table, which);
  const [here, there] = await Promise.all(
    [pair.source, pair.target].map((sql) => sql.unsafe<Fingerprint[]>(query)),
  );
  const [one] = here ?? [];
  const [other] = there ?? [];
  if (one === undefined || !Bun.deepEquals({ ...one }, { ...other }))
    throw new MoveError(`the rows of ${table.name} did not arrive as they are`);
  return one;
}

/** The copy gives out no number that the original has given out. */
export async function carrySequences({ source, target }: Pair): Promise<void> {
  const last = await source<{ table: string; column: string; last: string }[]>`
    SELECT c.relname AS "table", a.attname AS "column",
      pg_sequence_last_value(pg_get_serial_sequence(format('public.%I', c.relname), a.attname)::regclass)::text AS last
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
    WHERE c.relnamespace = 'public'::regnamespace`;
  await target`
    SELECT setval(pg_get_serial_sequence(format('public.%I', "table"), "column")::regclass, last)
    FROM jsonb_to_recordset(${JSON.stringify(last)}::text::jsonb) AS given ("table" text, "column" text, last bigint)
    WHERE last IS NOT NULL`;
}

/** SHA-256 and its text are the same with every server of any version; the sum does not depend on the order of rows. */
function fingerprintQuery(table: MovedTable, which: "all" | "changed"): string {
  const { qualified, changes, columns } = table;
  const only = which === "all" ? "" : `WHERE EXISTS (SELECT FROM ${changes} k WHERE ${joinOf(table)})`;
  const row = `convert_to(ROW(${columns})::text, 'UTF8')`;
  const number = `('x' || encode(substr(sha256(${row}), 1, 8), 'hex'))::bit(64)::bigint`;
  return `SELECT count(*)::text AS rows, sum(${number})::text AS sum FROM ${qualified} t ${only}`;
}

/** Tables with more rows are compared by their count at the end: each of their rows was compared when it was copied. */
const MAX_HASHED = 20_000;

/**
 * Compares all tables of the two databases while nobody writes: the rows of each, and the hashes of those that are not
 * big. Gives the rows by table.
 */
export async function compareAll(
  { source, target }: Pair,
  tables: readonly MovedTable[],
): Promise<Map<string, number>> {
  const [here, there] = await Promise.all([countAll(source, tables), countAll(target, tables)]);
  for (const { name } of tables) {
    if (here.get(name) !== there.get(name))
      throw new MoveError(`${name} has ${here.get(name)} rows here and ${there.get(name)} there`);
  }
  const hashed = tables.filter(({ name }) => (here.get(name) ?? 0) <= MAX_HASHED);
  const [ours, theirs] = await Promise.all([hashAll(source, hashed), hashAll(target, hashed)]);
  const differing = hashed.filter((_, place) => ours[place] !== theirs[place]).map(({ name }) => name);
  if (differing.length > 0) throw new MoveError(`the two databases differ in ${differing.join(", ")}`);
  return here;
}

async function countAll(sql: Statements, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const rows = await sql.unsafe<{ place: number; rows: string }[]>(
    tables
      .map(({ qualified }, place) => `SELECT ${place} AS place, count(*) AS rows FROM ${qualified}`)
      .join(" UNION ALL "),
  );
  return new Map(rows.map(({ place, rows: count }) => [tables[place]?.name ?? "", Number(count)]));
}

async function hashAll(sql: Statements, tables: readonly MovedTable[]): Promise<string[]> {
  const rows = await sql.unsafe<(Fingerprint & { place: number })[]>(
    tables
      .map((table, place) => `SELECT ${place} AS place, f.* FROM (${fingerprintQuery(table, "all")}) f`)
      .join(" UNION ALL ")
      .concat(" ORDER BY place"),
  );
  return rows.map(({ rows: count, sum }) => `${count} ${sum}`);
}
