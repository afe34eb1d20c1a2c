import type { AsOf, Direction, EventKey } from "../store/event-key";
import { instantSql } from "./dialect";
import type { Values } from "./values";

/**
 * By arrival; events of one microsecond stand in falling order of collector and id in either direction. Newest first is
 * the order of the table backwards, so that reading stops where a page is full.
 */
export function keyOrderSql(direction: Direction): string {
  return `received_at ${direction}, collector DESC, id DESC`;
}

/** Events that come behind the key in that order. */
export function isBehindSql(key: EventKey, direction: Direction, values: Values): string {
  const instant = instantSql(key.receivedAtMicros, values);
  const place = `(${values.add(key.collector, "VARCHAR")}, ${values.add(key.id, "BIGINT")})`;
  const isLater = direction === "desc" ? "<" : ">";
  const isTied = `received_at = ${instant} AND (collector, id) < ${place}`;
  return `received_at ${isLater}= ${instant} AND (received_at ${isLater} ${instant} OR ${isTied})`;
}

/** Events that were stored by then. */
export function isStoredSql(asOf: AsOf, values: Values): string {
  if (asOf.size === 0) return "false";
  const [[collector, newestId] = ["", 0], ...others] = asOf;
  if (others.length === 0)
    return `collector = ${values.add(collector, "VARCHAR")} AND id <= ${values.add(newestId, "BIGINT")}`;
  const names = values.addTexts([...asOf.keys()]);
  return `id <= transform(toString(collector), ${names}, ${values.addNumbers([...asOf.values()])}, toInt64(-1))`;
}
