import { portNumber } from "../../values/field-text";
import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { transportName } from "../ends/transport";

const MARKS = [",", ";", "\t", "|"];
const SEPARATOR = String.raw`["']?\s?[,;|\t]\s?["']?`;
const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{0,4}:[\da-f:.]{2,40})`;
/** Seconds since the capture's begin, a clock or a whole date in any form. */
const TIME = String.raw`(?:\d{1,9}[.,]\d{1,9}|[\dA-Z][\w:.,/+ -]{5,48}\d\d:\d\d[\w:.,+ -]{0,24}|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)`;
/** A packet's number, its time, both ends, the protocol, how long it is, and what it says. */
const PACKET = new RegExp(
  String.raw`^["']?(?:(\d{1,10})${SEPARATOR})?(?:(${TIME})${SEPARATOR})?${ADDRESS}${SEPARATOR}${ADDRESS}${SEPARATOR}([A-Z][\w./ +-]{1,24})${SEPARATOR}\d{1,6}${SEPARATOR}(?=\S)`,
  "i",
);
/** What it says of its ports: `443 > 55939 [ACK]`, `55939 → 443 Len=36`, `Source port: 55939  Destination port: 443`. */
const PORTS =
  /^(?:\[[^[\]]{1,48}\] ?){0,3}(?:(?:source|src) port:? )?(?:[a-z][\w-]{0,24}\()?(\d{1,5})\)?(?: {1,2}(?:>|→|->|=>) {1,2}| {1,2}(?:destination|dst) port:? )(?:[a-z][\w-]{0,24}\()?(\d{1,5})\)?(?=[\s,;"'[]|$)/i;
const MAX_INFO = 160;

/**
 * A packet as analysers of captures write their lists to files: `7,"0.004217","A","B","TCP","54","443 > 55939 [ACK]"`. Null for
 * other rows.
 */
export function packetRow(text: string): Flow | null {
  const row = MARKS.some((mark) => text.includes(mark)) ? PACKET.exec(text) : null;
  if (row === null) return null;
  const [whole, number, time, from, to, protocol = ""] = row;
  const ports = PORTS.exec(text.slice(whole.length, whole.length + MAX_INFO));
  if (number === undefined && time === undefined && ports === null) return null;
  const place = { start: 0, end: whole.length + (ports?.[0].length ?? 0) };
  const [source, destination] = [rowEndpoint(from, ports?.[1], place), rowEndpoint(to, ports?.[2], place)];
  if (source === null || destination === null) return null;
  const named = transportName(protocol);
  return { source, destination, ...place, askedPort: portNumber(ports?.[2] ?? ""), protocol: named };
}
