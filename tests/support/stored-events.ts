import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { join } from "node:path";

export type StoredSequences = {
  /** All events that are stored, numbered or not. */
  events: number;
  /** Those with a number. */
  rows: number;
  distinct: number;
  ids: number;
  /** Numbers that are stored, in order. */
  sequences: number[];
};

/** Reads the Parquet files themselves, as any other tool would: which numbered lines are stored, and how often. */
export function readStoredSequences(dataDirectory: string): Promise<StoredSequences> {
  return readFolder(join(dataDirectory, "events"), async (connection, files) => {
    if (files === undefined) return { events: 0, rows: 0, distinct: 0, ids: 0, sequences: [] };
    // A line that was cut off at the end of its connection has no whole number.
    const source = `SELECT id, CAST(regexp_extract(raw_log, 'seq=(\\d{10})$', 1) AS INTEGER) AS seq FROM ${files} WHERE regexp_matches(raw_log, 'seq=\\d{10}$')`;
    const all = await connection.runAndReadAll(`SELECT count(*) FROM ${files}`);
    const counted = await connection.runAndReadAll(
      `SELECT count(*), count(DISTINCT seq), count(DISTINCT id) FROM (${source})`,
    );
    const [rows, distinct, ids] = (counted.getRows()[0] ?? []).map(Number);
    const listed = await connection.runAndReadAll(`SELECT DISTINCT seq FROM (${source}) ORDER BY seq`);
    const sequences = (listed.getColumns()[0] ?? []).map(Number);
    const events = Number(all.getRows()[0]?.[0] ?? 0);
    return { events, rows: rows ?? 0, distinct: distinct ?? 0, ids: ids ?? 0, sequences };
  });
}

/** How many events another tool counts in the folder. */
export function countEventsInFolder(eventsFolder: string): Promise<number> {
  return readFolder(eventsFolder, async (connection, files) => {
    if (files === undefined) return 0;
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${files}`);
    return Number(counted.getRows()[0]?.[0]);
  });
}

/** Rows in row groups that are compressed, and in those that waited too long to be; octets of each. */
export type Density = { rows: number; bytes: number; plainRows: number; plainBytes: number };

/** How densely events are stored, by what the Parquet files say of themselves. */
export function readDensity(dataDirectory: string): Promise<Density> {
  return readFolder(join(dataDirectory, "events"), async (connection, files, pattern) => {
    if (files === undefined) return { rows: 0, bytes: 0, plainRows: 0, plainBytes: 0 };
    const groups = `SELECT any_value(row_group_num_rows) AS rows, sum(total_compressed_size) AS bytes,
      bool_and(compression = 'UNCOMPRESSED') AS plain FROM parquet_metadata(${pattern}) GROUP BY file_name, row_group_id`;
    const summed = await connection.runAndReadAll(
      `SELECT coalesce(sum(rows) FILTER (NOT plain), 0), coalesce(sum(bytes) FILTER (NOT plain), 0),
        coalesce(sum(rows) FILTER (plain), 0), coalesce(sum(bytes) FILTER (plain), 0) FROM (${groups})`,
    );
    const [rows = 0, bytes = 0, plainRows = 0, plainBytes = 0] = (summed.getRows()[0] ?? []).map(Number);
    return { rows, bytes, plainRows, plainBytes };
  });
}

/** `files`: all Parquet files below the folder, for DuckDB to list itself, `pattern` their names; undefined: there is none. */
type Read<T> = (connection: DuckDBConnection, files: string | undefined, pattern: string) => Promise<T>;

const MAX_TRIES = 5;

/** A file that is merged between the listing and the reading has gone: the folder is read again (docs/events.md). */
async function readFolder<T>(folder: string, read: Read<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await readOnce(folder, read);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

async function readOnce<T>(folder: string, read: Read<T>): Promise<T> {
  const pattern = `'${join(folder, "**/*.parquet").replaceAll("'", "''")}'`;
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const listed = await connection.runAndReadAll(`SELECT count(*) FROM glob(${pattern})`);
    const isEmpty = Number(listed.getRows()[0]?.[0]) === 0;
    return await read(
      connection,
      isEmpty ? undefined : `read_parquet(${pattern}, union_by_name = true)`,
      pattern,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The numbers that are missing between the first and the last stored one. */
export function gapsIn(sequences: readonly number[]): number[] {
  const gaps: number[] = [];
  for (let index = 1; index < sequences.length; index++) {
    for (let missing = (sequences[index - 1] ?? 0) + 1; missing < (sequences[index] ?? 0); missing++)
      gaps.push(missing);
  }
  return gaps;
}
