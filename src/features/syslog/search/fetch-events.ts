import { setImmediate } from "node:timers/promises";
import type { FirewallEventRead } from "../models";
import type { LocatedKey } from "./event-key";
import { LIST_COLUMNS, toFirewallEvent } from "./event-row";
import { querySegments, type SegmentReader } from "./segment-reader";
import type { Parameters } from "./where";

/** Events that are built before other work gets its turn. */
const EVENTS_PER_TURN = 500;

/** The events of the keys, in their order. */
export async function fetchEvents(
  reader: SegmentReader,
  keys: readonly LocatedKey[],
  signal: AbortSignal,
): Promise<FirewallEventRead[]> {
  if (keys.length === 0) return [];
  const segments = [...new Map(keys.map(({ path, collector }) => [path, { path, collector }])).values()];
  const ids = keys.map((key) => key.id);
  const rows = await querySegments(
    reader,
    {
      segments,
      predicate: { conditions: [] },
      select: LIST_COLUMNS,
      and: (parameters) => isOneOfSql(ids, parameters),
    },
    signal,
  );
  const found = new Map<string, FirewallEventRead>();
  for (const [index, row] of rows.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await setImmediate();
    found.set(`${segments[Number(row["segment"])]?.path}:${row["id"]}`, toFirewallEvent(row));
  }
  return keys.map((key) => {
    const event = found.get(`${key.path}:${key.id}`);
    if (event === undefined) throw new Error(`cannot read event ${key.id}: it has gone from ${key.path}`);
    return event;
  });
}

/** As one parameter: DuckDB takes twice as long to read, and compare with, a statement of 10,000 numbers. The bounds let it leave row groups unread. */
function isOneOfSql(ids: readonly number[], parameters: Parameters): string {
  const [least, greatest] = ids.reduce(
    ([low, high], id) => [Math.min(low, id), Math.max(high, id)],
    [Infinity, -Infinity],
  );
  const list = parameters.add(ids.join(","));
  return (
    `id BETWEEN ${parameters.add(least)}::BIGINT AND ${parameters.add(greatest)}::BIGINT ` +
    `AND id IN (SELECT unnest(string_split(${list}::VARCHAR, ',')::BIGINT[]))`
  );
}
