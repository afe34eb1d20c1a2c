import { skipDigits } from "../values/characters";
import { MAX_PORT, portNumber } from "../values/field-text";
import { type Endpoint, findEndpoints } from "./endpoints";
import { proxiedFlow, translatedFlow } from "./chain-flow";
import { columnFlow } from "./columns";
import { loneEnd } from "./lone-source";
import { singleSource, SOURCE_BEFORE, userSource } from "./single-source";

/** What a text says of a flow, and where in it. An end may be missing; of it `askedPort` may be known. */
export type Flow = {
  source: Endpoint | null;
  destination: Endpoint | null;
  start: number;
  end: number;
  askedPort?: number | null;
  /** Where a column tells it. */
  protocol?: string | null;
  counts?: { packets: number | null; bytes: number | null } | undefined;
  /** What the source became on its way. */
  translated?: Endpoint;
};

/** How far apart the two ends may stand: between them, in brackets, an interface, a MAC address, a user. */
const MAX_BETWEEN = 96;
const MAX_BEFORE = 40;
const MAX_OCTET = 255;

const IN_BRACKETS = /\([^()]{0,64}\)|\[[^[\]]{0,64}\]|<[^<>]{0,64}>/g;
const ARROW =
  /^[,;:'")\]]{0,2}(?: [A-Z]{2,8}(?= ))?\s{0,8}(?:-{1,3}>|={1,3}>|>>|→|⇒)\s{0,8}(?:[\w.-]{1,64}(?:[:/]| ?\())?["'([</]{0,2}$/;
const ARROW_BEFORE = /[A-Za-z)\]] (?:->|=>|→) ["'([]?$/;
/** tcpdump's; elsewhere it compares. */
const GREATER = /^ > $/;
const TO =
  /^[,'")\]]{0,2}\s{1,4}(?:(?:going |directed |connect(?:ed|ing|ion) )?to|nach|vers|hacia|verso|against|targeting|towards?|contacted|accessed|accepted):?\s(?:[a-z]{3,12} ){0,2}(?:(?:destination|dest|dst|server|host|address|ip) ?:?\s?)?(?:[\w.-]{1,64}(?:[:/]| ?\())?["'([</]{0,2}$/i;
/** Verbs that need no second port, and a scan's list of them. */
const CALLS = /^[,'")\]]{0,2} (?:is |has )?(?:connect(?:ed|ing) to|accepted|contacted|accessed):?\s/i;
const PORTS_BEHIND = /^ ports /;
const DESTINATION =
  /^[\s,;|:'")\]-]{1,6}(?:and |with |at )?(?:vip|vserver|virtual server|dst|dest|destination|daddr|target|server)(?:[_ -]?(?:ip|addr|address|host))?\s?[:=]?\s?(?:[\w.-]{1,64}(?:[:/]| ?\())?["'([</]{0,2}$/i;
/** A sniffer's line of a packet that has no ports: its version before, its protocol behind. */
const SNIFFED = /^: (?:tcp|udp|icmp6?|icmpv6|igmp|gre|esp|ah|sctp|ospf|pim|vrrp)/i;
const SNIFFER_BEFORE = /(?:^|\s)IP6? $/;
/** `from A port p on B port q`: where it arrived. */
const ARRIVED = /(?:^|received|arrived|accepted) on (?:local )?(?:address )?["'([</]{0,2}$/;
/** What servers of mail and of directories call their own end. */
const OWN_END = /^ (?:I=\[|\(IP=)$/;
const PEERS_BEFORE = /\bbetween ["'([]?$/i;
const PEERS = /^["')\]]? ?(?:\.\.\.|and|<-+>|<=+>) ?["'([]?$/;
/** What parts columns. */
const COLUMN_MARK = /^["')\]]?(?: {1,8}|[\t,;|`^~] ?)["'([]?$/;
const COLUMN_END = /[\t,;|`^~\s"']/;
/** Before two addresses whose protocol has no ports: `ICMP:8.0 A B`. */
const PORTLESS_BEFORE =
  /(?:^|[^a-z])(?:icmp|icmpv6|icmp6|ipv6-icmp|igmp|gre|esp|ospf|pim)(?:[:(/]\d{1,3}(?:[.,/]\d{1,3})?\)?)? $/i;
const LOGGED = /\b(?:logged (?:in|out|on|off)|log[io]n|log(?:off|out)|ssh|telnet)\b/i;
/** IIS: server, method, path, query, port, user, client. */
const SERVED = /([\da-f.:]{3,45}) [A-Z]{3,9} \/\S{0,512} \S{1,512} (\d{1,5}) \S{1,64} ([\da-f.:]{3,45}) /i;
/** Ports that stand alone behind their addresses. */
const BARE_PORT = /^ (\d{1,5}) (?:-{1,2}>|={1,2}>|>|→|to) $/;
const BARE_PORT_BEHIND = /^ (\d{1,5})(?![\w.:/-])/;
/** `A → B TCP 74 49152 → 443`, as packet analysers have it. */
const PORTS_OF_PACKET = /^ (?:tcp|udp|tls\S{0,6}|dns|http) \d{1,6} (\d{1,5}) (?:→|->|>) (\d{1,5})(?!\d)/i;
const REQUEST = /"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|-) /;
/** `A p B q`. */
const COLUMN_PORT =
  /^["']?[\s,;|`^~]["']?(\d{1,5})["']?[\s,;|`^~]["']?(?:(?:[\da-f]{2}[:-]){5}[\da-f]{2}["']?[\s,;|`^~]["']?)?$/i;
const TRANSPORT_BEFORE = /(?:^|[^a-z])(?:tcp|udp|icmp)(?:-[A-Z]{1,3})?\W{1,3}(?:[\w.-]{1,16}\|)?$/i;
/** Where the port of the end before it stands in the sentence. */
const ON_PORT = /^ (?:on|at|\()? ?(?:(?:tcp|udp|destination|dst) )?port:? (\d{1,5})(?![\d.])/i;
/** A name, or its letter beside another, as clouds write records. */
const TRANSPORT_BEHIND =
  /^(?:\W{1,3}(?:tcp|udp)(?![a-z])|([,;|\t])"?(?:6|17)"?(?=\1|$)|,[TU],[IO],[A-Z]?(?:,|$))/i;
const CALLED_SOURCE = /(?:^|[^a-z])(?:source|src|from)(?:[_ -]?(?:ip|addr|address))?\s?[:=]?\s?["'([]{0,2}$/i;
const CALLED_DESTINATION =
  /(?:^|[^a-z])(?:destination|dest|dst)(?:[_ -]?(?:ip|addr|address))?\s?[:=]?\s?["'([]{0,2}$/i;
/** Of two peers the other began, unless this one sends. */
const CALLED_REMOTE = /(?:^|[^a-z])(?:remote|peer)(?: (?:ip|addr|address|host|peer|gateway))? ["'([]?$/i;
const CALLED_LOCAL = /(?:^|[^a-z])local(?: (?:ip|addr|address|host|gateway))? ["'([]?$/i;
const SENDS = /(?:^|[^a-z])(?:sen[dt](?:ing|s)?|initiat(?:ing|e|ed)|outgoing|outbound)(?:$|[^a-z])/i;
/** What makes traffic of two addresses that have no port: a protocol or a verdict. */
const NETWORK_WORD =
  /(?:^|[^a-z])(?:tcp|udp|icmp|icmpv6|icmp6|igmp|gre|esp|sctp|packets?|traffic|flow|session|connections?|scan|attack|dns|proto(?:col)?|pass(?:ed)?|allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?)(?:$|[^a-z])/i;
/** Two addresses of which one takes the other's place, two versions, or the first and the last of a range. */
const CHANGE_WORD =
  /(?:^|[^a-z])(?:versions?|ver|firmware|release|upgrad\w{0,4}|updat\w{0,4}|downgrad\w{0,4}|chang\w{0,4}|mov\w{1,4}|replac\w{0,5}|renam\w{0,4}|migrat\w{0,4}|renumber\w{0,4}|mapp\w{1,5}|forwarding|redirect\w{0,4}|translations?|alias\w{0,3}|ranges?|pools?)(?:$|[^a-z])/i;

/**
 * The flow that a text names: `A:p -> B:q`, `A/p to B/q`, `src A dst B`, `from A port p`, `tcp A B p q` and their like.
 * Null where the form leaves a doubt, as with two addresses of which one may take the other's place. The `program` tells
 * what a line is about, too.
 */
export function findFlow(text: string, program = ""): Flow | null {
  const ends = findEndpoints(text);
  if (ends.length === 0) return userSource(text);
  const translated = proxiedFlow(text, ends) ?? translatedFlow(text, ends);
  if (translated !== null) return translated;
  for (let index = 0; index + 1 < ends.length; index++) {
    const [source, destination] = [ends[index], ends[index + 1]];
    if (source === undefined || destination === undefined) break;
    const flow = pairAt(text, source, destination);
    if (flow !== null) return flow;
  }
  return (
    (ends.length > 1 ? spokenPair(text, ends) : null) ??
    servedPair(text) ??
    columnFlow(text, ends) ??
    singleSource(text, ends) ??
    singleDestination(text, ends) ??
    loneEnd(text, ends, program)
  );
}

function servedPair(text: string): Flow | null {
  const match = text.includes(" /") ? SERVED.exec(text) : null;
  if (match === null) return null;
  const [destination = null] = findEndpoints(match[1] ?? "");
  const [source = null] = findEndpoints(match[3] ?? "");
  if (source === null || destination === null) return null;
  const ends = { source, destination: { ...destination, port: portNumber(match[2] ?? "") } };
  return { ...ends, start: match.index, end: match.index + match[0].length };
}

/** `curl -> B:q denied`. */
function singleDestination(text: string, ends: readonly Endpoint[]): Flow | null {
  const [destination] = ends;
  if (ends.length !== 1 || destination === undefined || destination.port === null || destination.isPrefix)
    return null;
  const isGoal = ARROW_BEFORE.test(text.slice(0, destination.start)) && NETWORK_WORD.test(text);
  return isGoal ? { source: null, destination, start: destination.start, end: destination.end } : null;
}

/** `Source A … Destination B`, whatever stands between. */
function spokenPair(text: string, ends: readonly Endpoint[]): Flow | null {
  const called = (word: RegExp) =>
    ends.find(
      ({ start, isPrefix }) => !isPrefix && word.test(text.slice(Math.max(0, start - MAX_BEFORE), start)),
    );
  const remote = called(CALLED_REMOTE);
  const local = remote === undefined ? undefined : called(CALLED_LOCAL);
  const isSided = remote !== undefined && local !== undefined && !SENDS.test(text);
  const source = isSided ? remote : called(CALLED_SOURCE);
  const destination = isSided ? local : source === undefined ? undefined : called(CALLED_DESTINATION);
  if (source === undefined || destination === undefined || source.isLoose || destination.isLoose) return null;
  return {
    source: withBarePort(text, source),
    destination: withBarePort(text, destination),
    start: Math.min(source.start, destination.start),
    end: Math.max(source.end, destination.end),
  };
}

/** `SRC A p DST B q`. */
function withBarePort(text: string, end: Endpoint): Endpoint {
  if (end.port !== null) return end;
  const behind = BARE_PORT_BEHIND.exec(text.slice(end.end, end.end + MAX_BEFORE));
  return behind === null ? end : { ...end, port: portNumber(behind[1] ?? "") };
}

function pairAt(text: string, source: Endpoint, destination: Endpoint): Flow | null {
  const gap = destination.start - source.end;
  if (gap < 1 || gap > MAX_BETWEEN || areNetworks(source, destination)) return null;
  const between = text.slice(source.end, destination.start).replaceAll(IN_BRACKETS, "");
  const flow = { source, destination, start: source.start, end: destination.end };
  if (COLUMN_MARK.test(between)) return columnPair(text, withoutColumn(text, flow));
  if (COLUMN_PORT.test(between)) return portedColumns(text, flow, between);
  const before = text.slice(Math.max(0, source.start - MAX_BEFORE), source.start);
  if (BARE_PORT.test(between)) return bareFlow(text, flow, between);
  const isNamed = SOURCE_BEFORE.test(before);
  if (source.isLoose !== destination.isLoose) return null;
  if (DESTINATION.test(between)) return isNamed ? flow : null;
  if (isNamed && (OWN_END.test(between) || (ARRIVED.test(between) && havePorts(flow)))) return flow;
  if (PEERS.test(between) && PEERS_BEFORE.test(before)) return withoutChange(text, flow);
  const isArrow = ARROW.test(between) || ARROW.test(text.slice(source.end, destination.start));
  if (!isArrow && !TO.test(between)) return GREATER.test(between) && isSniffed(text, flow) ? flow : null;
  if (source.port !== null || destination.port !== null) {
    const isCall = isArrow || isNamed || CALLS.test(between) || PORTS_BEHIND.test(text.slice(flow.end));
    return isCall || havePorts(flow) ? withoutChange(text, flow) : null;
  }
  const isTraffic = NETWORK_WORD.test(text) || (isNamed && LOGGED.test(text));
  const packet = PORTS_OF_PACKET.exec(text.slice(flow.end, flow.end + MAX_BEFORE));
  if (packet !== null) return withPorts(flow, [Number(packet[1]), Number(packet[2])], flow.end);
  return isTraffic ? withoutChange(text, withPortBehind(text, flow)) : null;
}

/** `A p -> B q`. */
function bareFlow(text: string, flow: Flow, between: string): Flow | null {
  const first = portNumber(BARE_PORT.exec(between)?.[1] ?? "");
  const behind = BARE_PORT_BEHIND.exec(text.slice(flow.end, flow.end + MAX_BEFORE));
  const second = portNumber(behind?.[1] ?? "");
  if (first === null || second === null || flow.source?.port !== null) return null;
  return withoutChange(text, withPorts(flow, [first, second], flow.end + (behind?.[0].length ?? 0)));
}

/** `A to B on port q`. */
function withPortBehind(text: string, flow: Flow): Flow {
  const match = ON_PORT.exec(text.slice(flow.end, flow.end + MAX_BEFORE));
  return match === null ? flow : { ...flow, askedPort: portNumber(match[1] ?? "") };
}

function withoutChange(text: string, flow: Flow): Flow | null {
  return CHANGE_WORD.test(text) ? null : flow;
}

/** `192.0.2.0/24 -> 198.51.100.0/24`. */
function areNetworks(source: Endpoint, destination: Endpoint): boolean {
  const mayBe = ({ isPrefix, port }: Endpoint) => isPrefix || port === null;
  return (source.isPrefix || destination.isPrefix) && mayBe(source) && mayBe(destination);
}

function havePorts({ source, destination }: Flow): boolean {
  return source?.port !== null && destination?.port !== null;
}

/** Of `A,B,p,q` the first number is a column of its own, not the port of B. */
function withoutColumn(text: string, flow: Flow): Flow {
  const { source, destination } = flow;
  if (source?.port !== null || destination === null || !destination.isLoose) return flow;
  const end = text.lastIndexOf(",", destination.end - 1);
  return { ...flow, destination: { ...destination, port: null, isLoose: false, end }, end };
}

/** `IP A > B: ICMP`, or ports that `haveDottedPorts`. */
function isSniffed(text: string, flow: Flow): boolean {
  if (haveDottedPorts(flow)) return true;
  const before = text.slice(Math.max(0, flow.start - MAX_BEFORE), flow.start);
  if (PORTLESS_BEFORE.test(before)) return true;
  return SNIFFED.test(text.slice(flow.end, flow.end + MAX_BEFORE)) || SNIFFER_BEFORE.test(before);
}

/** Ports, and not the fifth numbers of two versions. */
function haveDottedPorts(flow: Flow): boolean {
  const ports = [flow.source?.port ?? 0, flow.destination?.port ?? 0];
  return havePorts(flow) && Math.max(...ports) > MAX_OCTET;
}

/** `tcp A:p B:q`, and `tcp A B p q`, as the firewalls of FreeBSD, Windows and Junos have it. */
function columnPair(text: string, flow: Flow): Flow | null {
  const { source, destination } = flow;
  if (source === null || destination === null) return null;
  if (havePorts(flow)) return NETWORK_WORD.test(text) || REQUEST.test(text.slice(flow.end)) ? flow : null;
  if (source.port !== null || destination.port !== null) return null;
  const first = columnPort(text, destination.end);
  const second = first === null ? null : columnPort(text, first.end);
  const before = text.slice(Math.max(0, flow.start - MAX_BEFORE), flow.start);
  if (first === null || second === null) return PORTLESS_BEFORE.test(before) ? flow : null;
  const whole = withPorts(flow, [first.port, second.port], second.end);
  return isBesideTransport(text, whole) ? whole : null;
}

/** `A p B q tcp`, as Zeek has it. */
function portedColumns(text: string, flow: Flow, between: string): Flow | null {
  const first = Number(COLUMN_PORT.exec(between)?.[1]);
  const second = columnPort(text, flow.end);
  if (second === null || first > MAX_PORT) return null;
  const whole = withPorts(flow, [first, second.port], second.end);
  return isBesideTransport(text, whole) ? whole : null;
}

function withPorts(flow: Flow, [sourcePort, destinationPort]: [number, number], end: number): Flow {
  const { source, destination, start } = flow;
  return {
    source: source && { ...source, port: sourcePort || null },
    destination: destination && { ...destination, port: destinationPort || null },
    start,
    end,
  };
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
  const isColumn = first > start && (end === text.length || COLUMN_END.test(text.charAt(end)));
  const port = isColumn ? portNumber(text, first, end) : null;
  return port === null ? null : { port, end };
}
