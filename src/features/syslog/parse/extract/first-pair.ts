import { portNumber } from "../values/field-text";
import { isAbove, isClientOf, isClientPort, isServicePort } from "../values/port-ranges";
import { type Endpoint } from "./ends/endpoints";
import type { Flow } from "./ends/flow";
import { COLUMN_PORT, columnPair, portedColumns, withoutColumn } from "./rows/column-pair";
import { havePorts, NETWORK_WORD, withoutChange, withPorts } from "./ends/flow-parts";
import { KNOWN_IF_NAME } from "./ends/interface-names";
import { isGroup, SOURCE_BEFORE } from "./ends/single-source";
import { BARE_PORT_BEHIND } from "./flows/spoken-pair";
import { wordedPair } from "./rows/worded-pair";

/** How far apart the two ends may stand: between them, in brackets, an interface, a MAC address, a user. */
const MAX_BETWEEN = 96;
const MAX_BEFORE = 40;

const BLANKS = / {2,}/g;
/** Behind a port in brackets what else these hold: `A (port p, zone lan) to B`. */
const REST_OF_BRACKET = /^[,;] ?[^()[\]]{1,48}[)\]]/;
/** On which side of a device an end is. */
const ZONE = String.raw`(?:inside|outside|lan|wan|dmz|internal|external|trust|untrust|internet|intranet)\d{0,2}`;
const ZONE_BEFORE = new RegExp(String.raw`(?:^|[^\w-])${ZONE}[ :/]["'([]?$`, "i");
const ZONE_BETWEEN = new RegExp(String.raw`^["')\]]? ?(?:->|=>|-->|→) ?${ZONE}[ :/]["'([]?$`, "i");
/** `eth0 A:p eth1 B:q`: interfaces alone before both. */
const PLACE_BEFORE = new RegExp(String.raw`(?:^|[^\w.-])${KNOWN_IF_NAME} $`, "i");
const PLACE_BETWEEN = new RegExp(String.raw`^["')\]]? ${KNOWN_IF_NAME} $`, "i");
/** An address in brackets, which the end before them is seen as. */
const SEEN = /[([][\da-f]{1,4}[.:]/i;
/** What any of the next begins with. */
const BRACKET = /[([{<]/;
const IN_BRACKETS = /\([^()]{0,64}\)|\[[^[\]]{0,64}\]|\{[^{}]{0,64}\}|<[^<>]{0,64}>/g;
const ARROW =
  /^[,;:'")\]]{0,2}(?: [A-Z]{2,8}(?= ))?\s{0,8}(?:[-=]{1,2}(?:tcp|udp|sctp|icmp|esp|gre)[-=]{1,2}>|[-=~.!|]{1,6}(?:[!x/|][-=~]{0,3})?>{1,3}|x-{1,2}>|:>|>{2,3}|<-{1,2}>|<=>|→|⇒|↔|⟶|➜|➔|↛)\s{0,8}(?:(?:ip|host|addr|vip|virtual(?: server)?|server|service|listener|target|asset|node|device|srflx|prflx|relay|dst|dest|destination|(?:eth|wan|lan|dmz|vlan|port|pppo?e?|tun|wg|br|bond|ae|igb|em|vtnet|usb|gi|te|po|st|vmx)\d[\w./]{0,8}|[gxtf]e-\d[\d./]{1,8})[ :] ?)?(?:[\w.-]{1,64}(?:\/[\w.-]{1,64})?(?:[:/]| ?\((?:\w{1,16}:)?|\[(?:\w{1,16}:)?))?["'([</]{0,2}$/i;
/** `A:p in zone guest`. */
const ZONE_BEHIND = /^ {1,2}(?:in|of|from) (?:the )?zone [\w-]{1,24}(?=[ ,])/i;
/** What every one of these has. */
const ARROW_HEAD = /[>→⇒↔⟶➜➔↛]/;
/** `A:p/tcp -> B:q/tcp`, and of two candidates `A:p/udp/host -> B:q/udp/relay`. */
const TRANSPORT_BEFORE = /^\/(?:tcp|udp)(?:\/[a-z]{2,12})?(?=[ ,])/i;
/** `A:p-B:q`. */
const DASH_BETWEEN = /^(?: ?- ?|\/)\[?$/;
const SOCKET_BEFORE =
  /(?<![a-z])(?:connections?|sockets?|sessions?|channels?|clients?|peers?|accept(?:ed|ing)?|clos(?:ed|ing))(?![a-z])[^.;|]{0,64}$/i;
/** `B <- A`. */
const REVERSED = /^["')\]]? ?(?:<-{1,2}|<={2}|←) ?["'([]?$/;
const TO =
  /^ ?[,;|:'")\]]{0,2}\s{1,4}(?:(?:going |directed |connect(?:ed|ing|ion) |access |requests? |traffic )?to|nach|vers|hacia|verso|against|towards?|from (?:reaching|accessing|contacting|connecting to)|(?:and )?(?:(?:is|was) )?(?:destined|bound|headed|addressed|meant|intended|aimed) (?:for|to|at)|(?:accepted|admitted|received|answered|handled|refused|rejected) (?:at|on|by)|attempt(?:ed|ing|s)? (?:an? )?(?:[a-z]{2,8} )?(?:connection|access|session|login) (?:on|to|with|against)|(?:(?:is|was|has) )?(?:trying|tried|attempt(?:ing|ed)) to (?:access|connect to|reach|contact|open)|(?:(?:is|was|has) )?(?:targeting|contact(?:ed|ing)|access(?:ed|ing)|(?<!: )accepted|scanned|scanning|prob(?:ed|ing)|attack(?:ed|ing)|reached|visit(?:ed|ing)|called|requested|connects?)):?\s(?:[a-z]{3,12} ){0,2}(?:(?:destination|dest|dst|server|host|address|ip|(?:eth|wan|lan|dmz|vlan|port|pppo?e?|tun|wg|br|bond|ae|igb|em|vtnet|usb|gi|te|po|st|vmx)\d[\w./]{0,8}|[gxtf]e-\d[\d./]{1,8}) ?:?\s?)?(?:[\w.-]{1,64}(?:[:/]| ?\())?["'([{</]{0,2}$/i;
/** `A:p, to open a TCP connection to B:q`, `A:p wants to talk to B:q`, `A:p sent 443 bytes to B:q`. */
const OPENS =
  /^[,:'")\]]{0,2} (?:(?:is |was |has )?(?:trying|tried|attempt(?:ing|ed)|want(?:s|ed|ing)|ask(?:s|ed|ing)|request(?:s|ed|ing)) )?to (?:(?:open|establish|make|initiate|start|create|set up) (?:an? |the )?(?:new )?(?:[a-z]{2,8} )?(?:connection|session|tunnel|socket|channel|stream|flow)s? (?:to|with|towards?)|connect(?: to| with)?|reach|access|contact|talk to|communicate with) (?:(?:the )?(?:host|server|destination|address|ip|peer) )?["'([]?$|^["')\]]? (?:has |have )?(?:sen[dt]s?|sending|wrote|transferred|uploaded|streamed|forwarded|relayed) (?:[\w.,#-]{1,16} ){0,9}to (?:(?:(?:the|an?) )?(?:host|server|peer|(?:broadcast|multicast|anycast|group|destination)(?: (?:group|address))?:?) )?["'([]?$/i;
/** `peer A (udp/p) -> gw B (udp/q)`: of two that have their ports, who was called. */
const GATEWAY =
  /^[,:"')\]]? ?(?:->|=>|-->|→|to) (?:the )?(?:vpn[ -])?(?:gw|gateway|headend|concentrator|hub|responder|peer|endpoint)(?: (?:gw|address|ip|endpoint))?[ :=] ?["'([]?$/i;
/** Who has an address of his own now: `allocated N:q to subscriber A:p`. */
const GIVEN = /\b(?:allocat|assign|reserv|leas)(?:ed|es|ing) (?:(?:ip|address|port|block) ){0,2}["'([]?$/i;
/**
 * What a proxy was asked for and answered stands between its client and whom it asked, `A:p CONNECT/DENIED/403 B:q`,
 * and a protocol between two ends.
 */
const ASKED_BETWEEN =
  /^["')\]]? (?:- )?["'[(]?(?:method=)?(?:CONNECT|GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH)(?:[/:][A-Z_]{2,24})?(?:[/:]\d{3})?["')\]]?(?: (?:->|=>|to))? ["'([]?$|^["')\]]? [[(]?(?:tcp|udp|sctp|TCP|UDP|SCTP)[)\]]? ["'([]?$/;
/** In German, French, Spanish and Italian: `von A an B`, `de A a B`. */
const FOREIGN_FROM = /(?:^|[^\wÀ-ÿ])(?:von|de|da|desde|depuis) ["'([]?$/i;
const FOREIGN_TO = /^["')\]]? (?:an|nach|zu|a|à|al|para|pour|per) ["'([]?$/i;
/** `[A] alice()[] - Closed connection to B port q`: what somebody did behind his address in brackets. */
const SESSION_TO =
  /^\] ?[^\s[\]]{1,64} - (?:[A-Z][a-z]{2,11} )?(?:(?:an? |the )?(?:tcp |udp )?(?:connection|session|access)|connect(?:ed|ing)) to (?:the )?(?:(?:host|server|resource) )?["'([]?$/i;
/** Verbs that need no second port, and a scan's list of them. */
const CALLS =
  /^[,:'")\]]{0,2} (?:is |was |has )?(?:connect(?:ed|ing) to|access to|(?:trying|tried|attempt(?:ing|ed)) to (?:access|connect to|reach|contact|open)|(?<!: )accepted|contact(?:ed|ing)|access(?:ed|ing)|scanned|scanning|prob(?:ed|ing)|attack(?:ed|ing)|reached|visit(?:ed|ing)|called|requested):?\s/i;
const PORTS_BEHIND = /^ ports /;
const PORT_LIST_BEHIND = /^,? (?:\(?(?:tcp|udp) )?ports:? \d{1,5}, ?\d{1,5}(?!\d)/i;
const DESTINATION =
  /^[\s,;|:'")\][-]{1,6}(?:and |with |at )?(?:vip|vserver|virtual server|dst|dest|destination|daddr|target|server|(?:callee|victim|responder|recipient|receiver)(?![a-z]))(?:[_ -]?(?:ip|addr|address|host|endpoint|socket))?(?:\/mac)?\s?[:=]?\s?(?:[\w.-]{1,64}(?:[:/]| ?\())?["'([</]{0,2}$/i;
/** `packet from A:p for B:q`. */
const FOR = /^["')\]]? for (?:(?:host|server|destination) )?["'([]?$/i;
/** `TCP from A at B:q`: whom an attack was seen at. */
const SEEN_AT = /^["')\]]? at ["'([]?$/;
const PACKETS_FROM = /(?:^|[^a-z])(?:tcp|udp) from ["'([]?$/i;
/** `from A port p on B port q`: where it arrived. */
const ARRIVED =
  /(?:^|received|arrived|accepted) on (?:(?:(?:interface|dev|device) )?[a-z][\w.:-]{1,15} )?(?:local )?(?:address )?(?:AF=\d{1,2} )?["'([</]{0,2}$/;
/** What servers of mail and of directories call their own end. */
const OWN_END = /^ (?:I=\[|\(IP=)$/;
const PEERS_BEFORE = /\bbetween ["'([]?$/i;
const PEERS = /^["')\]]? ?(?:\.\.\.|and|<-+>|<=+>) ?["'([]?$/;
/** Of two versions it compares. */
const AT_MOST = /^["')\]]? ?<= ?["'([]?$/;
/** `B:q was contacted by A:p`. */
const PASSIVE =
  /^[,'")\]]{0,2} (?:(?:is|was|has been|being|got) )?(?:contacted|reached|accessed|called|scanned|attacked|probed|visited|targeted|connected to|dialled|dialed) by (?:(?:the )?(?:host|client|peer|attacker|source|user) )?["'([]?$/i;
/** `respond new phase 1 negotiation: A[500]<=>B[500]`. */
const RESPONDS = /\brespond(?:s|ed|ing)? (?:to )?[a-z\d ]{0,32}: ?["'([]?$/i;
/** Says nothing of who began. */
const BOTH_WAYS = /^["')\]]? ?<-{1,2}> ?["'([]?$/;
/** What parts columns. */
const COLUMN_MARK = /^["')\]]?(?: {1,8}|[\t,;|`^~] ?)["'([]?$/;
const LOGGED =
  /\b(?:logged (?:in|out|on|off)|log[io]n|log(?:off|out)|auth\w{0,12}|ssh|telnet|sip|register|invite|call|request(?:ed)?|query|ping|ike|isakmp|handshake|tunnel|radius|snmp|https?|ftp|smb|rdp|message|mail|exploit|intrusion|malware|threat|violation|flood|sweep|syn|sig(?:nature)?)\b/i;
/** Ports that stand alone behind their addresses, `A p -> B q`, `(A p)->(B q)`. */
const BARE_PORT = /^ (\d{1,5})(?: (?:-{1,2}>|={1,2}>|>|→|to) |[)\]}>] ?(?:-{1,2}>|={1,2}>|→|to) ?[([{<])$/;
/** `fragment A - B`: of one packet both. */
const PACKET_BEFORE = /(?:^|[^a-z])(?:packet|fragment|datagram|frame|session|flow|connection)s? $/i;
const PARTED = " - ";
const PROTOCOL_WORD = /(?<![\w-])(?:tcp|udp|icmp|icmpv6|igmp|gre|esp|ah|sctp|proto(?:col)?)(?![\w-])/i;
/** `A → B TCP 74 49152 → 443`, as packet analysers have it, and `A -> B 49152->443`. */
const PORTS_OF_PACKET =
  /^,? ?(?:(?:tcp|udp|tls\S{0,6}|dns|http),? )?(?:\d{1,6} )?(?:ports? )?(\d{1,5}) ?(?:→|->|=>|>) ?(?:port )?(\d{1,5})(?![\d.])/i;
const PORTS_BEFORE = /(?:^|[ (])(\d{1,5}) ?(?:→|->|=>|>) ?(\d{1,5}),? $/;
/** `A (p) -> B (q)`, `A [p] -> B [q]`. */
const BRACKETED_PORT = /^ [([](?:(?:tcp|udp|sctp)[/:])?(\d{1,5})[)\]]/i;
/** Where the port of the end before it stands in the sentence. */
const ON_PORT = /^ (?:on|at|\()? ?(?:(?:tcp|udp|destination|dst) )?port:? (\d{1,5})(?![\d.])/i;

/** The first two ends beside each other of which the form tells who began; null where it does of none. */
export function firstPair(text: string, ends: readonly Endpoint[]): Flow | null {
  for (let index = 0; index + 1 < ends.length; index++) {
    const [source, destination] = [ends[index], ends[index + 1]];
    if (source === undefined || destination === undefined) break;
    // Whom a line begins with is not called later: `A:p learn: C -> A:p`.
    if (index > 0 && destination.port !== null && isSameEnd(destination, ends[0])) continue;
    const flow = pairAt(text, source, destination);
    if (flow !== null) return flow;
  }
  return null;
}

/** The end that its port tells to be the client's first; null where the ports do not tell who began. */
function clientFirst(text: string, flow: Flow): Flow | null {
  const [first, second] = [flow.source?.port ?? null, flow.destination?.port ?? null];
  if (isAbove(first, second)) return withoutChange(text, flow);
  const swapped = { ...flow, source: flow.destination, destination: flow.source };
  return isAbove(second, first) ? withoutChange(text, swapped) : null;
}

function isSameEnd(end: Endpoint, other: Endpoint | undefined): boolean {
  return end.ip === other?.ip && end.port === other.port;
}

function pairAt(text: string, source: Endpoint, destination: Endpoint): Flow | null {
  const gap = destination.start - source.end;
  if (gap < 1 || gap > MAX_BETWEEN || areNetworks(source, destination)) return null;
  // The same end once more, as it is seen behind a translation that there is none of.
  if (source.ip === destination.ip && source.port !== null && source.port === destination.port) return null;
  const whole = text.slice(source.end, destination.start);
  const flow = { source, destination, start: source.start, end: destination.end };
  if (
    whole.includes("<") &&
    BOTH_WAYS.test(whole) &&
    !PEERS_BEFORE.test(text.slice(Math.max(0, source.start - MAX_BEFORE), source.start))
  )
    return clientFirst(text, flow);
  const between = plainBetween(text, source, whole);
  if (COLUMN_MARK.test(between)) return columnPair(text, withoutColumn(text, flow));
  if (COLUMN_PORT.test(between)) return portedColumns(text, flow, between);
  const before = text.slice(Math.max(0, source.start - MAX_BEFORE), source.start);
  if (BARE_PORT.test(between)) return bareFlow(text, flow, between);
  const isNamed = SOURCE_BEFORE.test(before);
  if (source.isLoose !== destination.isLoose) return null;
  if (DESTINATION.test(between)) return isNamed ? withBracketedPorts(text, flow) : null;
  if (isNamed && FOR.test(between) && isAskedFor(text, flow)) return withoutChange(text, flow);
  if (between === PARTED && isPacket(text, flow, before)) return withoutChange(text, flow);
  if (isNamed && destination.port !== null && SEEN_AT.test(between) && PACKETS_FROM.test(before)) return flow;
  if (isNamed && (OWN_END.test(between) || (ARRIVED.test(between) && havePorts(flow)))) return flow;
  // Of two peers a server of keys names itself first, whoever began.
  const isAnswer = whole.includes("<=>") && havePorts(flow) && RESPONDS.test(before);
  if (isAnswer || isReversed(text, flow, between))
    return withoutChange(text, { ...flow, source: destination, destination: source });
  if (PEERS.test(between) && PEERS_BEFORE.test(before)) return withoutChange(text, flow);
  const isDashed = havePorts(flow) && DASH_BETWEEN.test(between);
  if (isDashed && isSocket(text, flow))
    return withoutChange(text, { ...flow, source: destination, destination: source });
  const hasHead = ARROW_HEAD.test(whole);
  const isZoned = hasHead && ZONE_BETWEEN.test(between) && ZONE_BEFORE.test(before);
  const isSeen = isZoned && (SEEN.test(whole) || isClientOf(source.port, destination.port));
  const isAsked = havePorts(flow) && ASKED_BETWEEN.test(between);
  const isForeign = havePorts(flow) && FOREIGN_TO.test(between) && FOREIGN_FROM.test(before);
  const isPorted = () => havePorts(flow) || portsOf(portsInBrackets(text, [source, destination])) !== null;
  const isGateway = GATEWAY.test(between) && isPorted();
  const leads = hasHead && (ARROW.test(between) || ARROW.test(whole));
  const isSession = between.startsWith("] ") && SESSION_TO.test(between);
  const isArrow = isForeign || isDashed || isSeen || isAsked || isGateway || isSession || leads;
  const isTo = !isArrow && (TO.test(between) || (between.includes("to ") && OPENS.test(between)));
  if (isTo && GIVEN.test(before)) return null;
  if (!isArrow && !isTo) {
    const isPlaced = havePorts(flow) && PLACE_BETWEEN.test(between) && PLACE_BEFORE.test(before);
    if (isPlaced && NETWORK_WORD.test(text)) return withoutChange(text, flow);
    const worded = wordedPair(text, flow, { between, before });
    const isPortless = worded?.source?.port === null && worded.destination?.port === null;
    return isPortless ? (withPacketPorts(text, worded) ?? worded) : worded;
  }
  if (source.port !== null || destination.port !== null) {
    const isCall = isArrow || isNamed || CALLS.test(between) || PORTS_BEHIND.test(text.slice(flow.end));
    const isServed =
      source.port === null &&
      isServicePort(destination.port) &&
      (NETWORK_WORD.test(text) || LOGGED.test(text));
    return isCall || isServed || havePorts(flow) ? withoutChange(text, flow) : null;
  }
  const isTraffic =
    NETWORK_WORD.test(text) ||
    isGroup(destination.ip) ||
    (isNamed && LOGGED.test(text)) ||
    (isTo && PORT_LIST_BEHIND.test(text.slice(flow.end, flow.end + MAX_BEFORE)));
  const packet = withPacketPorts(text, flow);
  if (packet !== null || !isTraffic) return packet;
  const apart = portsOf(PORTS_BEFORE.exec(before)?.slice(1) ?? portsInBrackets(text, [source, destination]));
  if (apart !== null) return withPorts(flow, apart, flow.end);
  return withoutChange(text, withPortBehind(text, flow));
}

/** Whether two ends are a server's socket, its own first: `connection A:443-B:50122` says nothing of a packet's way. */
function isSocket(text: string, { source, destination, start }: Flow): boolean {
  if (isClientPort(source?.port ?? null) || !isClientPort(destination?.port ?? null)) return false;
  return SOCKET_BEFORE.test(text.slice(Math.max(0, start - MAX_BETWEEN), start));
}

/** Whether two ends of which somebody is for the other are of traffic, or the other has a service's port alone. */
function isAskedFor(text: string, flow: Flow): boolean {
  return havePorts(flow) ? NETWORK_WORD.test(text) : isServicePort(flow.destination?.port ?? null);
}

/** Whether two ends without ports are of one packet, of which a protocol is told. */
function isPacket(text: string, { source, destination }: Flow, before: string): boolean {
  const arePortless = source?.port === null && destination?.port === null;
  return arePortless && PACKET_BEFORE.test(before) && PROTOCOL_WORD.test(text);
}

/** Whether the second of two ends began. */
function isReversed(text: string, flow: Flow, between: string): boolean {
  if ((between.includes("<") || between.includes("←")) && REVERSED.test(between))
    return havePorts(flow) || NETWORK_WORD.test(text);
  return havePorts(flow) && (AT_MOST.test(between) || (between.includes("by ") && PASSIVE.test(between)));
}

/** What stands between two ends without what is said of either in brackets. */
function plainBetween(text: string, { start, end }: Endpoint, whole: string): string {
  const said = whole.startsWith("/") ? whole.replace(TRANSPORT_BEFORE, "") : whole;
  const bare = BRACKET.test(said) ? said.replaceAll(IN_BRACKETS, "") : said;
  const plain = bare.includes(" zone ") ? bare.replace(ZONE_BEHIND, "") : bare;
  const between = plain.length === whole.length ? whole : plain.replaceAll(BLANKS, " ");
  const open = text.indexOf("(", start);
  const isOpen = open !== -1 && open < end && !text.slice(open, end).includes(")");
  return isOpen ? between.replace(REST_OF_BRACKET, "") : between;
}

/** `A > B tcp p > q`; null where no ports stand there. */
function withPacketPorts(text: string, flow: Flow): Flow | null {
  const packet = PORTS_OF_PACKET.exec(text.slice(flow.end, flow.end + MAX_BEFORE));
  const ports = packet === null ? null : portsOf(packet.slice(1));
  return packet === null || ports === null ? null : withPorts(flow, ports, flow.end + packet[0].length);
}

/** The two ports that are written so; null where one is missing, or is no port. */
function portsOf(texts: readonly (string | undefined)[]): [number, number] | null {
  const [first = null, second = null] = texts.map((text = "") => portNumber(text));
  return first === null || second === null ? null : [first, second];
}

/** `A p -> B q`. */
function bareFlow(text: string, flow: Flow, between: string): Flow | null {
  const first = portNumber(BARE_PORT.exec(between)?.[1] ?? "");
  const behind = BARE_PORT_BEHIND.exec(text.slice(flow.end, flow.end + MAX_BEFORE));
  const second = portNumber(behind?.[1] ?? "");
  if (first === null || second === null || flow.source?.port !== null) return null;
  return withoutChange(text, withPorts(flow, [first, second], flow.end + (behind?.[0].length ?? 0)));
}

/** `client A (tcp/p) server B (tcp/q)`. */
function withBracketedPorts(text: string, flow: Flow): Flow {
  const { source, destination } = flow;
  if (source === null || destination === null || source.port !== null || destination.port !== null)
    return flow;
  const ports = portsOf(portsInBrackets(text, [source, destination]));
  return ports === null ? flow : withPorts(flow, ports, flow.end);
}

function portsInBrackets(text: string, ends: readonly Endpoint[]): (string | undefined)[] {
  return ends.map(({ end }) => BRACKETED_PORT.exec(text.slice(end, end + MAX_BEFORE))?.[1]);
}

/** `A to B on port q`. */
function withPortBehind(text: string, flow: Flow): Flow {
  const match = ON_PORT.exec(text.slice(flow.end, flow.end + MAX_BEFORE));
  return match === null ? flow : { ...flow, askedPort: portNumber(match[1] ?? "") };
}

/** `192.0.2.0/24 -> 198.51.100.0/24`. */
function areNetworks(source: Endpoint, destination: Endpoint): boolean {
  const mayBe = ({ isPrefix, port }: Endpoint) => isPrefix || port === null;
  return (source.isPrefix || destination.isPrefix) && mayBe(source) && mayBe(destination);
}
