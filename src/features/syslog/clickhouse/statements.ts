import type { ClickHouse } from "#platform/clickhouse/client";
import type { ClickHouseRow } from "#platform/clickhouse/rows";

/** What looks after tables waits so long for one statement. */
const WAIT_MS = 60_000;

/** Runs a statement without rows, for at most a minute. */
export function run(
  clickhouse: ClickHouse,
  sql: string,
  settings?: Record<string, string | number>,
): Promise<void> {
  return clickhouse.command(sql, { signal: AbortSignal.timeout(WAIT_MS), ...(settings && { settings }) });
}

/** All rows of a statement that has few, within a minute. */
export async function readAll(clickhouse: ClickHouse, sql: string): Promise<ClickHouseRow[]> {
  const rows: ClickHouseRow[] = [];
  for await (const batch of clickhouse.query(sql, {}, { signal: AbortSignal.timeout(WAIT_MS) }))
    rows.push(...batch);
  return rows;
}
