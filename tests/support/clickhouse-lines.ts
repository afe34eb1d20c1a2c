import { CLICKHOUSE_PASSWORD, CLICKHOUSE_USER } from "./clickhouse/start";
import type { ClickHouseTable } from "./clickhouse-store";
import type { Stored } from "./stream-balance";

const NEVER = new AbortController().signal;

/** The environment of a service whose events are in that table, which stores what comes at once. */
export function eventsIn({ url, place }: ClickHouseTable, throughUrl = url): Record<string, string> {
  const who = `${CLICKHOUSE_USER}:${encodeURIComponent(CLICKHOUSE_PASSWORD)}`;
  return {
    API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
    SYSLOG_REST_SECONDS: "0",
    EVENTS_URL: `clickhouse://${who}@${new URL(throughUrl).host}/${place.database}`,
  };
}

/** The numbers of all numbered lines that are stored, each as often as it is, in order. */
export async function readNumbers({ clickhouse, tables }: ClickHouseTable): Promise<number[]> {
  const sql = `SELECT toUInt32(extract(raw_log, 'seq=(\\\\d{10})$')) AS seq FROM ${tables.events}
    WHERE match(raw_log, 'seq=\\\\d{10}$') ORDER BY seq`;
  const numbers: number[] = [];
  for await (const rows of clickhouse.query(sql, {}, { signal: NEVER }))
    for (const { seq } of rows) numbers.push(Number(seq));
  return numbers;
}

/** The same, for a balance. */
export async function readTable(table: ClickHouseTable): Promise<Stored> {
  const numbers = await readNumbers(table);
  return { rows: numbers.length, sequences: [...new Set(numbers)] };
}
