import type { Db } from "#platform/database";
import { CLICKHOUSE_CODES, ClickHouseError } from "#platform/clickhouse/errors";
import { type CataloguedSegment, listSegments } from "../segments/catalog/catalog";
import { withSegmentFile } from "../segments/segment-file";
import type { Logger } from "#platform/log";
import { prepareTables } from "./migrations";
import type { ClickHouseEvents } from "./reader";
import { insertSettings } from "./row-store";
import { insertSql, quoteText } from "./schema";
import { readAll } from "./statements";

export type MoveOptions = {
  db: Db;
  eventsFolder: string;
  store: ClickHouseEvents;
  retentionDays: number;
  log: Logger;
};

/** What was done of a day (UTC). `there`: what an earlier run had copied. */
export type MovedDay = { day: string; files: number; copied: number; there: number };

const INSERT_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Copies the events of all segments into ClickHouse, day by day, the newest first; files and catalog stay as they are. A
 * segment is done when ClickHouse counts as many of its events; so it may be stopped at any time, and goes on where it
 * was. What has expired is left out.
 * @throws where ClickHouse does not have all events of a segment after it was copied, or cannot be asked.
 */
export async function* moveSegments(options: MoveOptions): AsyncGenerator<MovedDay> {
  const { db, store, retentionDays, log } = options;
  await prepareTables({ ...store, log });
  const startMicros = (Date.now() - retentionDays * DAY_MS) * 1000;
  const segments = await listSegments(db, { startMicros });
  for (const [day, files] of Map.groupBy(segments, dayOf)) {
    const moved: MovedDay = { day, files: files.length, copied: 0, there: 0 };
    for (const segment of files) {
      const there = await countThere(store, segment);
      moved.there += there;
      moved.copied += there === segment.rowCount ? 0 : await copySegment(options, segment, there);
    }
    yield moved;
  }
}

function dayOf({ maxReceivedAtMicros }: CataloguedSegment): string {
  return new Date(maxReceivedAtMicros / 1000).toISOString().slice(0, 10);
}

/** Gives how many events came to those that were there. */
async function copySegment(
  { eventsFolder, store }: MoveOptions,
  segment: CataloguedSegment,
  before: number,
): Promise<number> {
  const { collector, path, rowCount } = segment;
  const sql = insertSql(store.tables, collector, extentOf(segment));
  await withSegmentFile(eventsFolder, path, (file) =>
    store.clickhouse.insert(sql, Bun.file(file), {
      signal: AbortSignal.timeout(INSERT_MS),
      settings: insertSettings(`move-${path}-${before}`),
    }),
  ).catch(explain(path));
  const after = await countThere(store, segment);
  if (after !== rowCount)
    throw new Error(
      `${path} has ${rowCount} events, of which ClickHouse has ${after} after they were copied`,
    );
  return after - before;
}

function explain(path: string) {
  return (cause: unknown): never => {
    const isUnfit = cause instanceof ClickHouseError && cause.code !== CLICKHOUSE_CODES.memoryLimitExceeded;
    throw isUnfit ? new Error(`ClickHouse does not take ${path}: ${cause.message}`, { cause }) : cause;
  };
}

async function countThere({ clickhouse, tables }: ClickHouseEvents, segment: CataloguedSegment) {
  const { minId, maxId, minReceivedAtMicros, maxReceivedAtMicros } = extentOf(segment);
  const [row] = await readAll(
    clickhouse,
    `SELECT count() AS events FROM ${tables.events}
     WHERE received_at BETWEEN fromUnixTimestamp64Micro(${minReceivedAtMicros}, 'UTC')
       AND fromUnixTimestamp64Micro(${maxReceivedAtMicros}, 'UTC')
       AND collector = ${quoteText(segment.collector)} AND id BETWEEN ${minId} AND ${maxId}`,
  );
  return Number(row?.["events"]);
}

function extentOf({ minEventId, maxEventId, minReceivedAtMicros, maxReceivedAtMicros }: CataloguedSegment) {
  return { minId: minEventId, maxId: maxEventId, minReceivedAtMicros, maxReceivedAtMicros };
}
