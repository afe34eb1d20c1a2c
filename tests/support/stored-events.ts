import { DuckDBInstance } from "@duckdb/node-api";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSegmentFileName } from "../../src/features/syslog/segments/name";

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
export async function readStoredSequences(dataDirectory: string): Promise<StoredSequences> {
  const paths = listDistinctFiles(join(dataDirectory, "events"));
  if (paths.length === 0) return { events: 0, rows: 0, distinct: 0, ids: 0, sequences: [] };
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const files = paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(", ");
    // A line that was cut off at the end of its connection has no whole number.
    const source = `SELECT id, CAST(regexp_extract(raw_log, 'seq=(\\d{10})$', 1) AS INTEGER) AS seq FROM read_parquet([${files}]) WHERE regexp_matches(raw_log, 'seq=\\d{10}$')`;
    const all = await connection.runAndReadAll(`SELECT count(*) FROM read_parquet([${files}])`);
    const counted = await connection.runAndReadAll(
      `SELECT count(*), count(DISTINCT seq), count(DISTINCT id) FROM (${source})`,
    );
    const [rows, distinct, ids] = (counted.getRows()[0] ?? []).map(Number);
    const listed = await connection.runAndReadAll(`SELECT DISTINCT seq FROM (${source}) ORDER BY seq`);
    const sequences = (listed.getColumns()[0] ?? []).map(Number);
    const events = Number(all.getRows()[0]?.[0] ?? 0);
    return { events, rows: rows ?? 0, distinct: distinct ?? 0, ids: ids ?? 0, sequences };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/**
 * Of files whose ranges overlap the longest: a merged file has the events of its parts, which stay for a while
 * (docs/events.md).
 */
function listDistinctFiles(events: string): string[] {
  if (!existsSync(events)) return [];
  const files = readdirSync(events, { recursive: true }).flatMap((name) => {
    const range = parseSegmentFileName(basename(String(name)));
    return range === undefined ? [] : [{ ...range, path: join(events, String(name)) }];
  });
  const ends = new Map<string, number>();
  return files
    .sort((left, right) => left.start - right.start || right.end - left.end)
    .filter(({ collector, start, end }) => {
      const isNew = start >= (ends.get(collector) ?? 0);
      if (isNew) ends.set(collector, end);
      return isNew;
    })
    .map(({ path }) => path);
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
