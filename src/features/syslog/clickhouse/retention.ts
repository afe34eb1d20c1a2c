import type { Logger } from "#platform/log";
import { type Dropped, type ExpiringEvents, NOTHING_DROPPED } from "../segments/retention/expiry";
import type { ClickHouseEvents } from "./reader";
import { onCluster, ownTable, quoteText } from "./schema";
import { readAll, run } from "./statements";
import { removeTtl } from "./migrations";

/** A partition: the events of a day, UTC, and what its parts take, one copy of each. */
type Day = { name: string; endMicros: number; bytes: number; events: number };

const DAY_MICROS = 86_400_000_000;

/**
 * Events of ClickHouse for retention, which drops them by the day. ClickHouse's own TTL would go by its clock alone, and
 * one that is wrong by years would delete everything with the next merge.
 */
export function expiringDays(store: ClickHouseEvents, log: Logger): ExpiringEvents {
  const drop = async (days: readonly Day[]): Promise<Dropped> => {
    let dropped = NOTHING_DROPPED;
    for (const day of days) {
      await dropDay(store, day);
      dropped = { pieces: dropped.pieces + 1, events: dropped.events + day.events };
    }
    return dropped;
  };
  return {
    row: 2,
    prepare: () => removeTtl({ ...store, log }),
    async expiredShare(_, cutoffMicros) {
      const days = await listDays(store);
      const all = sumOf(days, ({ events }) => events);
      return all === 0 ? 0 : sumOf(expired(days, cutoffMicros), ({ events }) => events) / all;
    },
    dropExpired: async (_, cutoffMicros) => drop(expired(await listDays(store), cutoffMicros)),
    dropBeyond: async (_, maxBytes) => drop(beyond(await listDays(store), maxBytes)),
  };
}

/** The newest first. */
async function listDays({ clickhouse, tables }: ClickHouseEvents): Promise<Day[]> {
  const rows = await readAll(
    clickhouse,
    `SELECT partition, sum(bytes_on_disk) AS bytes, sum(rows) AS events FROM ${tables.parts}
     GROUP BY partition ORDER BY partition DESC`,
  );
  return rows.map(({ partition, bytes, events }) => {
    const name = String(partition);
    const endMicros = Date.parse(`${name}T00:00:00Z`) * 1000 + DAY_MICROS;
    return { name, endMicros, bytes: Number(bytes), events: Number(events) };
  });
}

function expired([, ...others]: readonly Day[], cutoffMicros: number): Day[] {
  return others.filter(({ endMicros }) => endMicros <= cutoffMicros);
}

function beyond(days: readonly Day[], maxBytes: number): Day[] {
  let bytes = 0;
  return days.filter((day, index) => {
    bytes += day.bytes;
    return index > 0 && bytes > maxBytes;
  });
}

function sumOf(days: readonly Day[], of: (day: Day) => number): number {
  return days.reduce((sum, day) => sum + of(day), 0);
}

/** Of a day that is gone already there is nothing to drop. */
function dropDay({ clickhouse, place }: ClickHouseEvents, { name }: Day): Promise<void> {
  const sql = `ALTER TABLE ${ownTable(place)}${onCluster(place)} DROP PARTITION ${quoteText(name)}`;
  return run(clickhouse, sql);
}
