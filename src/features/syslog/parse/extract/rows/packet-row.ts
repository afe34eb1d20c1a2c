import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { transportName } from "../ends/transport";

/** A mark, perhaps with quotes around it, or blanks that align the columns. */
const SEPARATOR = String.raw`(?:["']?\s?[,;|\t]\s?["']?| {1,40})`;
const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\dA-Fa-f]{0,4}:[\dA-Fa-f:.]{2,40})`;
/** Seconds since the capture's begin, a clock or a whole date in any form. */
const TIME = String.raw`(?:\d{1,9}[.,]\d{1,9}|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|[\dA-Z][\w:.,/+ -]{5,48}\d\d:\d\d[\w:.,+ -]{0,24})`;
/** A packet's number, its time, both ends, the protocol, how long it is, and what it says. */
const PACKET = new RegExp(
  String.raw`^ {0,16}["']?(?:(\d{1,10})${SEPARATOR})?(?:(${TIME})${SEPARATOR})?${ADDRESS}${SEPARATOR}${ADDRESS}${SEPARATOR}((?:[A-Z][A-Z\d]|Modbus|X\d)[\w./+-]{0,22})${SEPARATOR}\d{1,6}${SEPARATOR}(?=\S)`,
);
/**
 * What it says of its ports: `443 > 55939 [ACK]`, `55939 → 443 Len=36`, `Source port: 55939  Destination port: 443`.
 */
const PORTS =
  /^(?:\[[^[\]]{1,48}\] ?){0,3}(?:(?:source|src) port:? )?(?:[a-z][\w-]{0,24}\()?(\d{1,5})\)?(?: {1,2}(?:>|→|->|=>) {1,2}| {1,2}(?:destination|dst) port:? )(?:[a-z][\w-]{0,24}\()?(\d{1,5})\)?(?=[\s,;"'[]|$)/i;
const MAX_INFO = 160;

/**
 * A packet as analysers of captures write their lists to files: `7,"0.004217","A","B","TCP","54","443 > 55939 [ACK]"`.
 * Null for
 * other rows.
 */
export function packetRow(text: string): Flow | null {
  const row = PACKET.exec(text);
  if (row === null) return null;
  const [whole, number, time, from, to, protocol = ""] = row;
  const ports = PORTS.exec(text.slice(whole.length, whole.length + MAX_INFO));
  const named = transportName(protocol);
  // Where a protocol of ports has none behind it, the number before may be one.
  const hasPorts = named === "tcp" || named === "udp" || named === "sctp";
  if (ports === null && (hasPorts || (number === undefined && time === undefined))) return null;
  const place = { start: 0, end: whole.length + (ports?.[0].length ?? 0) };
  const [source, destination] = [rowEndpoint(from, ports?.[1], place), rowEndpoint(to, ports?.[2], place)];
  if (source === null || destination === null) return null;
  return { source, destination, ...place, protocol: named };
}
