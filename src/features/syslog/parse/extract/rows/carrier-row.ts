import { OPEN_BRACKET } from "../../values/characters";
import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { INNER } from "../flows/spoken-translation";
import { transportName } from "../ends/transport";

/**
 * `[17 A - N p q -]`, carriers' rows of a translation: the protocol, a subscriber, whom he calls, as whom he is seen,
 * their
 * ports in the same order but that of who is called last; `[- A - N - p q]` gives him a range of ports.
 * `[17 - A N p q -]` has the address of version 6 that a subscriber has or, beside one of version 4, that his tunnel
 * begins at.
 */
const BRACKETED =
  /^\[(-|\d{1,3}) (-|[\da-f.:]{3,39}) (-|[\da-f.:]{3,39}) ([\d.]{7,15}) (-|\d{1,5}) (\d{1,5}|-) (-|\d{1,5})\]/i;
/**
 * The same with the event's name in front and the subscriber's table, `[Event 17 A vrf - N p q - B r]`: behind the
 * ports of
 * the subscriber and of how he is seen, which may be a range, whom he calls.
 */
const NAMED =
  /^\[[A-Z][A-Za-z]{3,31} (-|\d{1,3}) ([\da-f.:]{3,39}) \S{1,32} (?:-|[\da-f.:]{3,39}) ([\d.]{7,15}) (-|\d{1,5}) (\d{1,5}|-) (-|\d{1,5})(?: (-|[\da-f.:]{3,39}) (-|\d{1,5}))?\]/;
/** What a row may be the event of: `NAT444:SessionbasedA [`. */
const EVENT = /^(?:- )?(?:NAT|CGN|LSN|DSLITE)[A-Za-z\d]{0,12}:[A-Za-z]{3,32} (?:- )?(?=\[(?:-|\d{1,3}) )/;
/** `…:6:A:p:N:q:B:r`. */
const COLONS =
  /:(\d{1,3}):((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5}):((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5}):((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5})(?![\w.])/;

const MIN_EVENT = "NAT:New".length;

/** The translation that a row in brackets tells; null where it is none, or nobody's of a carrier's inside. */
export function bracketedRow(text: string): Flow | null {
  const event = text.includes(" [", MIN_EVENT) ? (EVENT.exec(text)?.[0].length ?? 0) : 0;
  if (event === 0) return rowAtStart(text);
  const flow = rowAtStart(text.slice(event));
  return flow === null ? null : { ...flow, start: flow.start + event, end: flow.end + event };
}

function rowAtStart(text: string): Flow | null {
  const match = text.charCodeAt(0) === OPEN_BRACKET ? BRACKETED.exec(text) : null;
  if (match === null) return namedRow(text);
  const [, protocol, first, second = "", translated, port, seen, asked] = match;
  const ports = port === "-" ? [] : [port, asked, seen];
  // Who is called from an address of version 4 has none of version 6.
  const ends = second.includes(":")
    ? [first === "-" ? second : first, "-", translated]
    : [first, second, translated];
  return flowOf(match, { protocol, ends, ports });
}

function namedRow(text: string): Flow | null {
  const match = text.charCodeAt(0) === OPEN_BRACKET ? NAMED.exec(text) : null;
  if (match === null) return null;
  const [, protocol, source, translated, port, first, last, destination, asked] = match;
  const seen = last === "-" ? first : "-";
  return flowOf(match, { protocol, ends: [source, destination, translated], ports: [port, asked, seen] });
}

/** As `bracketedRow`, of a row of colons, within which no address is one by itself. */
export function colonRow(text: string): Flow | null {
  const match = COLONS.exec(text);
  if (match === null) return null;
  const [, protocol, source, port, translated, seen, destination, asked] = match;
  return flowOf(match, { protocol, ends: [source, destination, translated], ports: [port, asked, seen] });
}

/**
 * Whether one address stands for the other in the same inner network: who translates between two of them, has them of
 * two kinds.
 */
function isSameInside(source: string, translated: string): boolean {
  return INNER.test(translated) && kindOfInside(source) === kindOfInside(translated);
}

/** `10`, `172`, `192`, `100`, or nothing of version 6. */
function kindOfInside(ip: string): string {
  return ip.includes(":") ? "" : ip.slice(0, ip.indexOf("."));
}

type Row = {
  protocol: string | undefined;
  ends: readonly (string | undefined)[];
  ports: readonly (string | undefined)[];
};

/** Of the source, of whom he calls, and of how he is seen. */
function flowOf({ 0: row, index }: RegExpExecArray, { protocol = "", ends, ports }: Row): Flow | null {
  const place = { start: index, end: index + row.length };
  const [source = null, destination = null, translated = null] = ends.map((ip, order) =>
    rowEndpoint(ip, ports[order], place),
  );
  if (source === null || translated === null) return null;
  const isInner = source.ip.includes(":") || INNER.test(source.ip);
  if (!isInner || isSameInside(source.ip, translated.ip)) return null;
  return {
    source,
    destination,
    translated,
    protocol: transportName(protocol),
    ...place,
  };
}
