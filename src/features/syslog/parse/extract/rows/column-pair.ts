import { skipDigits } from "../../values/characters";
import { MAX_PORT, portNumber } from "../../values/field-text";
import { FIRST_USER_PORT, isClientOf, isClientPort } from "../../values/port-ranges";
import type { Flow } from "../ends/flow";
import { havePorts, NETWORK_WORD, withPorts } from "../ends/flow-parts";
import { transportName } from "../ends/transport";

const MAX_BEFORE = 40;
/** Of TCP and UDP. */
const NUMBERS: ReadonlySet<number> = new Set([6, 17]);
const COLUMN_END = /[\t,;|`^~\s"']/;
const REQUEST = /"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|-) /;
const TRANSPORT_BEFORE =
  /(?:^|[^a-z])(?:tcp|udp|icmp)(?:-[A-Z]{1,3}|\(\d{1,3}\) -)?\W{1,3}(?:[\w.-]{1,16}\|)?$/i;
/** What a proxy was asked for stands behind its client and the server. */
const URL_BEHIND = /^ .{0,160}?\s"?(?:(?:GET|POST|PUT|HEAD|CONNECT) )?https?:\/\//;
/** A name, or its letter beside another, as clouds write records. */
const TRANSPORT_BEHIND =
  /^(?: [\d.]{7,15} \d{1,5})?(?:\W{1,3}(?:tcp|udp)(?![a-z])|([,;|\t])"?(?:6|17)"?(?=\1|$)|,[TU],[IO],[A-Z]?(?:,|$))/i;
/** `A p B q`. */
export const COLUMN_PORT =
  /^["']?[\s,;|`^~]["']?(\d{1,5})["']?[\s,;|`^~]["']?(?:(?:[\da-f]{2}[:-]){5}[\da-f]{2}["']?[\s,;|`^~]["']?)?$/i;
const QUOTED_TRANSPORT = /"TCP\|$/;
const LOGIN = /(?<![a-z])(?:passwords?|log[io]n|authenticat(?:ed|ion))(?![a-z])/i;
/** Before two addresses whose protocol has no ports: `ICMP:8.0 A B`. */
export const PORTLESS_BEFORE =
  /(?:^|[^a-z])(?:icmp|icmpv6|icmp6|ipv6-icmp|igmp|gre|esp|ospf|pim)(?:[:(/]\d{1,3}(?:[.,/]\d{1,3})?\)?)?(?: -)? $/i;

/** `tcp A:p B:q`, and `tcp A B p q`, as the firewalls of FreeBSD, Windows and Junos have it. */
export function columnPair(text: string, flow: Flow): Flow | null {
  const { source, destination } = flow;
  if (source === null || destination === null) return null;
  if (havePorts(flow)) {
    if (isOfRequest(text, flow)) return { ...flow, source: destination, destination: source };
    return NETWORK_WORD.test(text) || REQUEST.test(text.slice(flow.end)) ? flow : null;
  }
  if (source.port !== null || destination.port !== null) return null;
  const first = columnPort(text, destination.end);
  const second = first === null ? null : columnPort(text, first.end);
  const before = text.slice(Math.max(0, flow.start - MAX_BEFORE), flow.start);
  if (first === null || second === null)
    return PORTLESS_BEFORE.test(before) || URL_BEHIND.test(text.slice(flow.end)) ? flow : null;
  // `A,B,6,p,q` has its protocol's number before the ports.
  const third = NUMBERS.has(first.port) ? columnPort(text, second.end) : null;
  if (third !== null && isBesidePorts(second.port, third.port))
    return {
      ...withPorts(flow, [second.port, third.port], third.end),
      protocol: transportName(String(first.port)),
    };
  const whole = withPorts(flow, [first.port, second.port], second.end);
  return isBesideTransport(text, whole) ? whole : null;
}

/** A client's port beside another, which is none of a count. */
function isBesidePorts(first: number, second: number): boolean {
  return isClientPort(first) && second > 0;
}

/** `"GET / HTTP/1.1" 403 … B:q A:p`: of a request the proxy's own end stands before the client's, as meshes have it. */
function isOfRequest(text: string, { source, destination, start }: Flow): boolean {
  const isSwapped = isClientOf(destination?.port ?? null, source?.port ?? null);
  return isSwapped && REQUEST.test(text.slice(0, start));
}

/** `A p B q tcp`, as Zeek has it. */
export function portedColumns(text: string, flow: Flow, between: string): Flow | null {
  const first = Number(COLUMN_PORT.exec(between)?.[1]);
  // `A p B:q`
  const asked = flow.destination?.port ?? null;
  if (asked !== null) return isClientOf(first, asked) ? withPorts(flow, [first, asked], flow.end) : null;
  const second = columnPort(text, flow.end);
  if (second === null || first > MAX_PORT) return null;
  const whole = withPorts(flow, [first, second.port], second.end);
  if (isOwnFirst(text, whole)) return { ...whole, source: whole.destination, destination: whole.source };
  return isClientOf(first, second.port) || isBesideTransport(text, whole) ? whole : null;
}

/** `"TCP|A|25|B|4299"` of a login: in quotes of their own, a server's end stands before that of who came. */
function isOwnFirst(text: string, { source, destination, start, end }: Flow): boolean {
  const isServed = (source?.port ?? FIRST_USER_PORT) < FIRST_USER_PORT;
  if (!isServed || (destination?.port ?? 0) < FIRST_USER_PORT || text.charAt(end) !== '"') return false;
  return QUOTED_TRANSPORT.test(text.slice(Math.max(0, start - MAX_BEFORE), start)) && LOGIN.test(text);
}

/** Of `A,B,p,q` the first number is a column of its own, not the port of B. */
export function withoutColumn(text: string, flow: Flow): Flow {
  const { source, destination } = flow;
  if (source?.port !== null || destination === null || !destination.isLoose) return flow;
  const end = text.lastIndexOf(",", destination.end - 1);
  return { ...flow, destination: { ...destination, port: null, isLoose: false, end }, end };
}

function isBesideTransport(text: string, { start, end }: Flow): boolean {
  if (TRANSPORT_BEFORE.test(text.slice(Math.max(0, start - MAX_BEFORE), start))) return true;
  return TRANSPORT_BEHIND.test(text.slice(end, end + MAX_BEFORE));
}

/** The number of the column behind `start`. */
function columnPort(text: string, start: number): { port: number; end: number } | null {
  let first = start;
  while (first < start + 3 && COLUMN_END.test(text.charAt(first))) first++;
  const end = skipDigits(text, first);
  const isColumn =
    first > start && (end === text.length || COLUMN_END.test(text.charAt(end)) || text.startsWith(": ", end));
  const port = isColumn ? portNumber(text, first, end) : null;
  return port === null ? null : { port, end };
}
