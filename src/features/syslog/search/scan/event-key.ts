import type { Direction, EventKey } from "../../store/event-key";
import type { SegmentPlace } from "./segment-reader";
import { instantSql, type Parameters } from "./sql";

/** A key, the file that holds its event, and the event's place among the rows of the file. */
export type LocatedKey = EventKey & Pick<SegmentPlace, "path" | "columns"> & { row: number };

export const KEY_COLUMNS = "epoch_us(received_at) AS received_at, id, segment, row";

/** By arrival; events of one microsecond stand in falling order of collector and id in either direction. */
export function keyOrderSql(direction: Direction): string {
  return `ORDER BY received_at ${direction}, collector DESC, id DESC`;
}

/** Events that come behind the key in the order of `keyOrderSql`. */
export function isBehindSql(key: EventKey, direction: Direction, parameters: Parameters): string {
  const instant = instantSql(key.receivedAtMicros, parameters);
  const place = `(${parameters.add(key.collector)}::VARCHAR, ${parameters.add(key.id)}::BIGINT)`;
  const isLater = direction === "desc" ? "<" : ">";
  const isTied = `received_at = ${instant} AND (collector, id) < ${place}`;
  return `received_at ${isLater}= ${instant} AND (received_at ${isLater} ${instant} OR ${isTied})`;
}

export function locate(
  found: { received_at?: unknown; id?: unknown; segment?: unknown; row?: unknown },
  segments: readonly SegmentPlace[],
): LocatedKey {
  const segment = segments[Number(found.segment)];
  if (segment === undefined) throw new Error("our bug: a row names a segment that was not asked for");
  return {
    receivedAtMicros: Number(found.received_at),
    collector: segment.collector,
    id: Number(found.id),
    path: segment.path,
    columns: segment.columns,
    row: Number(found.row),
  };
}
