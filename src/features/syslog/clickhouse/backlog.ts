import { LISTED_EVENT, toFirewallEvent } from "../store/event-row";
import type { BacklogPage, BacklogWanted } from "../store/event-store";
import { type ClickHouseReader, readRows, withinLimits } from "./reader";
import { selectColumns } from "./select-columns";
import { listNewestIds } from "./totals";

const LISTED = selectColumns(LISTED_EVENT.columns);
const PAGE_EVENTS = 1000;
/** Ids are the microseconds of arrival: so much time is read at first, and each time four times as much. */
const FIRST_STRETCH = 600 * 1e6;
const GROWTH = 4;

/** As `EventStore` says, stretch of ids by stretch, until there are events or no more. */
export function readBacklog(
  reader: ClickHouseReader,
  wanted: BacklogWanted,
  signal: AbortSignal,
): Promise<BacklogPage> {
  const { collector, afterId } = wanted;
  return withinLimits(reader, signal, async (until) => {
    const newestId = (await listNewestIds(reader, until)).get(collector) ?? 0;
    let from = Math.max(afterId, 0);
    for (let length = FIRST_STRETCH; from < newestId; length *= GROWTH) {
      const throughId = Math.min(newestId, from + length);
      const events = await readStretch(reader, { ...wanted, afterId: from, throughId }, until);
      if (events.length === PAGE_EVENTS)
        return { events, throughId: events.at(-1)?.id ?? throughId, lost: 0, isLast: false };
      if (events.length > 0) return { events, throughId, lost: 0, isLast: throughId === newestId };
      from = throughId;
    }
    return { events: [], throughId: Math.max(afterId, newestId), lost: 0, isLast: true };
  });
}

async function readStretch(
  reader: ClickHouseReader,
  { collector, afterId, throughId, predicate }: BacklogWanted & { throughId: number },
  signal: AbortSignal,
): Promise<BacklogPage["events"]> {
  const rows = await readRows(
    reader,
    {
      predicate: { conditions: predicate.conditions },
      statement({ events, where, values }) {
        const bounds = [afterId, throughId].map((id) => values.add(id, "BIGINT"));
        return `SELECT ${LISTED.sql} FROM ${events}
          WHERE collector = ${values.add(collector, "VARCHAR")} AND id > ${bounds[0]} AND id <= ${bounds[1]} AND ${where}
          ORDER BY id LIMIT ${PAGE_EVENTS}`;
      },
    },
    signal,
  );
  return rows.map((row) => {
    const event = toFirewallEvent(LISTED.toRow(row));
    return { id: event.id, text: JSON.stringify(event) };
  });
}
