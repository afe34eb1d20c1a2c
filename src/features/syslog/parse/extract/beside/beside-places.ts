import { StartForm } from "../../values/start-form";
import type { ParsedMessage } from "../../line";
import { fieldText, MAX_INTERFACE_LENGTH } from "../../values/field-text";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";
import { isInterfaceName, isUserInterface, KNOWN_IF_NAME } from "../ends/interface-names";
import { columnBefore, labelledPlaces, placesAround } from "./labelled-places";
import { directionOf } from "../ends/ways";

/** An interface's name: letters and a number, `eth0.10`, `ge-0/0/1`, `WAN1`, `vlan12`. */
const IF_NAME = String.raw`(?!(?:rule|policy|acl|user|seq)[-_]?\d|(?:d?tls|ssl)v?[_\d]|(?:tls|ssl|ecdhe?|adh|dhe?|edh|rsa|aes|rc4|des|camellia|chacha|psk|srp|exp)[-_\d]{1,4}[a-z\d]{2,10}(?:[-_]|(?![\w./:-]))|[\da-f]{12,}(?![\w.-]))([a-z][a-z_-]{0,15}\d[\w./:-]{0,20}|[a-z][a-z-]{1,10}-\d[\w/.]{0,12})`;
const WAY = new RegExp(
  String.raw`(?<![\w-])(in|out)(?:bound|coming|going)?(?: quick)? (?:on|via)(?: interface)? ${IF_NAME}`,
  "i",
);
/** `packet from Uplink, proto:TCP`: by what it came, or went. */
const PACKET_PLACE =
  /(?<![\w-])packet (from|to) (?!(?:the|an?|host|hosts|address|peer|client|server|user|zone|unknown|remote|local)(?![\w-]))([A-Za-z][\w/-]{0,30}(?: [A-Za-z\d][\w/-]{0,20}){0,2}), ?proto(?:col)?[:=]/i;
/** What all of these begin with, and the words of those that name one. */
const WAY_BEFORE_NAME = /(?<![\w-])(?:in|out|ingress|egress)(?:put|bound|coming|going)?[ =:]/i;
const PLACE_WORD = new Hinted(
  /interface|iface|ifname|iif|dev|intf|nic|port/i,
  "interface|iface|ifname|iif|dev|intf|nic|port",
);
const BARE_WAY = new RegExp(
  String.raw`(?<![\w-])(in(?=bound|coming|going|:? |:)|out|ingress|egress)(?:bound|coming|going)?(?:: ?| )${KNOWN_IF_NAME}(?![\w-])`,
  "i",
);
/** By an interface, whatever the way. */
const VIA_KNOWN = new RegExp(String.raw`(?<![\w-])via (?:interface )?${KNOWN_IF_NAME}(?![\w-])`, "i");
/** Where somebody came to a server of VPNs: `(via [AF_INET]192.0.2.1%ens3)`. */
const VIA_OWN = / \(via (?:\[AF_INET6?\])?[\da-f.:]{3,45}%([\w.:@-]{1,32})\)/i;
/** `list acl-in Ethernet1 denied tcp`, `DENY eth0 PROTO=17`, `TCP [en1-0] A:p`, `GigaEthernet0.0 in`. */
const JUDGED_PLACE = new RegExp(
  String.raw`(?<![\w-])(?:${KNOWN_IF_NAME} (?:den(?:y|ied)|permit(?:ted)?|dropped|blocked) (?:tcp|udp|icmp)|(?:drop|pass|block|accept|allow|deny|reject|permit) ${KNOWN_IF_NAME}(?= PROTO))(?![\w-])`,
  "i",
);
/** `[WAN1] Deny TCP A`. */
const BRACKETED_PLACE = new RegExp(
  String.raw`^\[${KNOWN_IF_NAME}\] (?:den(?:y|ied)|permit(?:ted)?|drop(?:ped)?|block(?:ed)?|accept(?:ed)?|allow(?:ed)?|reject(?:ed)?) (?:tcp|udp|icmp)(?![\w-])`,
  "i",
);
/** Behind the source, as switches have it. */
const PLACE_AND_CARD = new StartForm(
  " (",
  /^ ?\(([a-z][a-z-]{1,24} ?\d[\w./:-]{0,20}) (?:[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}|[\da-f]{2}(?::[\da-f]{2}){5})\)/i,
);
/** Before the source alone, `ae4.210:A:p -> B:q`, `tcp, eth0 A:p -> B:q`. */
const PLACE_BEFORE = new RegExp(
  String.raw`(?:^|[\s([,])${KNOWN_IF_NAME}:$|(?:^|[([,;] ?)${KNOWN_IF_NAME} $`,
  "i",
);
/** A bridge by its name, `in br-lan`. */
const BRIDGE = /(?<![\w-])(?:in|on|via|dev|from) (br-[a-z][\w.-]{1,12})(?![\w.-])/;
/** `DHCPV6 SOLICIT IA_NA from 0001 on br-lan`, `DHCP DISCOVER [bridge100]: `. */
const LEASE = new RegExp(
  String.raw`(?<![a-z])(?:DHCP(?:v?[46])?|BOOTP)[ _-]?(?:DISCOVER|REQUEST|OFFER|ACK|NAK|INFORM|RELEASE|DECLINE|SOLICIT|ADVERTISE|RENEW|REBIND|CONFIRM|REPLY|INFORMATION-REQUEST)(?![a-z])[^;]{0,96}?(?: (?:on|via|dev) (?:interface )?| ?[[(])(?:${KNOWN_IF_NAME}|(bridge\d{1,5}|br-[a-z][\w.-]{1,12}))(?=[\])]?(?:[:,. ]|$))`,
  "i",
);
const MAX_LEASE = 240;
/** Behind an address that is one of a link alone, by which link: `fe80::1%eth0`, `ff02::1%lan@br-lan`. */
const SCOPE =
  /\b(?:fe[89ab][\da-f]|ff[0-3][12]):[\da-f:.]{1,40}%(?:[\w.-]{1,16}@)?([a-z][\w.-]{1,15}?)(?=[\s\])>,;'"#:/]|\.?(?:\s|$))/gi;
const MAY_END_PLACE = /[\d.][: ]$/;
const PLACE_IN_BRACKETS = new RegExp(String.raw`[\[(]${KNOWN_IF_NAME}[\])] $`, "i");
const WAY_BEHIND_NAME = new RegExp(
  String.raw`(?<![\w-])${KNOWN_IF_NAME} \(?(in|out|(?:in|e)gress)(?:bound|coming|going)?(?:\)?(?::|,|;|\]|$)|\)(?= ))`,
  "i",
);
/** Of switches, by their slots alone. */
const SLOT =
  /(?<![\w-])(?:(?:interface|port|ifc|intf) (\d{1,2}\/\d{1,2}(?:\/\d{1,3})?)|on (\d{1,2}\/\d{1,2}(?:\/\d{1,3})?) \(interface\))(?![\w/])/i;
/** What these have in common. */
const WAY_AT = /\d \(?(?:in|out|(?:in|e)gress)(?:bound|coming|going)?(?:\)?(?::|,|;|\]|$)|\)(?= ))/i;
const JUDGED = new Hinted(/\d (?:den|per|dro|blo)/i, " den| per| dro| blo");
const DEVICE = new RegExp(
  String.raw`(?<![\w-])(?:on|via|at) (?:dev|device(?! (?:pc|ws|nb|host|srv|server|laptop|desktop|phone|client|node|ap|fw|sw|sensor|router)[-_]?\d)|interface|iface|intf|nic|port) ${IF_NAME}`,
  "i",
);
/** Of a switch, whatever stands before the word. */
const PORT = new RegExp(String.raw`(?<![\w-])port ${KNOWN_IF_NAME}(?![\w-])`, "i");
const JUDGED_WAY = new RegExp(
  String.raw`(?<![\w-])(?:drop|pass|block|accept|allow|deny|reject|permit)(?:p?ed)? (in|out) ${IF_NAME}`,
  "i",
);
const BOTH = new RegExp(
  String.raw`(?<![\w-])(?:in(?:put|coming|bound)?|ingress)[ =:]{1,2}${IF_NAME}.{1,24}?(?<![\w-])(?:out(?:put|going|bound)?|egress)[ =:]{1,2}${IF_NAME}`,
  "i",
);
/** Both labelled, whatever they are called: `IN: WAN1, OUT: LAN`. */
const BOTH_LABELLED =
  /(?<![\w-])in(?:put)?[=:] ?([a-z][\w./-]{1,20})[,;]? out(?:put)?[=:] ?([a-z][\w./-]{1,20})(?=[,;\s]|$)/i;
/** Behind what was done: `drop: in Cell out -`. */
const BOTH_WORDED =
  /(?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|accept(?:ed)?|allow(?:ed)?|permit(?:ted)?|pass(?:ed)?):? in ([a-z][\w./-]{1,20}) out (-|[a-z][\w./-]{1,20})(?= )/i;
/** Not a module and a line of it: `[interface:280]`. */
const NAMED_INTERFACE =
  /(?<![\w-])(?!(?<=\[)[a-z]{3,9}:\d{1,5}\])(?:interface|iface|ifname|iif(?:name)?)(?:[=:] ?| (?!(?:access|address|and|are|at|be(?:came|comes)?|because|but|by|came|can|cannot|chang\w*|connect\w*|could|did|does|down|due|error|flap\w*|for|from|goes|group|had|has|in|is|may|must|name|not|now|of|on|or|over|request|reset|rules?|stat(?:e|us)|that|the|through|to|traffic|transition\w*|turned|up|using|via|was|went|when|where|which|while|will|with)(?![\w-])|["']?(?:\d{1,3}\.\d{1,3}\.|[\da-f]{1,4}:[\da-f]{0,4}:)))["']?(?![\w./:-]{1,32}=)([a-z]{3,15} \d[\d/]{0,6}(?= \([\da-f]{1,4}[.:])|[\w./:-]{2,32})/i;
/** What else stands behind `on`: terminals, machines, parts of a rule. */
const NO_PLACE = String.raw`(?!(?:vty|tty|pts|con(?:sole|n|nection)?|line|host|server|srv|node|pc|ws|vm|web|db|app|slot|unit|rule|tcp|udp|ipv?)\W?\d)`;
const ON = new RegExp(String.raw`(?<![\w-])on (?:interface |port )?${NO_PLACE}${IF_NAME}`, "i");
const ON_KNOWN = new RegExp(String.raw`(?<![\w-])on (?:interface |port )?${KNOWN_IF_NAME}`, "i");
/** The same in German, French, Spanish and Italian. */
const FOREIGN_ON = new RegExp(
  String.raw`(?<![\wÀ-ÿ-])(?:auf|sur|su|schnittstelle|interfaz|interfaccia) (?:(?:der )?schnittstelle |l'interface |interface |interfaz |interfaccia )?${KNOWN_IF_NAME}`,
  "i",
);
const FOREIGN_HINT = new Hinted(
  /auf |sur |su |schnittstelle|interfaz|interfacc/i,
  "auf |sur |su |schnittstelle|interfaz|interfacc",
);
const IN_KEY = new RegExp(String.raw`(?<![\w-])IN=${IF_NAME}`);
/** The columns behind those of the ends and their protocol. */
const COLUMNS_BEHIND = new RegExp(
  String.raw`^[,;|\t\x60^](?:(?:[a-z]{2,6}|6|17)[,;|\t\x60^])?${IF_NAME}(?=[,;|\t\x60^]|$)(?:[,;|\t\x60^]${IF_NAME}(?=[,;|\t\x60^]|$))?`,
  "i",
);
/** The same behind a protocol's number or a verdict, where both are told. */
const BOTH_COLUMNS = new RegExp(
  String.raw`^"?(?:[,;|\t]"?[\w-]{1,10}"?){0,4}[,;|\t]"?${KNOWN_IF_NAME}"?[,;|\t]"?${KNOWN_IF_NAME}"?(?=[,;|\t]|$)`,
  "i",
);
const NAME_BEFORE = /(?:^|[\s([,])([a-z][\w-]{1,31})[:/]$/i;
const NAME_BEHIND = /^:([a-z][\w.-]{0,31})(?=[\s,;|"']|$)/i;
const MAX_INTERFACE_BEFORE = 36;
/** What stands before an address and is no interface. */
const ROLE_NAME =
  /^(?:s|d|src|source|dst|dest|destination|client|server|tcp|udp|icmp|tls|https?|ftp|sip|ip|ipv[46]|inet6?|host|from|to|local|remote|peer|user|addr|address|port|attacker|victim|target|initiator|responder|via|orig|resp|listener|upstream|downstream|frontend|backend)(?:[_-]?(?:ip|addr|address|host))?$/i;
const SENTENCE_END = /(?<![.,:;])[.,:;]+$/;

/** Fills the interfaces, and the way that one of them tells, from the words around a flow. */
export function takeInterfaces(text: string, flow: Flow, message: ParsedMessage): void {
  const behind = text.slice(flow.end);
  if (message.interface !== null) return;
  const areBoth = flow.source !== null && flow.destination !== null;
  const columns = areBoth ? (COLUMNS_BEHIND.exec(behind) ?? BOTH_COLUMNS.exec(behind)) : null;
  if (columns !== null) {
    // One on either side of the ends, `eth0|A|p|B|q|eth1`.
    const before = columnBefore(text, flow);
    const behindIt = isInterfaceName(columns[1] ?? "") ? columns[1] : undefined;
    message.interface = interfaceName(before ?? columns[1]);
    message.interfaceOut ??= interfaceName(before === undefined ? columns[2] : behindIt);
    return;
  }
  const via = text.includes(" (via ") ? VIA_OWN.exec(text)?.[1] : undefined;
  if (via !== undefined) {
    message.interface = interfaceName(via);
    return;
  }
  if (takeNamesBefore(text, flow, message) || takeNamesBehind(text, flow, message)) return;
  const packet = text.includes("acket ") && text.includes(", proto") ? PACKET_PLACE.exec(text) : null;
  if (packet !== null) {
    message.interface = interfaceName(packet[2]);
    if (packet[1]?.toLowerCase() === "to") message.interfaceOut ??= message.interface;
    return;
  }
  const places = labelledPlaces(text) ?? (areBoth ? placesAround(text, flow) : null);
  if (places !== null) {
    message.interface = interfaceName(places.incoming ?? places.outgoing);
    message.interfaceOut ??= interfaceName(places.outgoing);
    return;
  }
  const hasWay = WAY_BEFORE_NAME.test(text);
  const both = hasWay ? bothIn(text) : null;
  const way =
    hasWay && both === null ? (WAY.exec(text) ?? JUDGED_WAY.exec(text) ?? BARE_WAY.exec(text)) : null;
  if (both !== null) {
    message.interface = interfaceName(both[1]);
    message.interfaceOut ??= interfaceName(both[2]);
    return;
  }
  const isOut = way !== null && /^(?:out|egress)/i.test(way[1] ?? "");
  if (way !== null) message.direction ??= isOut ? "out" : "in";
  if (isOut) message.interfaceOut ??= interfaceName(way?.[2]);
  const single = way === null ? singlePlace(text, flow) : undefined;
  // What goes out goes by it.
  const isSentOut =
    flow.isSent === true ||
    (flow.translated !== undefined && single !== undefined && text.includes(`via ${single}`));
  const isCome = single !== undefined && text.includes(`from interface ${single}`);
  if (single !== undefined && !isCome && (isSentOut || directionOf(text) === "out"))
    message.interfaceOut ??= interfaceName(single);
  message.interface = interfaceName(way?.[2] ?? single ?? markedPlace(text, flow, message));
  if (message.interface === null) takeScope(text, flow, message);
}

/** What goes to an address of a link goes out by it. */
function takeScope(text: string, { source }: Flow, message: ParsedMessage): void {
  const scope = interfaceName(scopeIn(text));
  if (source === null) message.interfaceOut ??= scope;
  else message.interface = scope;
}

/** The two interfaces that their ways name. */
function bothIn(text: string): RegExpExecArray | null {
  const labelled = BOTH.exec(text) ?? BOTH_LABELLED.exec(text);
  const mayBeWorded = text.includes(" out ") || text.includes(" OUT ");
  return labelled ?? (mayBeWorded ? BOTH_WORDED.exec(text) : null);
}

/** The interface that a word names. */
function singlePlace(text: string, { source, destination }: Flow): string | undefined {
  const isNamed = PLACE_WORD.test(text);
  const slot = isNamed ? SLOT.exec(text) : null;
  if (slot !== null) return slot[1] ?? slot[2];
  const named = isNamed
    ? (NAMED_INTERFACE.exec(text) ?? DEVICE.exec(text) ?? (text.includes("port ") ? PORT.exec(text) : null))
    : null;
  // Of one end's sentence it may be a machine.
  const form = source === null || destination === null ? ON_KNOWN : ON;
  const on =
    named ??
    (text.includes("on ") ? form.exec(text) : null) ??
    (text.includes("via ") ? VIA_KNOWN.exec(text) : null);
  const foreign = on === null && FOREIGN_HINT.test(text) ? FOREIGN_ON.exec(text) : on;
  return (foreign ?? (text.includes("IN=") ? IN_KEY.exec(text) : null))?.[1] ?? bridgeIn(text);
}

function bridgeIn(text: string): string | undefined {
  return text.includes(" br-") ? BRIDGE.exec(text)?.[1] : undefined;
}

/** The interface that a server's sentence tells, `from A on eth0`. */
export function placeOfSentence(text: string): string | null {
  const on = text.includes(" on ") ? ON_KNOWN.exec(text)?.[1] : undefined;
  return interfaceName(on ?? bridgeIn(text) ?? labelledPlaces(text)?.incoming ?? scopeIn(text));
}

/** By which interface a machine asked for a lease, or was given one, whoever else is told. */
export function takeLeasePlace(text: string, message: ParsedMessage): void {
  const match = LEASE.exec(text.slice(0, MAX_LEASE));
  message.interface ??= interfaceName(match?.[1] ?? match?.[2]);
}

/** The one interface whose link the addresses of a text are of; undefined where it has none, or several. */
function scopeIn(text: string): string | undefined {
  if (!text.includes("%")) return undefined;
  const [first, ...others] = [...text.matchAll(SCOPE)].map(([, name]) => name);
  return others.every((name) => name === first) ? first : undefined;
}

/** The interface that its place beside a verdict, a bracket or a way tells, which is taken, too. */
function markedPlace(text: string, flow: Flow, message: ParsedMessage): string | undefined {
  const { source } = flow;
  const carded =
    source === null ? null : PLACE_AND_CARD.exec(text.slice(source.end, source.end + MAX_INTERFACE_BEFORE));
  if (carded !== null) return carded[1];
  const before = text.slice(Math.max(0, flow.start - MAX_INTERFACE_BEFORE), flow.start);
  const mayBe = source?.start === flow.start && MAY_END_PLACE.test(before);
  const prefix = mayBe ? PLACE_BEFORE.exec(before) : null;
  if (prefix !== null) return prefix[1] ?? prefix[2];
  const bracketed = before.endsWith("] ") || before.endsWith(") ") ? PLACE_IN_BRACKETS.exec(before) : null;
  if (bracketed !== null) return bracketed[1];
  const hasWay =
    text.includes(" in") || text.includes(" out") || text.includes(" egress") || text.includes("bound)");
  const behind = hasWay && WAY_AT.test(text) ? WAY_BEHIND_NAME.exec(text) : null;
  if (behind !== null) {
    const way = /^in/i.test(behind[2] ?? "") ? "in" : "out";
    message.direction ??= way;
    if (way === "out") message.interfaceOut ??= interfaceName(behind[1]);
    return behind[1];
  }
  const judged = text.includes(" PROTO") || JUDGED.test(text) ? JUDGED_PLACE.exec(text) : null;
  const named = judged?.[1] ?? judged?.[2];
  return named ?? (text.startsWith("[") ? BRACKETED_PLACE.exec(text)?.[1] : undefined);
}

/** `inside:192.0.2.1/1234 to outside:203.0.113.5/443`: both ends behind an interface's name. */
function takeNamesBefore(text: string, { source, destination }: Flow, message: ParsedMessage): boolean {
  if (source === null || destination === null) return false;
  const nameAt = ({ start }: { start: number }) =>
    NAME_BEFORE.exec(text.slice(Math.max(0, start - MAX_INTERFACE_BEFORE), start))?.[1] ?? "";
  const [incoming, outgoing] = [nameAt(source), nameAt(destination)];
  if (incoming === "" || outgoing === "" || ROLE_NAME.test(incoming) || ROLE_NAME.test(outgoing))
    return false;
  message.interface = interfaceName(incoming);
  message.interfaceOut ??= interfaceName(outgoing);
  return true;
}

/** `192.0.2.1:1234:WAN … 203.0.113.5:443:LAN`, as SonicWall and others write ends. */
function takeNamesBehind(text: string, { source, destination }: Flow, message: ParsedMessage): boolean {
  if (source === null || destination === null || source.port === null) return false;
  const nameAt = ({ end }: { end: number }) =>
    NAME_BEHIND.exec(text.slice(end, end + MAX_INTERFACE_BEFORE))?.[1] ?? "";
  const [incoming, outgoing] = [nameAt(source), nameAt(destination)];
  if (incoming === "" || outgoing === "") return false;
  message.interface = interfaceName(incoming);
  message.interfaceOut ??= interfaceName(outgoing);
  return true;
}

/** A name as it is stored, without the sentence's marks behind it; null where there is none. */
export function interfaceName(text = ""): string | null {
  if (text === "" || isUserInterface(text)) return null;
  return fieldText(text.replace(SENTENCE_END, ""), MAX_INTERFACE_LENGTH);
}
