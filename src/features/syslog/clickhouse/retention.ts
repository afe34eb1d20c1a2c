import type { Logger } from "#platform/log";
import type { ClickHouseEvents } from "./reader";
import { onCluster, ownTable, quoteText } from "./schema";
import { readAll, run } from "./statements";

/**
 * Drops the oldest days beyond `maxBytes` of all parts together, never the newest. By age ClickHouse drops them itself.
 */
export async function dropBeyond(
  { clickhouse, tables, place }: ClickHouseEvents,
  { maxBytes, log }: { maxBytes: number; log: Logger },
): Promise<void> {
  if (maxBytes === 0) return;
  const days = await readAll(
    clickhouse,
    `SELECT partition, sum(bytes_on_disk) AS bytes, sum(rows) AS events FROM ${tables.parts}
     GROUP BY partition ORDER BY partition DESC`,
  );
  let bytes = 0;
  for (const [index, day] of days.entries()) {
    bytes += Number(day["bytes"]);
    if (index === 0 || bytes <= maxBytes) continue;
    const partition = String(day["partition"]);
    await run(
      clickhouse,
      `ALTER TABLE ${ownTable(place)}${onCluster(place)} DROP PARTITION ${quoteText(partition)}`,
    );
    log.info(
      { day: partition, events: Number(day["events"]), reason: "by size" },
      "retention dropped events",
    );
  }
}
