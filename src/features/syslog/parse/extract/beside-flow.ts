import type { ParsedMessage } from "../line";
import { setAction, setActionMeaning, verdictOf } from "../values/action";
import { countNumber, fieldText, MAX_INTERFACE_LENGTH, MAX_RULE_LENGTH } from "../values/field-text";
import { findEndpoints } from "./endpoints";
import type { Flow } from "./flow";
import { transportName } from "./transport";

/** A protocol's word that is one wherever it stands. */
const TRANSPORT = /(?<![\w.-])(?:tcp|udp|icmpv6|icmp6|ipv6-icmp|icmp|igmp|gre|sctp|esp)(?![\w-])/gi;
const NAMED_TRANSPORT = /(?<![\w.-])prot(?:o(?:col)?)?[ =:]{1,2}["']?([\w-]{1,12})/i;
/** `TCP_SYN`, `TCP-S`. */
const FLAGGED_TRANSPORT = /(?<![\w.-])(tcp|udp)[_-](?:syn|ack|rst|fin|psh|flood|scan|[sarfp]{1,3})(?![a-z])/i;
const MAX_BESIDE = 24;
const MAX_HEAD = 256;

/** `list 101 denied tcp`. */
const TRANSPORT_BEHIND = /^ (?:tcp|udp|icmp)/i;

/** A verdict's word that is no key, no number's unit and no part of a name. */
const VERDICT =
  /(?<![\w./=-])(?:allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|pass(?:ed)?|deny(?:ing)?|denied|block(?:ed|ing)?|drop(?:ped|ping)?|reject(?:ed|ing)?|discard(?:ed|ing)?|forbidden|prohibited|disallowed)(?![\w=/-]|\.\w)/gi;
/** The same as part of a label in front of pairs. */
const LABEL_VERDICT =
  /(?<![a-z])(drop(?:ped)?|deny|denied|block(?:ed)?|reject(?:ed)?|accept(?:ed)?|allow(?:ed)?|permit(?:ted)?)(?![a-z])/gi;
const MAX_LABEL = 80;
/** In German, French, Spanish and Italian: what denies, drops, allows. */
const FOREIGN_VERDICT =
  /(?:^|[^\wÀ-ÿ])(?:(blockiert|gesperrt|verweigert|abgelehnt|bloqu(?:ée?|ead[oa])|refusée?|denegad[oa]|rechazad[oa]|bloccat[oa]|negat[oa])|(verworfen|rejetée?|descartad[oa]|scartat[oa])|(erlaubt|zugelassen|akzeptiert|autorisée?|acceptée?|permitid[oa]|aceptad[oa]|consentit[oa]))(?![\wÀ-ÿ])/i;
const LETTERS_BEFORE = /(?:^| )([a-z][\w.]{1,15}) @-?\d{1,5}:\d{1,5} ([bpBP]) $/;
const LETTERS = new Map([
  ["b", "block"],
  ["p", "pass"],
]);
const WAY_AT_END = / (IN|OUT)$/;
const REFUSAL = /den[iy]|block|drop|reject|discard|forbid/i;
const DENIED = /(?:\bnot|\bno|n't) $/i;
/** `3 dropped` counts; `65000 Deny` is a rule. */
const COUNTED = /\d $/;
const PAST = /(?:ed|ing)$/i;
const NAMED_VERDICT =
  /(?<![\w-])(?:action|verdict|result|disposition)["']?(?: is)?\s?[=:]?\s?["']?([a-z]{4,10})(?![\w-])/i;
const MAX_BEFORE = 4;
const MAX_TRANSLATED = 56;

/** More than a word: a rule's name, a message. */
const QUOTED = /"[^" ]{0,80} [^"]{0,200}"/g;

/** An interface's name: letters and a number, `eth0.10`, `ge-0/0/1`, `WAN1`, `vlan12`. */
const IF_NAME = String.raw`(?!(?:rule|policy|acl|user|seq)[-_]?\d)([a-z][a-z_-]{0,15}\d[\w./:-]{0,20}|[a-z][a-z-]{1,10}-\d[\w/.]{0,12})`;
const WAY = new RegExp(
  String.raw`(?<![\w-])(in|out)(?:bound|coming|going)? (?:on|via)(?: interface)? ${IF_NAME}`,
  "i",
);
/** What all of these begin with, and the words of those that name one. */
const WAY_BEFORE_NAME = /(?<![\w-])(?:in|out|ingress|egress)(?:put|bound|coming|going)?[ =:]/i;
const PLACE_WORD = /interface|iface|ifname|iif|dev|intf|nic|port/i;
/** Of systems and switches, where nothing but the way says that it is one. */
const KNOWN_IF_NAME = String.raw`((?:eth|en[ops]|em|igb|ixl?|vmx|re|bge|wan|lan|vlan|ppp|pppoe|tun|tap|wg|bond|br|wlan|ether|sfp|ge-|xe-|et-|ae|reth|port|gigabitethernet|tengigabitethernet|fastethernet|ethernet|po|gi|te|fa)\d[\w./:-]{0,20})`;
const BARE_WAY = new RegExp(
  String.raw`(?<![\w-])(in|out)(?:bound|coming|going)?:? ${KNOWN_IF_NAME}(?![\w-])`,
  "i",
);
const DEVICE = new RegExp(
  String.raw`(?<![\w-])(?:on|via|at) (?:dev|device|interface|iface|intf|nic|port) ${IF_NAME}`,
  "i",
);
const JUDGED_WAY = new RegExp(
  String.raw`(?<![\w-])(?:drop|pass|block|accept|allow|deny|reject|permit)(?:p?ed)? (in|out) ${IF_NAME}`,
  "i",
);
const BOTH = new RegExp(
  String.raw`(?<![\w-])(?:in(?:put|coming|bound)?|ingress)[ =:]{1,2}${IF_NAME}.{1,24}?(?<![\w-])(?:out(?:put|going|bound)?|egress)[ =:]{1,2}${IF_NAME}`,
  "i",
);
const NAMED_INTERFACE = /(?<![\w-])(?:interface|iface|ifname|iif(?:name)?)[ =:]{1,2}["']?([\w./:-]{2,32})/i;
/** What else stands behind `on`: terminals, machines, parts of a rule. */
const NO_PLACE = String.raw`(?!(?:vty|tty|pts|con(?:sole)?|line|host|server|srv|node|pc|ws|vm|web|db|app|slot|unit|rule|tcp|udp|ipv?)\W?\d)`;
const ON = new RegExp(String.raw`(?<![\w-])on (?:interface |port )?${NO_PLACE}${IF_NAME}`, "i");
const ON_KNOWN = new RegExp(String.raw`(?<![\w-])on (?:interface |port )?${KNOWN_IF_NAME}`, "i");
const IN_KEY = new RegExp(String.raw`(?<![\w-])IN=${IF_NAME}`);
/** The columns behind those of the ends and their protocol. */
const COLUMNS_BEHIND = new RegExp(
  String.raw`^[,;|\t](?:[a-z]{2,6}[,;|\t])?${IF_NAME}(?=[,;|\t]|$)(?:[,;|\t]${IF_NAME}(?=[,;|\t]|$))?`,
  "i",
);
const NUMBER_BEHIND = /^([,;|\t])"?(6|17)"?(?=\1|$)/;
const NAME_BEFORE = /(?:^|[\s([,])([a-z][\w-]{1,31})[:/]$/i;
const MAX_INTERFACE_BEFORE = 36;
/** What stands before an address and is no interface. */
const ROLE_NAME =
  /^(?:s|d|src|source|dst|dest|destination|client|server|tcp|udp|icmp|tls|https?|ftp|sip|ip|ipv[46]|inet6?|host|from|to|local|remote|peer|user|addr|address|port|attacker|victim|target|initiator|responder|via|orig|resp|listener|upstream|downstream|frontend|backend)(?:[_-]?(?:ip|addr|address|host))?$/i;
const SENTENCE_END = /[.,:;]+$/;

/** How a count is spoken, and what stands in each such text. */
type Count = { form: RegExp; hints: readonly string[] };
const PACKETS: Count = {
  form: /(?<![\w.,-])(?:(\d{1,15}) (?:packets?|pkts?)|(?:packets|pkts):? (\d{1,15}))(?![\w-])/gi,
  hints: ["acket", "pkt"],
};
const BYTES: Count = {
  form: /(?<![\w.,-])(?:(\d{1,15}) (?:bytes|octets)|(?:bytes|octets):? (\d{1,15}))(?![\w/-])/gi,
  hints: ["ytes", "octets"],
};
/** Packets, bytes, and seconds since 1970 at the start and at the end, as clouds write them. */
const EPOCH_BEHIND = /[\s,;|]1\d{9}[\s,;|]/;
const RECORD_COUNTS = /(?<=[\s,;|])(\d{1,15})[\s,;|](\d{1,15})[\s,;|]1\d{9}[\s,;|]1\d{9}(?=[\s,;|]|$)/;
const WAY_HINT = /bound|coming|going|gress/i;
const WAY_WORD = /(?<![\w-])(inbound|outbound|incoming|outgoing|ingress|egress)(?![\w-])/gi;
const WAY_COLUMN = /^[,;|](in|out)(?=[,;|]|$)/;
/** `IN: BLOCK`. */
const WAY_LABEL = /(?<![\w-])(IN|OUT): (?=[A-Z])|(?:ed|t|y|k|p): (In|Out) (?=TCP|UDP|ICMP)/;
/** Between a rule and a length, as the packet logs of hypervisors have it: `DROP 1003 IN 60 TCP`. */
const WAY_MARK = /(\d{1,12}) (IN|OUT) \d{1,5} (?=[A-Z])/;
/** `ipfw: 65000 Deny TCP`. */
const RULE_NUMBER = /^ipfw: (\d{1,5}) /;

const RULE =
  /(?<![\w-])(?:rule|policy|list|acl|access-list|access-group|access-rule)(?:[ _-]?(?:id|name|number))?\]?["']?[ =:#]{1,3}(?:"([^"]{1,80})"|([A-Za-z]*[-_]?\d[\w-]{0,60}|[A-Za-z]{1,30}[-_][\w-]{1,60}))(?![\w/@])/i;
const RULE_BRACKET = /\[Rule\] '?([^[\]']{1,60}?)'? (?=\[)/;
/** Kerio's and others': the verdict, and the rule's name in quotes. */
const QUOTED_RULE = /(?:^|: )[a-z]{4,8} "([^"]{1,80})" (?=packet|traffic|connection|session)/i;

/**
 * Behind the ports of a cloud's record: protocol, way and verdict by their letters; what has begun, goes on or has
 * ended (B, C, E) was allowed.
 */
const RECORD_LETTERS = /^,([TU]|6|17),([IO]),([ADBCE])(?:,|$)/;
/** What an end became: `snat to 198.51.100.7:2000`, `translated to …`. */
const NAT_HINT = /nat|translated/i;
const BECAME =
  /(?<![\w-])(?:(snat|src[- ]?nat|source nat|dnat|dst[- ]?nat|destination nat)(?:ted)?|(?:nat(?:ted)?|translated))(?: to|:| ip:?|=|(?= )) ?(?=[\d[])/i;

/** Fills what is null in the message from the words around a flow, each only where one alone is said. */
export function takeBeside(whole: string, flow: Flow, message: ParsedMessage): void {
  const text = whole.replaceAll(QUOTED, (quoted: string, start: number) =>
    start < flow.start && flow.end < start + quoted.length ? quoted : `"${" ".repeat(quoted.length - 2)}"`,
  );
  message.protocol ??= flow.protocol ?? protocolBeside(text, flow);
  // A port before a verdict does not count it.
  if (!takeNamedVerdict(whole, message))
    takeVerdict(`${text.slice(0, flow.start)}.${text.slice(flow.end)}`, message);
  takeLetters(text, flow, message);
  takeInterfaces(text, flow, message);
  message.direction ??= WAY_COLUMN.exec(text.slice(flow.end))?.[1] ?? directionOf(text) ?? wayOf(message.app);
  message.ruleId ??= fieldText(ruleOf(whole), MAX_RULE_LENGTH);
  if (flow.translated !== undefined && message.natSrcIp === null)
    [message.natSrcIp, message.natSrcPort] = [flow.translated.ip, flow.translated.port];
  if (flow.answering !== undefined && message.natDstIp === null)
    [message.natDstIp, message.natDstPort] = [flow.answering.ip, flow.answering.port];
  const record =
    flow.counts === undefined && EPOCH_BEHIND.test(whole.slice(flow.end))
      ? RECORD_COUNTS.exec(whole.slice(flow.end))
      : null;
  message.packets ??= flow.counts?.packets ?? countNumber(record?.[1] ?? "") ?? spokenCount(PACKETS, whole);
  message.bytes ??= flow.counts?.bytes ?? countNumber(record?.[2] ?? "") ?? spokenCount(BYTES, whole);
  takeRecordLetters(text.slice(flow.end), message);
  takeTranslation(text.slice(flow.end), message);
}

/** ipmon's `bge0 @0:12 b A,p -> B,q PR tcp len 20 48 -S IN`. */
function takeLetters(text: string, { start, end }: Flow, message: ParsedMessage): void {
  if (!text.includes(" @")) return;
  const [, place, letter = ""] = LETTERS_BEFORE.exec(text.slice(0, start)) ?? [];
  const word = LETTERS.get(letter.toLowerCase());
  if (word === undefined) return;
  if (message.action === null) setActionMeaning(message, letter, word);
  message.interface ??= interfaceName(place);
  message.direction ??= WAY_AT_END.exec(text.slice(end))?.[1]?.toLowerCase() ?? null;
}

/** `10 packets`, where one number of them is told. */
function spokenCount({ form, hints }: Count, text: string): number | null {
  const [first, second] = hints.some((hint) => text.includes(hint)) ? text.matchAll(form) : [];
  return first === undefined || second !== undefined ? null : countNumber(first[1] ?? first[2] ?? "");
}

function takeRecordLetters(behind: string, message: ParsedMessage): void {
  const [, protocol, way, verdict] = RECORD_LETTERS.exec(behind) ?? [];
  if (way === undefined || verdict === undefined) return;
  message.protocol ??= protocol === "T" || protocol === "6" ? "tcp" : "udp";
  message.direction ??= way === "I" ? "in" : "out";
  if (message.action === null) setActionMeaning(message, verdict, verdict === "D" ? "deny" : "allow");
}

function takeTranslation(behind: string, message: ParsedMessage): void {
  if (message.natSrcIp !== null || message.natDstIp !== null || !NAT_HINT.test(behind)) return;
  const match = BECAME.exec(behind);
  if (match === null) return;
  const start = match.index + match[0].length;
  const [end] = findEndpoints(behind.slice(start, start + MAX_TRANSLATED));
  if (end === undefined || end.start > 1 || end.isPrefix) return;
  if (/^d/i.test(match[1] ?? "")) [message.natDstIp, message.natDstPort] = [end.ip, end.port];
  else [message.natSrcIp, message.natSrcPort] = [end.ip, end.port];
}

/** Of a line whose names tell the ends, what stands before the first of them: `Denied TCP srcip=…`. */
export function takeBesideNames(whole: string, message: ParsedMessage): void {
  const equals = whole.search(/[=:]/);
  const head = whole.slice(0, Math.min(equals === -1 ? 0 : equals, MAX_HEAD)).replaceAll(QUOTED, "");
  message.protocol ??= onlyTransport(head);
  if (!takeNamedVerdict(whole, message)) takeVerdict(head, message);
}

function protocolBeside(text: string, { start, end }: Flow): string | null {
  const named = transportName(NAMED_TRANSPORT.exec(text)?.[1] ?? "");
  if (named !== null) return named;
  const number = NUMBER_BEHIND.exec(text.slice(end, end + MAX_BESIDE))?.[2];
  if (number !== undefined) return transportName(number);
  const near = onlyTransport(
    text.slice(Math.max(0, start - MAX_BESIDE), Math.min(text.length, end + MAX_BESIDE)),
  );
  return near ?? onlyTransport(text) ?? transportName(FLAGGED_TRANSPORT.exec(text)?.[1] ?? "");
}

function onlyTransport(text: string): string | null {
  const names = new Set([...text.matchAll(TRANSPORT)].map(([word]) => transportName(word)));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

/** `action deny`, `result is Deny`; true where the message has its action now. */
function takeNamedVerdict(text: string, message: ParsedMessage): boolean {
  const named = message.action === null ? (NAMED_VERDICT.exec(text)?.[1] ?? "") : "";
  if (named !== "" && verdictOf(named.toLowerCase()) !== "other") setAction(message, named);
  return message.action !== null;
}

function takeVerdict(text: string, message: ParsedMessage): void {
  const words = [...text.matchAll(VERDICT)].filter(isSaid).map(([word]) => word);
  if (words.length === 0) {
    takeForeignVerdict(text, message);
    return;
  }
  const verdicts = new Set(words.map((word) => verdictOf(word.toLowerCase())));
  if (verdicts.size === 1) setAction(message, words[0] ?? "");
}

/** What a server says that it refused; whom it let in, its parser knows as no verdict. */
export function takeRefusal(whole: string, message: ParsedMessage): void {
  if (message.action !== null || !REFUSAL.test(whole)) return;
  const words = [...whole.replaceAll(QUOTED, "").slice(0, MAX_HEAD).matchAll(VERDICT)].filter(isSaid);
  const refusals = new Set(words.map(([word]) => verdictOf(word.toLowerCase())));
  if (refusals.size === 1 && !refusals.has("allow")) setAction(message, words[0]?.[0] ?? "");
}

/** Of a line of pairs the verdict in what they are labelled with: `DROP_INPUT: IN=…`, also where it stands as the program. */
export function takeLabel(whole: string, message: ParsedMessage): void {
  if (message.action !== null) return;
  const sign = whole.search(/=|: (?!.{0,3}%)/);
  const label = `${message.app ?? ""} ${whole.slice(0, Math.min(sign + 1, MAX_LABEL))}`;
  const words = [...label.matchAll(LABEL_VERDICT)].map(([, word = ""]) => word.toLowerCase());
  const [first] = words;
  if (first !== undefined && new Set(words.map(verdictOf)).size === 1) setAction(message, first);
}

/** The first verdict in another language. */
function takeForeignVerdict(text: string, message: ParsedMessage): void {
  const [, denied, dropped, allowed] = message.action === null ? (FOREIGN_VERDICT.exec(text) ?? []) : [];
  const word = denied ?? dropped ?? allowed;
  if (word === undefined) return;
  setActionMeaning(message, word, denied !== undefined ? "deny" : dropped !== undefined ? "drop" : "allow");
}

/** Not `3 dropped` and not `not allowed`. */
function isSaid({ 0: word, index, input }: RegExpExecArray): boolean {
  const before = input.slice(Math.max(0, index - MAX_BEFORE), index);
  const end = index + word.length;
  if (TRANSPORT_BEHIND.test(input.slice(end, end + MAX_BEFORE + 1))) return true;
  return !DENIED.test(before) && !(PAST.test(word) && COUNTED.test(before));
}

function takeInterfaces(text: string, flow: Flow, message: ParsedMessage): void {
  const behind = text.slice(flow.end);
  if (message.interface !== null) return;
  const areBoth = flow.source !== null && flow.destination !== null;
  const columns = areBoth ? COLUMNS_BEHIND.exec(behind) : null;
  if (columns !== null) {
    message.interface = interfaceName(columns[1]);
    message.interfaceOut ??= interfaceName(columns[2]);
    return;
  }
  if (takeNamesBefore(text, flow, message)) return;
  const hasWay = WAY_BEFORE_NAME.test(text);
  const both = hasWay ? BOTH.exec(text) : null;
  const way =
    hasWay && both === null ? (WAY.exec(text) ?? JUDGED_WAY.exec(text) ?? BARE_WAY.exec(text)) : null;
  if (both !== null) {
    message.interface = interfaceName(both[1]);
    message.interfaceOut ??= interfaceName(both[2]);
    return;
  }
  if (way !== null) message.direction ??= way[1]?.toLowerCase() ?? null;
  const single = way?.[2] ?? singlePlace(text, flow);
  message.interface = interfaceName(single);
}

/** The interface that a word names. */
function singlePlace(text: string, { source, destination }: Flow): string | undefined {
  const named = PLACE_WORD.test(text) ? (NAMED_INTERFACE.exec(text) ?? DEVICE.exec(text)) : null;
  // Of one end's sentence it may be a machine.
  const form = source === null || destination === null ? ON_KNOWN : ON;
  const on = named ?? (text.includes("on ") ? form.exec(text) : null);
  return (on ?? (text.includes("IN=") ? IN_KEY.exec(text) : null))?.[1];
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

function interfaceName(text = ""): string | null {
  return fieldText(text.replace(SENTENCE_END, ""), MAX_INTERFACE_LENGTH);
}

function directionOf(text: string): string | null {
  const words = WAY_HINT.test(text) ? text.matchAll(WAY_WORD) : [];
  const ways = new Set([...words].map(([, word = ""]) => word.toLowerCase().startsWith("in")));
  if (ways.size > 0) return ways.size > 1 ? null : ways.has(true) ? "in" : "out";
  const label = text.includes(": ") ? WAY_LABEL.exec(text) : null;
  const word = label?.[1] ?? label?.[2];
  return word?.toLowerCase() ?? (hasWayMark(text) ? (WAY_MARK.exec(text)?.[2]?.toLowerCase() ?? null) : null);
}

function hasWayMark(text: string): boolean {
  return text.includes(" IN ") || text.includes(" OUT ");
}

/** `IN: BLOCK …` behind a header is no program. */
function wayOf(app: string | null): string | null {
  return app === "IN" || app === "OUT" ? app.toLowerCase() : null;
}

function ruleOf(text: string): string {
  const form = text.startsWith("ipfw: ") ? RULE_NUMBER : placedRule(text);
  const match = (form === null ? null : form.exec(text)) ?? RULE.exec(text);
  return match?.[1] ?? match?.[2] ?? "";
}

/** The form that may tell the rule by its place. */
function placedRule(text: string): RegExp | null {
  if (text.includes('" ') && QUOTED_RULE.test(text)) return QUOTED_RULE;
  if (text.includes("[Rule] ")) return RULE_BRACKET;
  return hasWayMark(text) ? WAY_MARK : null;
}
