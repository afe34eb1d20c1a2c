import pino from "pino";
import { z } from "zod";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ClickHouse } from "#platform/clickhouse/client";
import { openClickHouseStore } from "../../src/features/syslog/clickhouse/event-store";
import {
  createTables,
  eventTables,
  insertSql,
  type TablePlace,
} from "../../src/features/syslog/clickhouse/schema";
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
  /** The ids of the queries that were killed, in their order. */
  killed: () => Promise<string[]>;
  /** Stores the rows of a Parquet file of the event store. */
  insert: (file: { folder: string; path: string; collector: string }) => Promise<void>;
};

/** One that a run of tests has started for all its files. */
export const CLICKHOUSE_VARIABLE = "TEST_CLICKHOUSE_URL";

let shared: Promise<string> | undefined;

/** In the one ClickHouse of this run. */
export async function createClickHouseTable(): Promise<ClickHouseTable> {
  shared ??= findClickHouse();
  const url = await shared;
  const clickhouse = clickHouseAt(url);
  const database = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const place = { database, cluster: undefined };
  await createTables(clickhouse, place);
  const tables = eventTables(place);
  return {
    url,
    clickhouse,
    place,
    tables,
    killed: async () => z.array(z.string()).parse(await (await fetch(new URL("/killed", url))).json()),
    open: (timeoutSeconds) => openClickHouseStore({ clickhouse, tables, timeoutSeconds }),
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
  const log = pino({ level: "silent" });
  return new ClickHouse({ urls, user: CLICKHOUSE_USER, password: CLICKHOUSE_PASSWORD, log });
}
