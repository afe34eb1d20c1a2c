import { CLICKHOUSE_CODES, ClickHouseError } from "#platform/clickhouse/errors";
import type { Logger } from "#platform/log";
import { type RangeRows, type RowStore, UnfitRowsError } from "../segments/ingest/row-store";
import { prepareTables } from "./migrations";
import { type ClickHouseEvents } from "./reader";
import { insertSql } from "./schema";

/** An insert that takes longer is sent again, under the same token. */
const INSERT_MS = 60_000;
/** More than a range has: its rows of one day are one block, which is there as a whole or not at all. */
const ONE_BLOCK_ROWS = 100_000_000;

/** What ClickHouse says of rows that it cannot read or convert; of everything else it is worth trying again. */
const UNFIT: ReadonlySet<number> = new Set([
  CLICKHOUSE_CODES.cannotParseText,
  CLICKHOUSE_CODES.cannotReadAllData,
  CLICKHOUSE_CODES.typeMismatch,
  CLICKHOUSE_CODES.cannotConvertType,
  CLICKHOUSE_CODES.incorrectData,
  CLICKHOUSE_CODES.valueIsOutOfRange,
  CLICKHOUSE_CODES.cannotInsertNull,
  CLICKHOUSE_CODES.violatedConstraint,
]);

type Options = ClickHouseEvents & { log: Logger };

/** Events go to ClickHouse: a range of the journal with one insert, known by its token when it comes again. */
export function openRowStore({ clickhouse, tables, place, log }: Options): RowStore {
  let isReady = false;
  return {
    async prepare() {
      if (!isReady) await prepareTables({ clickhouse, place, log });
      isReady = true;
    },
    async put(range, signal) {
      const known = range.isReplay ? range : undefined;
      try {
        await clickhouse.insert(insertSql(tables, range.collector, known), Bun.file(range.path), {
          signal: AbortSignal.any([signal, AbortSignal.timeout(INSERT_MS)]),
          settings: insertSettings(tokenOf(range)),
        });
      } catch (cause) {
        if (!(cause instanceof ClickHouseError) || !UNFIT.has(cause.code)) throw cause;
        throw new UnfitRowsError("ClickHouse does not take rows as they are", { cause });
      }
    },
  };
}

/** The same for the same range of the same collector, and for no other. */
function tokenOf({ collector, start, end }: RangeRows): string {
  return `${collector}-${start}-${end}`;
}

export function insertSettings(token: string) {
  return {
    async_insert: 0,
    insert_deduplicate: 1,
    insert_deduplication_token: token,
    min_insert_block_size_rows: ONE_BLOCK_ROWS,
    min_insert_block_size_bytes: 0,
    max_insert_threads: 1,
    distributed_foreground_insert: 1,
    load_balancing: "in_order",
    wait_end_of_query: 1,
  };
}
