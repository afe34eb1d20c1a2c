import pino from "pino";
import { z } from "zod";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ClickHouse } from "#platform/clickhouse/client";
import { openClickHouseStore } from "../../src/features/syslog/clickhouse/event-store";
import { expiringDays } from "../../src/features/syslog/clickhouse/retention";
import { openRowStore } from "../../src/features/syslog/clickhouse/row-store";
import {
  createTables,
  eventTables,
  insertSql,
  type TablePlace,
} from "../../src/features/syslog/clickhouse/schema";
import type { ExpiringEvents } from "../../src/features/syslog/segments/retention/expiry";
import type { RowStore } from "../../src/features/syslog/segments/ingest/row-store";
import type { EventStore } from "../../src/features/syslog/store/event-store";
import { CLICKHOUSE_PASSWORD, CLICKHOUSE_USER, startClickHouseServer } from "./clickhouse/start";
import { atRunEnd } from "./run-end";

/** A table of events of its own in ClickHouse. */
export type ClickHouseTable = {
  /** Of the server. */
  url: string;
  clickhouse: ClickHouse;
  place: TablePlace;
  tables: ReturnType<typeof eventTables>;
  /** Reads it; `timeoutSeconds`: the time limit of a search. */
  open: (timeoutSeconds: number) => EventStore;
  /** Ingest puts rows into it. */
  rowStore: RowStore;
  /** The ids of the queries that were killed, in their order. */
  killed: () => Promise<string[]>;
  /** What retention drops of it. */
  expiring: ExpiringEvents;
  /** Stores the rows of a Parquet file of the event store. */
  insert: (file: { folder: string; path: string; collector: string }) => Promise<void>;
};

/** One that a run of tests has started for all its files. */
export const CLICKHOUSE_VARIABLE = "TEST_CLICKHOUSE_URL";

const log = pino({ level: "silent" });

let shared: Promise<string> | undefined;

/** In the one ClickHouse of this run, or in that of a test. */
export async function createClickHouseTable(given?: { url: string }): Promise<ClickHouseTable> {
  const { url } = given ?? { url: await (shared ??= findClickHouse()) };
  const clickhouse = clickHouseAt(url);
  const database = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const place = { database, cluster: undefined };
  await createTables(clickhouse, place);
  const tables = eventTables(place);
  const rowStore = openRowStore({ clickhouse, tables, place, log });
  return {
    url,
    clickhouse,
    place,
    tables,
    killed: async () => z.array(z.string()).parse(await (await fetch(new URL("/killed", url))).json()),
    rowStore,
    open: (timeoutSeconds) => openClickHouseStore({ clickhouse, tables, timeoutSeconds }),
    expiring: expiringDays({ clickhouse, tables, place }, log),
    async insert({ folder, path, collector }) {
      const file = new Uint8Array(await readFile(join(folder, path)));
      await clickhouse.insert(insertSql(tables, collector), file);
    },
  };
}

async function findClickHouse(): Promise<string> {
  const given = process.env[CLICKHOUSE_VARIABLE];
  if (given !== undefined) return given;
  const server = await startClickHouseServer();
  atRunEnd(() => server.stop());
  return server.url;
}

export function clickHouseAt(...urls: string[]): ClickHouse {
  return new ClickHouse({ urls, user: CLICKHOUSE_USER, password: CLICKHOUSE_PASSWORD, log });
}
