import { ApiError, unavailable } from "#platform/errors";
import type { ClickHouse } from "#platform/clickhouse/client";
import { CLICKHOUSE_CODES, ClickHouseError, ClickHouseUnreachableError } from "#platform/clickhouse/errors";
import type { Row } from "../segments/duckdb";
import type { Predicate } from "../query/predicate";
import { toSql } from "../query/to-sql";
import { clickhouseDialect } from "./dialect";
import type { EventTables, TablePlace } from "./schema";
import { Values } from "./values";

/** A ClickHouse, and where in it events are. */
export type ClickHouseEvents = { clickhouse: ClickHouse; tables: EventTables; place: TablePlace };

export type ClickHouseReader = Omit<ClickHouseEvents, "place"> & {
  /** Longest search, seconds. */
  timeoutSeconds: number;
  /** Has what rests in the journal stored; absent where nothing is received. */
  settle?: (() => Promise<void>) | undefined;
};

/** The statement that is made of the events that match. `where`: the condition; its values go beside it. */
export type Statement = (place: { events: string; where: string; values: Values }) => string;

/** Of one query in ClickHouse, beyond which it spills to disk or ends. */
const MEMORY_BYTES = 4 * 1024 ** 3;
/** ClickHouse ends what we could not: when we were killed, or the request to kill was lost. */
const GRACE_SECONDS = 5;
const RETRY_SECONDS = 5;

/** All rows of a statement over matching events. */
export async function readRows(
  reader: ClickHouseReader,
  { predicate, statement }: { predicate: Predicate; statement: Statement },
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of streamRows(reader, { predicate, statement }, signal))
    for (const row of batch) rows.push(row);
  return rows;
}

/** The same as they come in; who leaves the loop ends the query. */
export function streamRows(
  { clickhouse, tables, timeoutSeconds }: ClickHouseReader,
  { predicate, statement }: { predicate: Predicate; statement: Statement },
  signal: AbortSignal,
): AsyncIterable<Row[]> {
  const values = new Values();
  const where = toSql(predicate, clickhouseDialect(values));
  const sql = statement({ events: tables.events, where, values });
  const settings = {
    max_execution_time: timeoutSeconds + GRACE_SECONDS,
    max_memory_usage: MEMORY_BYTES,
    max_bytes_before_external_group_by: MEMORY_BYTES / 4,
    max_bytes_before_external_sort: MEMORY_BYTES / 4,
    // Of each shard the replica that inserts go to, while it is there: another may not have the newest ones yet.
    load_balancing: "in_order",
  };
  return clickhouse.query(sql, values.parameters, { signal, settings });
}

/**
 * Runs a read within the time limit, behind what rests in the journal.
 * @throws ApiError 504 when the time limit is reached, 503 where ClickHouse does not answer or has no room, the signal's
 * reason when it fires.
 */
export async function withinLimits<T>(
  reader: ClickHouseReader,
  signal: AbortSignal,
  read: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(reader.timeoutSeconds * 1000);
  const until = AbortSignal.any([signal, limit]);
  try {
    await reader.settle?.();
    until.throwIfAborted();
    return await read(until);
  } catch (error) {
    if (signal.aborted) throw error;
    const isLate =
      limit.aborted || (error instanceof ClickHouseError && error.code === CLICKHOUSE_CODES.timeoutExceeded);
    throw isLate ? timedOut(reader, error) : explain(error);
  }
}

function timedOut({ timeoutSeconds }: ClickHouseReader, cause: unknown): ApiError {
  const detail = `Search timed out after ${timeoutSeconds} seconds; narrow the time range or the filters`;
  return new ApiError(504, detail, { cause });
}

/** What the caller may know of why ClickHouse gave no answer; other errors are ours. */
export function explain(error: unknown): unknown {
  if (error instanceof ClickHouseUnreachableError)
    return unavailable("The event store does not answer", RETRY_SECONDS, error);
  if (!(error instanceof ClickHouseError)) return error;
  if (error.code === CLICKHOUSE_CODES.tooManyQueries)
    return unavailable("The event store has too many searches", RETRY_SECONDS, error);
  if (error.code === CLICKHOUSE_CODES.unknownTable || error.code === CLICKHOUSE_CODES.unknownDatabase)
    return unavailable("The event store has no tables yet", RETRY_SECONDS, error);
  if (error.code !== CLICKHOUSE_CODES.memoryLimitExceeded) return error;
  const detail = "The event store has no memory for this search; narrow the time range or the filters";
  return unavailable(detail, RETRY_SECONDS, error);
}
