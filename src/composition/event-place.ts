import { eventTables, type ClickHouseEvents } from "#features/syslog";
import { readClickHouseAddress } from "#platform/clickhouse/address";
import { ClickHouse } from "#platform/clickhouse/client";
import type { Logger } from "#platform/log";

/** The ClickHouse that keeps events; undefined: they are in files. Nothing is asked yet. */
export function openClickHouse(eventsUrl: string, log: Logger): ClickHouseEvents | undefined {
  if (eventsUrl === "") return undefined;
  const address = readClickHouseAddress(eventsUrl);
  if (address === undefined) throw new Error("our bug: the settings let EVENTS_URL pass");
  const { database, cluster, ...server } = address;
  const place = { database, cluster };
  return { clickhouse: new ClickHouse({ ...server, log }), tables: eventTables(place), place };
}
