import { join } from "node:path";
import { COLUMN_COUNT } from "../../event/columns";
import type { CataloguedSegment } from "../../segments/catalog/catalog";
import { type EventDatabase, NO_EVENT, type Row } from "../../segments/duckdb";
import { quoteText } from "../../segments/quote-text";
import { findSegmentFile, type FoundFile } from "../../segments/segment-file";
import { Parameters } from "./sql";
import type { Predicate } from "../../query/predicate";
import { branchSql } from "./branch-sql";
import { type Branch, splitPredicate } from "./split-predicate";

export type SegmentReader = { database: EventDatabase; eventsFolder: string };

/** One of the segments of a query is damaged, or DuckDB failed. */
export class UnreadableSegmentsError extends Error {
  /** All segments of the query. */
  readonly paths: readonly string[];

  constructor(message: string, { paths, cause }: { paths: readonly string[]; cause: unknown }) {
    super(message, { cause });
    this.paths = paths;
  }
}

/** A catalogued file is not there (any more): the catalog has to be read again. */
export class MissingSegmentError extends UnreadableSegmentsError {}

/** As much of a segment as a query needs. */
export type SegmentPlace = Pick<CataloguedSegment, "path" | "collector" | "columns"> & {
  rowCount?: number | undefined;
  /** Events with higher ids came after the search began, and are left out. */
  snapshotMaxId?: number | undefined;
};

export type SegmentQuery = {
  segments: readonly SegmentPlace[];
  predicate: Predicate;
  /** May name the segment's columns and `collector`. */
  select: string;
  /** More conditions, ORDER BY and LIMIT; gets its values' places from `parameters`. */
  and?: (parameters: Parameters) => string;
  tail?: string;
  /** The statement that sums up the rows of this one, which it gets as a subquery. */
  around?: (rows: string) => string;
};

/**
 * Runs one query over whole segments; at least one. Row field `segment` is the index in `segments`, `row` the place in
 * its file. A file that is hidden or shown meanwhile (segment-file.ts) is read under its other name.
 * @throws UnreadableSegmentsError that names the files where one cannot be read: never a short answer.
 */
export async function querySegments(
  reader: SegmentReader,
  query: SegmentQuery,
  signal: AbortSignal,
): Promise<Row[]> {
  const paths = query.segments.map(({ path }) => path);
  let files = paths.map((path) => join(reader.eventsFolder, path));
  for (let attempt = 1; ; attempt++) {
    const begunMs = Date.now();
    try {
      return await reader.database.query(toStatement(files, query), signal);
    } catch (cause) {
      if (signal.aborted) throw cause;
      const found = await findFiles(reader, { paths, cause });
      const haveMoved = found.some(
        ({ file, sinceMs }, index) => file !== files[index] || sinceMs > begunMs - CLOCK_GRAIN_MS,
      );
      if (!haveMoved || attempt === MAX_ATTEMPTS) throw unreadable(paths, cause);
      files = found.map(({ file }) => file);
    }
  }
}

/** While one query runs, few merges come to their end. */
const MAX_ATTEMPTS = 8;
/** Of the clock by which the file system notes changes. */
const CLOCK_GRAIN_MS = 50;

/** @throws MissingSegmentError. */
async function findFiles(
  { eventsFolder }: SegmentReader,
  { paths, cause }: { paths: readonly string[]; cause: unknown },
): Promise<FoundFile[]> {
  const found = await Promise.all(paths.map((path) => findSegmentFile(eventsFolder, path)));
  const gone = paths.find((_, index) => found[index] === undefined);
  if (gone !== undefined)
    throw new MissingSegmentError(`cannot read event segment ${gone}: there is no such file`, {
      paths,
      cause,
    });
  return found.filter((file) => file !== undefined);
}

function unreadable(paths: readonly string[], cause: unknown): UnreadableSegmentsError {
  const names = paths.slice(0, 3);
  const more = paths.length > names.length ? ` and ${paths.length - names.length} more` : "";
  return new UnreadableSegmentsError(`cannot read event segments ${names.join(", ")}${more}`, {
    paths,
    cause,
  });
}

function toStatement(
  files: readonly string[],
  query: SegmentQuery,
): { sql: string; values: (string | number)[] } {
  const { segments, predicate, select, and, tail, around = (rows: string) => rows } = query;
  const parameters = new Parameters();
  const branches: Branch[] = areBig(segments) ? splitPredicate(predicate) : [predicate];
  const found = branches.map((branch) => `SELECT * FROM events WHERE ${branchSql(branch, parameters)}`);
  const more = [...snapshotSql(segments), ...(and === undefined ? [] : [and(parameters)])];
  const areAlike = segments.every(({ columns }) => columns === COLUMN_COUNT);
  const sql = `
    WITH events AS NOT MATERIALIZED (
      SELECT *, file_index AS segment, file_row_number AS row, ${collectorSql(segments)} AS collector
      FROM ${filesSql(files.map(quoteText), { areAlike })}
    )
    ${around(`SELECT ${select}
    FROM (${found.join(" UNION ALL ")})
    WHERE ${["true", ...more].join(" AND ")}
    ${tail ?? ""}`)}`;
  return { sql, values: parameters.values };
}

/**
 * Where files may lack columns, DuckDB first compares the columns of all files, which takes half a millisecond each.
 */
function filesSql(files: readonly string[], { areAlike }: { areAlike: boolean }): string {
  const list = `[${files.join(", ")}], hive_partitioning = false`;
  return areAlike
    ? `read_parquet(${list})`
    : `read_parquet(${list}, union_by_name = true) UNION ALL BY NAME SELECT ${NO_EVENT} WHERE false`;
}

/** From so many rows a file on, reading it takes longer than opening it a few times. */
const MANY_ROWS = 50_000;

function areBig(segments: readonly SegmentPlace[]): boolean {
  const rows = segments.reduce((sum, { rowCount = 0 }) => sum + rowCount, 0);
  return rows >= segments.length * MANY_ROWS;
}

/** A file does not tell its collector in a column: the place in the list of files does. */
function collectorSql(segments: readonly SegmentPlace[]): string {
  const names = [...new Set(segments.map(({ collector }) => collector))];
  if (names.length === 1) return quoteText(names[0] ?? "");
  return `([${segments.map(({ collector }) => quoteText(collector)).join(", ")}])[(file_index + 1)::BIGINT]`;
}

function snapshotSql(segments: readonly SegmentPlace[]): string[] {
  if (segments.every(({ snapshotMaxId }) => snapshotMaxId === undefined)) return [];
  const bounds = segments.map(({ snapshotMaxId }) => snapshotMaxId ?? Number.MAX_SAFE_INTEGER);
  return [`id <= ([${bounds.join(", ")}]::BIGINT[])[(segment + 1)::BIGINT]`];
}
