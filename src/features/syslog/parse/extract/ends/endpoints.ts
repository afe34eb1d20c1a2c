import {
  BLANK,
  COLON,
  COMMA,
  DASH,
  DOT,
  isDigit,
  isLetter,
  PERCENT,
  SLASH,
  UNDERSCORE,
} from "../../values/characters";
import { portNumber } from "../../values/field-text";
import { canonicalAddress, mayBeIpv6 } from "../../values/ip-address";
import { withoutMultiaddresses } from "./multiaddress";
import { markedPort, spokenPort } from "./port-place";
import { FIRST_CLIENT_PORT } from "../../values/port-ranges";

const AT = 0x40;
/** A sentence of a firewall has four at most; a line with more is a list. */
const MAX_ENDPOINTS = 12;
const MAX_ADDRESS_LENGTH = 48;
/** What stands behind the slash of a network is no port. */
const MAX_PREFIX_LENGTHS = { ipv4: 32, ipv6: 128 };
/** Eight pairs of hexadecimal digits are a fabric's port or a card's, not IPv6. */
const WORLD_WIDE_NAME = /^[0-9a-f]{2}(?::[0-9a-f]{2}){7}$/i;
const WORLD_WIDE_LENGTH = "00:00:00:00:00:00:00:00".length;
/** Before the address in a value that says what kind of address it is. */
const FAMILY =
  /^(?:af_inet6?\(|(?:ipv?[46]|inet6?|tcp[46]?|udp[46]?):|[a-z]{3,6}:(?=\[)|(?:(?:ipv?[46]|inet6?)[/:])?(?:tcp|udp|sctp|tls|wss?)[/:])\[?$/i;
/** An interface and a card's address: `dp0s4/00:1b:21:00:53:11/192.0.2.1(80)`. */
const CARD = /^[\w.-]{0,16}\/(?:[\da-f]{2}[:-]){5}[\da-f]{2}\/$/i;
/** `tcp://192.0.2.1:1234`. */
const SCHEME = /^(?:[a-z]{1,8}\.)?(?:tcp|udp|tls|ssl|wss?|https?)[46]?:\/\//i;
/** `192.0.2.1:1234/tcp`. */
const TRANSPORT_BEHIND = /\/(?:tcp|udp)$/i;
/** `192.0.2.1/00:00:5e:00:53:11`: whose card it is. */
const CARD_BEHIND = /^\/(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\w:-])/i;
const CARD_LENGTH = "/00:00:5e:00:53:11".length;
/** `web-1(192.0.2.1)`: the name of whom an address is of. */
const NAME_BEFORE =
  /^(?!(?:[sd]?nat|xlated?|mapped|via|gw|gateway|proxy|not|except|mask)(?![\w.-]))[A-Za-z][\w.-]{0,63} ?\($/i;
/** `192.0.2.1:1234(lan)`. */
const ZONE_BEHIND = /(?<=\d)\([A-Za-z][\w.-]{0,15}\)?$/;
/** Behind a colon, within a run. */
const IPV4_BEHIND = /(?<=[\w.]:)(?<!::)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.]*\.\d)/;
/** `A:p-B:q`. */
const PORT_BEFORE_DASH = /[:/]\d{1,5}-$/;
const DASH_BEFORE_END = /^-\d{1,3}(?:\.\d{1,3}){3}[:/]\d/;
/** `A:p/N:q -> B:r`: how an end is seen from outside. */
const SEEN_BEHIND = /^\/\d{1,3}(?:\.\d{1,3}){3}:\d{1,5} ?(?:<-|->|=>)/;
const MAX_SEEN = 28;
const MAX_PORT_AND_DASH = 7;
const MAX_DASHED_END = 18;
const MAX_RUN = 96;
/** Behind what became of something, from where it was tried. */
const ADDRESS_WORD = /^(?:ip|addr|address|host|client|src|source|from):[\d[]/i;
const MAX_ADDRESS_WORD = 9;
const OUTCOME_BEFORE =
  /(?<![a-z])(?:log[ -]?(?:in|on|out|off)|sign[ -]?(?:in|on|out)|authentication) (?:(?:is|was|has|attempt) )?(?:success|successful|successfully|succeeded|failed|failure|fail|denied|rejected|refused|accepted|error|ok)-$/i;
const MAX_OUTCOME = 40;
/** Behind an address of Lustre, by which network it is. */
const AT_NETWORK = /^@(?:tcp|o2ib)\d?(?![\w.])/;
const MAX_NETWORK = 8;
/** Of a link, by its name, which may have a dash, and perhaps its device: `fe80::1%br-lan`, `fe80::1%lan@br-lan`. */
const SCOPE_BEFORE = /[\da-f]%[\w.-]{1,16}$/i;
const SCOPE_REST =
  /^(?:-[a-z\d][\w-]{0,14})?(?:@[a-z][\w-]{1,15}(?:\.\d{1,4})?(?![\w@.-]*[@.]\w))?(?![\w@-])/i;
const MAX_SCOPE = 18;
/** `198.51.100.7:1024-1535` has a block of ports. */
const RANGE = /^-\d{1,5}(?![\w.:-])/;
const MAX_RANGE = 8;
/**
 * An address of version 6, of which the last number cannot be a part: `2001:db8:0:0:0:0:0:1:443`, `2001:db8::1:50123`.
 */
const EIGHT_AND_PORT = /^(?:(?:[\da-f]{1,4}:){8}\d{1,5}|(?=.{0,36}::)[\da-f:]{3,38}:\d{5})$/i;
/** The rest of a host's name that begins with the numbers of an address; a service's name alone is a port. */
const NAME_BEHIND = /\.[a-z][\w-]{0,62}(?:\.[\w-]{1,63}){0,6}\.[a-z]{2,24}(?![\w-])/iy;
const ROUTE_DOMAIN = /%\d{1,5}(?=:\d|[\s,;)\]]|$)/y;
const TRANSPORT_WITHIN = /^([\da-f:]{3,39}):(?:tcp|udp|sctp):(\d{1,5})$/i;
const SOCKET_MARK = "[AF_INET6]";

/** Of a character: no part of an address or a word, part of one, or a mark that addresses have at least two of. */
const OTHER = 0;
const PART = 1;
const MARK = 2;
const MIN_MARKS = 2;
/** Three dots behind a colon. */
const MIN_INNER_MARKS = 4;
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === DOT || code === COLON) return MARK;
  return isDigit(code) || isLetter(code) || code === PERCENT ? PART : OTHER;
});

/**
 * An address in a text and the port behind it. `isPrefix`: behind a slash stands what may be the length of a network,
 * and is taken for the port; `isLoose`: the port stands behind a dot or a comma, which part other numbers too.
 */
export type Endpoint = {
  ip: string;
  port: number | null;
  start: number;
  end: number;
  isPrefix: boolean;
  isLoose: boolean;
};

/**
 * The addresses of a text in their order, none that is part of a word, a version, a URL, an e-mail address or a path.
 * One pass; ports as `:p`, `/p`, `#p`, `@p`, `(p)`, `[p]`, `,p`, ` port p`, and `.p` as tcpdump has it.
 */
export function findEndpoints(text: string): Endpoint[] {
  const found: Endpoint[] = [];
  let start = 0;
  let marks = 0;
  for (let offset = 0; offset <= text.length && found.length < MAX_ENDPOINTS; offset++) {
    const code = text.charCodeAt(offset);
    const kind = code < kinds.length ? (kinds[code] ?? OTHER) : OTHER;
    if (kind !== OTHER) {
      marks += kind - PART;
      continue;
    }
    if (marks >= MIN_MARKS && mayBegin(text, start)) {
      const endpoint =
        endpointAt(text, start, offset) ??
        (marks >= MIN_INNER_MARKS ? ipv4Behind(text, start, offset) : null);
      if (endpoint !== null && !isOfName(text, endpoint)) {
        found.push(endpoint);
        offset = Math.max(offset, endpoint.end - 1);
      }
    }
    start = offset + 1;
    marks = 0;
  }
  return found.length > 1 && found.some((end) => isJoined(text, end)) ? found.map(withJoinedPort) : found;
}

/** Whether an address is the begin of a host's name: `7.2.0.192.in-addr.arpa`. */
function isOfName(text: string, { end, port }: Endpoint): boolean {
  if (port !== null || text.charCodeAt(end) !== DOT || !isLetter(text.charCodeAt(end + 1))) return false;
  NAME_BEHIND.lastIndex = end;
  return NAME_BEHIND.test(text);
}

/** Whether an address of version 6 has its port behind a colon alone. */
function isJoined(text: string, { ip, port, start, end }: Endpoint): boolean {
  return port !== null && ip.includes(":") && EIGHT_AND_PORT.test(text.slice(start, end));
}

/** Beside such an end the last number of another is its port, too. */
function withJoinedPort(end: Endpoint): Endpoint {
  const colon = end.port === null ? end.ip.lastIndexOf(":") : -1;
  const ip = colon === -1 ? null : canonicalAddress(end.ip.slice(0, colon));
  const port = ip === null ? null : portNumber(end.ip.slice(colon + 1));
  return ip === null || port === null ? end : { ...end, ip, port };
}

/** The address, and perhaps its port, that a value is; null where it is more than that. */
export function wholeEndpoint(value: string): Endpoint | null {
  if (!hasMarks(value)) return null;
  const trimmed = withoutMultiaddresses(value.trim());
  const plain = trimmed.includes("/") ? trimmed.replace(SCHEME, "").replace(TRANSPORT_BEHIND, "") : trimmed;
  const text = plain.includes("(") ? plain.replace(ZONE_BEHIND, "") : plain;
  const [endpoint] = findEndpoints(text);
  if (endpoint === undefined || endpoint.isLoose) return null;
  // `192.0.2.1/32` is a host.
  const isHost =
    endpoint.port === (endpoint.ip.includes(":") ? MAX_PREFIX_LENGTHS.ipv6 : MAX_PREFIX_LENGTHS.ipv4);
  if (endpoint.isPrefix && !isHost) return null;
  const before = text.slice(0, endpoint.start);
  const isWhole =
    endpoint.end >= text.length - 1 &&
    (endpoint.start <= 1 || FAMILY.test(before) || CARD.test(before) || isNameBefore(text, before));
  if (!isWhole) return null;
  return endpoint.isPrefix ? { ...endpoint, ...NO_PORT } : endpoint;
}

/** Whether a text has as many dots and colons as an address has at least: most values that are asked of are words. */
function hasMarks(text: string): boolean {
  let marks = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if ((code === DOT || code === COLON) && ++marks === MIN_MARKS) return true;
  }
  return false;
}

/** An end whose address and port stand apart in a row that has that place in its text; null of what is no address. */
export function rowEndpoint(address = "", port = "", place: { start: number; end: number }): Endpoint | null {
  const ip = canonicalAddress(address);
  return ip === null
    ? null
    : { ip, port: portNumber(port) || null, isPrefix: false, isLoose: false, ...place };
}

function isNameBefore(text: string, before: string): boolean {
  return text.endsWith(")") && NAME_BEFORE.test(before);
}

/** An address begins behind a blank, a bracket, a quote, a sign: not within a word, a URL, or an e-mail address. */
function mayBegin(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  if (before === SLASH) return text.charCodeAt(start - 2) !== SLASH;
  if (before === DASH)
    return (
      PORT_BEFORE_DASH.test(text.slice(Math.max(0, start - MAX_PORT_AND_DASH), start)) ||
      isOfOutcome(text, start)
    );
  return before !== AT && before !== UNDERSCORE && before < 0x80;
}

/** `login successful-IP:192.0.2.1`. */
function isOfOutcome(text: string, start: number): boolean {
  return (
    isLetter(text.charCodeAt(start)) &&
    ADDRESS_WORD.test(text.slice(start, start + MAX_ADDRESS_WORD)) &&
    OUTCOME_BEFORE.test(text.slice(Math.max(0, start - MAX_OUTCOME), start))
  );
}

function endpointAt(text: string, runStart: number, end: number): Endpoint | null {
  const start = addressStart(text, behindMarks(text, runStart), end);
  if (start === -1 || end - start < 3) return null;
  const first = text.charCodeAt(start);
  const dotted = isDigit(first) ? ipv4End(text, start, end) : -1;
  if (dotted !== -1)
    return withPort(text, { ip: text.slice(start, dotted), start, end: behindDomain(text, dotted) }, true);
  return end - start > MAX_ADDRESS_LENGTH ? null : ipv6At(text, start, end);
}

/** Behind the number of a routing domain, as F5 has it: `192.0.2.1%2:1234`. */
function behindDomain(text: string, end: number): number {
  if (text.charCodeAt(end) !== PERCENT) return end;
  ROUTE_DOMAIN.lastIndex = end;
  return ROUTE_DOMAIN.test(text) ? ROUTE_DOMAIN.lastIndex : end;
}

/** `50122:alice:192.0.2.1`, `ge-0/0/1.0:192.0.2.1:1234` */
function ipv4Behind(text: string, start: number, end: number): Endpoint | null {
  const inner = IPV4_BEHIND.exec(text.slice(start, Math.min(end, start + MAX_RUN)));
  if (inner === null) return null;
  const from = start + inner.index;
  const until = ipv4End(text, from, end);
  return until === -1 ? null : withPort(text, { ip: text.slice(from, until), start: from, end: until }, true);
}

/** `A...B` is two ends, and `[alice]:A` one. */
function behindMarks(text: string, start: number): number {
  if (text.charCodeAt(start) === COLON && isDigit(text.charCodeAt(start + 1))) return start + 1;
  if (text.charCodeAt(start) !== DOT || text.charCodeAt(start + 1) !== DOT) return start;
  let offset = start;
  while (text.charCodeAt(offset) === DOT) offset++;
  return offset;
}

/** Behind an interface's name and a colon, `outside:192.0.2.1`; -1 where the run cannot hold an address. */
function addressStart(text: string, start: number, end: number): number {
  const code = text.charCodeAt(start);
  if (isDigit(code) || code === COLON) return start;
  if (!isLetter(code)) return -1;
  const colon = text.indexOf(":", start);
  if (colon === -1 || colon >= end) return -1;
  // Hexadecimal letters and a colon may be IPv6.
  const isName = !isHexadecimal(text, start, colon);
  return isName ? colon + 1 : start;
}

function isHexadecimal(text: string, start: number, end: number): boolean {
  if (end - start > 4) return false;
  for (let offset = start; offset < end; offset++) {
    const lower = text.charCodeAt(offset) | 0x20;
    if (!isDigit(lower) && !(lower >= 0x61 && lower <= 0x66)) return false;
  }
  return true;
}

/** The end of four octets at `start`, or -1. */
function ipv4End(text: string, start: number, end: number): number {
  let offset = start;
  let octets = 0;
  while (octets < 4) {
    const first = offset;
    while (offset < end && offset - first < 4 && isDigit(text.charCodeAt(offset))) offset++;
    if (offset === first || offset - first > 3) return -1;
    octets++;
    if (octets < 4) {
      if (text.charCodeAt(offset) !== DOT) return -1;
      offset++;
    }
  }
  return canonicalAddress(text.slice(start, offset)) === null ? -1 : offset;
}

function ipv6At(text: string, start: number, end: number): Endpoint | null {
  let last = end;
  while (last > start + 2 && isPunctuation(text, last - 1)) last--;
  const word = text.slice(start, last);
  if (!mayBeIpv6(word) || (word.length === WORLD_WIDE_LENGTH && WORLD_WIDE_NAME.test(word))) return null;
  const isSocket = text.endsWith(SOCKET_MARK, start);
  const ip = isSocket ? null : canonicalAddress(word);
  if (ip !== null) return withPort(text, { ip, start, end: scopeEnd(text, last) }, false);
  if (isSocket || EIGHT_AND_PORT.test(word)) return socketAt(word, start, last);
  const transport = TRANSPORT_WITHIN.exec(word);
  if (transport !== null) return transportAt(transport, start, last);
  // `2001:db8::1.443` is tcpdump's.
  const dot = word.lastIndexOf(".");
  const before = dot === -1 ? null : canonicalAddress(word.slice(0, dot));
  const port = before === null ? null : portNumber(word.slice(dot + 1));
  return before === null || port === null
    ? null
    : { ip: before, port, start, end: last, isPrefix: false, isLoose: true };
}

/** OpenVPN's `[AF_INET6]2001:db8::1:443` and eight groups before a number: the last number is always the port. */
function socketAt(word: string, start: number, end: number): Endpoint | null {
  const colon = word.lastIndexOf(":");
  const ip = canonicalAddress(word.slice(0, colon));
  const port = portNumber(word.slice(colon + 1));
  return ip === null || port === null ? null : { ip, port, start, end, isPrefix: false, isLoose: false };
}

/** `2001:db8::1:tcp:443`. */
function transportAt(
  [, address = "", digits = ""]: RegExpExecArray,
  start: number,
  end: number,
): Endpoint | null {
  const [ip, port] = [canonicalAddress(address), portNumber(digits)];
  return ip === null || port === null ? null : { ip, port, start, end, isPrefix: false, isLoose: false };
}

/** A colon or dot at the end of the run that belongs to the sentence. */
function isPunctuation(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === DOT || (code === COLON && text.charCodeAt(offset - 1) !== COLON);
}

const NO_PORT = { port: null, isPrefix: false, isLoose: false };

type Address = { ip: string; start: number; end: number };

function withPort(text: string, address: Address, isIpv4: boolean): Endpoint | null {
  const { end } = address;
  if (hasCard(text, end)) return withoutPort({ ...address, end: end + CARD_LENGTH });
  const marked = markedPort(text, end, isIpv4);
  const port = marked ?? spokenPort(text, address.start, end);
  if (port === null) return endsAddress(text, end) ? withoutPort(address) : null;
  const number = portNumber(text, port.start, port.end);
  const limit = isIpv4 ? MAX_PREFIX_LENGTHS.ipv4 : MAX_PREFIX_LENGTHS.ipv6;
  const mark = text.charCodeAt(end);
  const isPair = mark === COMMA && text.charAt(address.start - 1) === "(" && text.charAt(port.behind) === ")";
  const isLoose = port.start === end + 1 && (mark === DOT || (mark === COMMA && !isPair));
  // Behind a port in words a number may follow: `port 22:11: bye`.
  const isEnd =
    marked === null
      ? text.charCodeAt(port.behind) === COLON || endsAddress(text, port.behind)
      : endsAddress(text, port.behind);
  const isNetwork = mark === SLASH && number !== null && number <= limit;
  if (isNetwork && text.charCodeAt(port.behind) === COLON)
    return { ip: address.ip, port: number, start: address.start, end: port.behind, isPrefix: true, isLoose };
  // `192.0.2.1:50122/765` names a client by more than its port; a service is behind a path's port.
  const isClient =
    mark === COLON &&
    number !== null &&
    text.charCodeAt(port.behind) === SLASH &&
    (number >= FIRST_CLIENT_PORT ||
      number === 0 ||
      SEEN_BEHIND.test(text.slice(port.behind, port.behind + MAX_SEEN)));
  const isRange =
    mark === COLON &&
    text.charCodeAt(port.behind) === DASH &&
    RANGE.test(text.slice(port.behind, port.behind + MAX_RANGE));
  if (number === null || !(isEnd || isClient))
    return (isLoose && mark === COMMA) || isRange ? withoutPort(address) : null;
  const isPrefix = mark === SLASH && number <= limit;
  return { ip: address.ip, port: number, start: address.start, end: port.behind, isPrefix, isLoose };
}

/** Whether a slash and a card's address stand behind an address. */
function hasCard(text: string, end: number): boolean {
  if (text.charCodeAt(end) !== SLASH) return false;
  const mark = text.charCodeAt(end + 3);
  return (mark === COLON || mark === DASH) && CARD_BEHIND.test(text.slice(end, end + CARD_LENGTH + 1));
}

function withoutPort({ ip, start, end }: Address): Endpoint {
  return { ip, port: null, start, end, isPrefix: false, isLoose: false };
}

/** False where the word goes on: a version, a name, a path. */
function endsAddress(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  if (isDigit(code) || isLetter(code) || code === UNDERSCORE || code === PERCENT) return false;
  if (code === AT) return AT_NETWORK.test(text.slice(end, end + MAX_NETWORK));
  const next = text.charCodeAt(end + 1);
  // Squid's `192.0.2.1/-` has no name.
  if (code === SLASH)
    return isTransport(text, end + 1) || (next === DASH && text.charCodeAt(end + 2) === BLANK);
  if (code === DOT || code === COLON) return !isDigit(next) && next !== SLASH;
  if (code !== DASH || !(isDigit(next) || isLetter(next))) return true;
  return isDigit(text.charCodeAt(end - 1)) && DASH_BEFORE_END.test(text.slice(end, end + MAX_DASHED_END));
}

/** Where the rest of a scope's name ends, and its device. */
function scopeEnd(text: string, end: number): number {
  const mark = text.charCodeAt(end);
  const mayGoOn =
    (mark === DASH || mark === AT) && SCOPE_BEFORE.test(text.slice(Math.max(0, end - MAX_SCOPE), end));
  return mayGoOn ? end + (SCOPE_REST.exec(text.slice(end, end + MAX_SCOPE * 2))?.[0].length ?? 0) : end;
}

/** `/tcp` behind a port. */
function isTransport(text: string, start: number): boolean {
  const word = text.slice(start, start + 3).toLowerCase();
  return (word === "tcp" || word === "udp") && !isLetter(text.charCodeAt(start + 3));
}
