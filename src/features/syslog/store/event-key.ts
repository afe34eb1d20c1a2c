/** Where an event stands in the order of all events: arrival, then collector, then id. Unique. */
export type EventKey = { receivedAtMicros: number; collector: string; id: number };

export type Direction = "asc" | "desc";

/** By arrival; events of one microsecond stand in falling order of collector and id in either direction. */
export function compareKeys(direction: Direction): (left: EventKey, right: EventKey) => number {
  const sign = direction === "asc" ? 1 : -1;
  return (left, right) =>
    (left.receivedAtMicros - right.receivedAtMicros) * sign ||
    compareText(right.collector, left.collector) ||
    right.id - left.id;
}

/** By code units, as stores sort texts of ASCII. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Behind every event of its microsecond: what a page that stopped before it was full goes on from. */
export function keyAtStartOf(receivedAtMicros: number): EventKey {
  return { receivedAtMicros, collector: "~", id: Number.MAX_SAFE_INTEGER };
}

/** The newest event of each collector when a reading through pages began: what was stored later is not part of it. */
export type AsOf = ReadonlyMap<string, number>;
