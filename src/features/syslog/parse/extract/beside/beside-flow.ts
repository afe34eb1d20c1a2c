import { StartForm } from "../../values/start-form";
import type { ParsedMessage } from "../../line";
import { FIREWALL_LETTERS } from "../../formats/juniper";
import { setAction, setActionMeaning } from "../../values/action";
import { fieldText, MAX_RULE_LENGTH, portNumber } from "../../values/field-text";
import { interfaceName, takeInterfaces } from "./beside-places";
import { reasonOf } from "./beside-reasons";
import {
  MAX_HEAD,
  QUOTED,
  takeClosingVerdict,
  takeMessageVerdict,
  takeNamedVerdict,
  takeRefusedPeer,
  takeSentenceVerdict,
  takeVerdict,
} from "./beside-verdicts";
import { dropPlace, dropTypes, takePacketPorts, takeSaidPorts } from "./beside-ports";
import { takeCapturePlace } from "./capture-row";
import { findEndpoints } from "../ends/endpoints";
import { isDroppedCall } from "./dropped-call";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";
import { VERDICT_RULE } from "../names/verdict-values";
import { matchedRule, OF_COLLECTION, quotedJudge, ruleByPlace } from "./placed-rule";
import { takePrintedAction } from "./printed-actions";
import { recordCounts } from "./record-counts";
import { takeSpokenCounts } from "./spoken-counts";
import { transportName } from "../ends/transport";
import { directionOf, hasWayMark, WAY_MARK } from "../ends/ways";

/** A protocol's word that is one wherever it stands. */
const TRANSPORT = new Hinted(
  /(?<![\w.-])(?:(?:tcp|udp)(?:v?[46])?|icmpv6|icmp6|ipv6-icmp|icmp(?:v4)?|igmp|gre|sctp|esp)(?![\w-])/gi,
  "tcp|udp|icmp|igmp|gre|sctp|esp",
);
const NAMED_TRANSPORT = new Hinted(
  /(?<![\w.-])(?:ip[_-]?)?prot(?:o(?:col)?)?[ =:]{1,2}["']?([\w-]{1,12})(?!\.\d)/i,
  "prot",
);
/** `TCP_SYN`, `TCP-S`. */
const FLAGGED_TRANSPORT = new Hinted(
  /(?<![\w.-])(?:nat-)?(tcp|udp)[_-](?:[a-z](?=:)|syn|ack|rst|fin|psh|flood|scan|[sarfp]{1,3})(?![a-z])/i,
  "tcp_|tcp-|udp_|udp-",
);
/** `NAT-TCP-C`: what a device calls its messages. */
const TRANSPORT_PROGRAM = /^(?:[A-Z\d]{2,8}[_-])?(TCP|UDP|ICMP)(?:[_-][A-Z]{1,8})?$/;
const SOURCE_PORT = /(?<![a-z])(?:src|source|client|s)[ _-]?port[ :=]{1,2}(\d{1,5})(?![\d.])/i;
const DESTINATION_PORT = /(?<![a-z])(?:dst|dest|destination|server|d)[ _-]?port[ :=]{1,2}(\d{1,5})(?![\d.])/i;
/** The same of what somebody asked this host for. */
const ASKED_PORT = /\b(?:dst|dest|destination|target)[ _-]?port[ :=]{1,2}(\d{1,5})(?![\d.])/i;
/** `"AAAA IN www.example.com. udp 66 false 512"`. */
const QUESTION = /"[A-Z]{1,10}\d{0,5} IN [^\s"]{1,255} (udp|tcp) \d{1,5} /;
/** `tcp/22`, `22/tcp`. */
const SERVICE = /(?<![\w.-])(?:(?:tcp|udp)\/(\d{1,5})|(\d{1,5})\/(?:tcp|udp))(?![\w.-])/gi;
/** `On the TCP Listener (Port 443), a client …`: what was asked for. */
const LISTENER =
  /(?<![a-z])(?:(tcp|udp) )?listener (?:on )?\(?port:? (\d{1,5})\)?(?=[,; ]{1,2}(?:a |the |new |client))/i;
const MAX_LISTENER = 160;
const FILTER_LETTERS = /\}S\d{1,2}>R\d{1,2}m([DF])(?![\w])/;
const MAX_BESIDE = 24;
const MAX_NAME_BEFORE = 96;

/** `|UDP|default permit:<2,0>|B`: of a policy, in a column of its own, that it blocked or forwarded. */
const POLICY_LETTER = /\|(?:[^|]{0,40}:)?<\d{1,3},\d{1,3}>\|([BF])\s*$/;

const LETTERS_BEFORE =
  /(?:^| )([a-z][\w.]{1,15}) @(?:Group:Rule=(?=(\d{1,5}:\d{1,5}) ))?-?\d{1,5}:\d{1,5} ([bpBP]) $/;
const LETTERS = new Map([
  ["b", "block"],
  ["p", "pass"],
]);
const FIREWALL_LETTER =
  /(?:^|: )FW: ([a-z][\w/.-]{0,24}\d) {1,12}([ADR]) {1,12}(?=(?:tcp|udp|icmp|icmp6|sctp|gre|esp|\d{1,3}) )/;
/** Behind it, marks of what is odd about the packet: `IN mbcast`, `IN oow bad`. */
const WAY_AT_END = / (IN|OUT)(?: [a-z-]{2,12}){0,3}$/;
const MAX_TRANSLATED = 56;
const MAX_WAY_BEFORE = 32;

/** `denied:50 A -> B`, `ACCEPT|6|A|p|B|q`. */
const JUDGED_NUMBER =
  /(?:permit(?:ted)?|den(?:y|ied)|drop(?:ped)?|block(?:ed)?|accept(?:ed)?|allow(?:ed)?)"?(?::(\d{1,3}) |([ ,;|\t])"?(6|17|132)"?\2"?)$/i;
/** `A:p -> B:q https:6`: the service and the number of its protocol. */
const SERVICE_BEHIND = new StartForm(
  `])"', `,
  /^[\])"']{0,2},? (?:https?|dns|domain|ssh|telnet|smtp|pop3|imap|ftp|tftp|ntp|snmp|sip|ike|isakmp|netbios[\w-]{0,12}|ldaps?|smb|rdp|bootp[cs]?|dhcp)(?::|\/|\()(6|17)\)?(?=$|[\s,;|\]])/i,
);
/** `17|A|p|B|q`: what such a row begins with. */
const NUMBER_BEFORE = /(?:^|[\s,;|])"?(6|17)"?([,;|\t])"?$/;
const NUMBER_BEHIND = new StartForm(",;|\t", /^([,;|\t])"?(6|17)"?(?=\1|$)/);

/** Where a row goes on behind its ends. */
const ROW_BEHIND = new StartForm(`"',;|\t`, /^["']?[,;|\t]/);
/** The way, how long the packet is, and its protocol: `, IN, 48, TCP, A, p, B, q`. */
const WAY_AND_LENGTH =
  /[,;|\t] ?(IN|OUT) ?[,;|\t] ?\d{1,5} ?[,;|\t] ?(?:TCP|UDP|ICMP|IPV6-ICMP|SCTP|PROTO \d{1,3}) ?[,;|\t] ?$/;
const WAY_COLUMN = new StartForm(",;|", /^[,;|](in|out)(?=[,;|]|$)/);
/** `ipfw: 65000 Deny TCP`. */
const RULE_NUMBER = /^ipfw: (\d{1,5}) /;

const RULE = new Hinted(
  /(?<![\w-])(?:rule|policy|pol(?=[#=:])|list|acl|access-list|access-group|access-rule|(?:access|packet|ip|firewall|traffic)[- ]filter|filter[- ](?:list|rule|term)|filter(?=[ :=]{1,2}(?:"[\w .:-]{1,80}"|\d{1,6}\))))(?:[ _-]?(?:id|name|number))?\]?(?:["'](?! ["'\w]))?[ =:#]{1,3}(?:"([^"]{1,80})"|(?!ipv[46](?![\w-]))([A-Za-z]*[-_]?\d[\w-]{0,60}|[A-Za-z]{1,30}[-_][\w-]{1,60})|'([^']{1,80})'|\[([^[\]=]{2,60})\]|<([^<>=]{2,60})>)(?![\w@]|\.\d{1,3}\.\d|:[\da-f]{0,4}:|\/(?!\d{0,3}\())|(?<![\w-])(?:rule|acl)\[([\w][\w .:-]{0,59})\](?= )/i,
  "rule|policy|pol#|pol=|pol:|list|acl|access-group|filter",
);
/** The same in German, French, Spanish and Italian, also in their own quotes. */
const FOREIGN_RULE = new Hinted(
  /(?<![\wÀ-ÿ-])(?:regel|richtlinie|règle|regle|politique|regla|política|regola|criterio)(?: (?:n°|nr\.?|no\.?|num\.?))?[ =:]{1,3}(?:[«„“] ?([^»“”"]{1,80}?) ?[»“”]|"([^"]{1,80})"|'([^']{1,80})'|([A-Za-z]*[-_]?\d[\w-]{0,60}|[A-Za-z]{1,30}[-_][\w-]{1,60}))/i,
  "regel|richtlinie|regle|politique|regla|regola|criterio",
);
/** The same in a column of its own. */
/** A name that bids, in a column beside that of the verdict: `,"deny",…,"Block SMTP",`. */
const BIDDING_COLUMN =
  /[,;|\t]"?((?:block|allow|deny|drop|permit|reject|accept|pass)[ _-](?!(?:packets?|connections?|sessions?|traffic|flows?|access|both|requests?|ip|silent(?:ly)?|and|with|by|log|url)(?![a-z]))[A-Za-z][\w .:-]{1,40}?)"?(?=[,;|\t]|$)/i;
const RULE_COLUMN = new Hinted(
  /[,;|\t] ?"?((?:rule|policy|acl)[-_ ]?\d{1,6})"?(?=[,;|\t]|$)/i,
  "rule|policy|acl",
);
/** A name of several words, which say nothing of what was done. */
const RULE_NAME =
  /(?<=(?:rule|policy|acl|filter)[ =:]{1,2})(?:'[^' ]{1,40} [^']{1,60}'|\[[^[\] ]{1,40} [^[\]]{1,60}\]|(?<=: )(?:default|implicit) [a-z-]{2,16}(?: [a-z-]{2,16}){0,2}\s*$)/gi;
const RULE_WORD = new Hinted(/rule|policy|acl|filter/i, "rule|policy|acl|filter");
const NAMED_RULE = new Hinted(
  /(?<![a-z])(?:acl|policy|rule|filter|firewall)[\w() :|>[\]-]{0,40}?(?<![\w-])name=["']?([^"',;|=]{2,80}?)["']?[,;| ] ?(?:verdict|action|disposition|decision)=["']?(?:allow|accept|permit|pass|den|drop|block|reject|discard)/i,
  "name=",
);
/** The rule's name before a packet's pairs and what was done with it: `NAME=web PROTO=TCP IN=eth1 … ACT=Deny`. */
const RULE_IN_FRONT = /^NAME=(?:"([^"]{1,80})"|([^\s"]{1,80})) PROTO=\w{1,8} (?=.{0,600}? ACT=)/;
const RULE_BRACKET = /\[Rule\] '?([^[\]']{1,60}?)'? (?=\[)/;
/** Kerio's and others': the verdict, and the rule's name in quotes, before a packet or who asked for a URL. */
const QUOTED_RULE =
  /(?:^|[:\]] )[a-z]{4,8} (?:url )?(?:"([^"]{1,80})"|'([^']{1,80})') (?=packet|traffic|connection|session|[\da-f.:]{3,45} \S{1,64} (?:https?|ftp) [A-Z]{3,9} )/i;
/** `Rejected at IN(1012) filter`, `dropped by OUT(7) rule`. */
const WAY_RULE =
  /(?:^([A-Z]{2,8}(?:\d{1,3}|\[\d{1,4}\])) [A-Za-z]{4,8} )?(?<![\w-])(?:at|by|on) (IN|OUT)\((\d{1,9})\) (?:filter|rule|policy|acl)(?![\w-])/i;

/** Yamaha's `PP[01][out][200101] TCP A:p > B:q`: an interface, the way, the rule. */
const BRACKETED_WAY =
  /(?<![\w-])([A-Z]{2,8}(?:\d{1,3}|\[\d{1,4}\]))\[(in|out)\]\[(\d{1,9})\] (?=TCP|UDP|ICMP)/;
/**
 * Behind the ports of a cloud's record: protocol, way and verdict by their letters; what has begun, goes on or has
 * ended (B, C, E) was allowed.
 */
const RECORD_LETTERS = new StartForm(",", /^,([TU]|6|17),([IO]),([ADBCE])(?:,|$)/);
/** `acl_log(…)|INFO|name="web-deny", verdict=drop`. */
const JUDGING_NAME =
  /(?<![a-z])(?:acl|rule|filter)(?:[_ -][a-z]{2,12})?(?:[ :|([][^"=]{0,40})?[ |:,(]name=(?:"([^"]{1,80})"|([\w.-]{1,60})),? (?:verdict|action)=/i;
/** ModSecurity's and its heirs'. */
const RULE_ID = /\[id "(\w{1,20})"\]/;
/** What an end became: `snat to 198.51.100.7:2000`, `translated to …`. */
const NAT_HINT = new Hinted(/nat|translat/i, "nat|translat");
const BECAME =
  /(?<![\w-])(?:(snat|src[- ]?nat|source nat|dnat|dst[- ]?nat|destination nat|(?:destination|dest|dst) (?:(?:address|ip|port|and) ){0,3}(?=translat|natted))(?:ted|'?ed|translat(?:e[ds]?|ing)|natted)?|(?:nat(?:ted)?|translat(?:e[ds]?|ing)))(?: to|:| ip:?|=|(?= )) ?(?=[\d[])/i;

/** Fills what is null in the message from the words around a flow, each only where one alone is said. */
export function takeBeside(whole: string, flow: Flow, message: ParsedMessage): void {
  const text = whole.includes('"') ? withoutQuoted(whole, flow) : whole;
  message.protocol ??=
    flow.protocol ??
    protocolBeside(text, flow) ??
    protocolOfProgram(message.app ?? "") ??
    protocolOfQuestion(whole);
  if (message.srcPort === null || message.dstPort === null) takeSpokenPorts(text, flow, message);
  takePacketPorts(text, message);
  takeSaidPorts(whole, message);
  dropTypes(message);
  dropPlace(text, message);
  if (message.dstPort === null && flow.source !== null && flow.destination !== null)
    takeService(text, flow, message);
  if (flow.action !== undefined && message.action === null)
    setActionMeaning(message, flow.action.word, flow.action.meaning);
  takePrintedAction(whole, flow.end, message);
  if (message.action === null && text.includes(">|")) takePolicyLetter(text, message);
  if (text.endsWith(")")) takeClosingVerdict(text.slice(flow.end), message);
  // A port before a verdict does not count it.
  if (!takeNamedVerdict(whole, message) && !isDroppedCall(whole, flow))
    takeVerdict(withoutRuleName(text, flow), message, isOfOneEnd(message) && flow.isAnswered !== true);
  if (message.action === null) takeVerdictBetween(text, flow, message);
  takeRefusedPeer(whole, message);
  if (message.action === null)
    takeMessageVerdict(message, text.slice(Math.max(0, flow.start - MAX_NAME_BEFORE), flow.start));
  takeLetters(text, flow, message);
  if (text.includes(") ")) takeWayRule(text, message);
  if (text.includes("][")) takeBracketedWay(text, message);
  if (!takeCapturePlace(text, message)) takeInterfaces(text, flow, message);
  message.direction ??=
    flow.way ??
    WAY_COLUMN.exec(text.slice(flow.end))?.[1] ??
    wayBefore(text, flow) ??
    directionOf(text) ??
    wayOf(message.app);
  const rule = message.ruleId === null ? (flow.rule ?? ruleOf(whole)) : "";
  // `Firewall Policy: [Drop]` tells what it did.
  message.ruleId ??= fieldText(rule === "" || VERDICT_RULE.test(rule) ? "" : rule, MAX_RULE_LENGTH);
  if (flow.source !== null && flow.destination !== null) message.ruleId ??= quotedJudge(whole);
  if (message.ruleId === null && message.action !== null && text.includes("match"))
    message.ruleId = matchedRule(text);
  if (message.ruleId === null && message.verdict !== null && ROW_BEHIND.test(whole.slice(flow.end)))
    message.ruleId = fieldText(BIDDING_COLUMN.exec(whole)?.[1] ?? "", MAX_RULE_LENGTH);
  message.reason ??= fieldText(flow.reason ?? "") ?? reasonOf(whole, flow, message);
  if (flow.translated !== undefined && message.natSrcIp === null)
    [message.natSrcIp, message.natSrcPort] = [flow.translated.ip, flow.translated.port];
  if (flow.answering !== undefined && message.natDstIp === null)
    [message.natDstIp, message.natDstPort] = [flow.answering.ip, flow.answering.port];
  const record = recordCounts(whole, flow);
  message.packets ??= record?.packets ?? null;
  message.bytes ??= record?.bytes ?? null;
  takeSpokenCounts(whole, message);
  takeRecordLetters(text.slice(flow.end), message);
  takeTranslation(text, flow, message);
}

/** Blanks in the place of what is quoted, but where a flow stands in it. */
function withoutQuoted(whole: string, flow: Flow): string {
  return whole.replaceAll(QUOTED, (quoted: string, start: number) => {
    const end = start + quoted.length;
    const isOfFlow = start < flow.start && flow.end < end;
    // A row may end with a sentence of the same source.
    const isSentence =
      end === whole.length && flow.source !== null && quoted.includes(`from ${flow.source.ip}`);
    return isOfFlow || isSentence ? quoted : `"${" ".repeat(quoted.length - 2)}"`;
  });
}

function wayBefore(text: string, { start }: Flow): string | null {
  const before = text.slice(Math.max(0, start - MAX_WAY_BEFORE), start);
  return WAY_AND_LENGTH.exec(before)?.[1]?.toLowerCase() ?? null;
}

/** `client A denied access to B`. */
function takeVerdictBetween(text: string, { source, destination }: Flow, message: ParsedMessage): void {
  if (source === null || destination === null) return;
  const [first, second] = source.start < destination.start ? [source, destination] : [destination, source];
  if (second.start > first.end) takeVerdict(text.slice(first.end, second.start), message, true);
}

/** What stands around a flow. */
function withoutRuleName(text: string, { start, end }: Flow): string {
  const around = `${text.slice(0, start)} . ${text.slice(end)}`;
  return RULE_WORD.test(around, text) ? around.replaceAll(RULE_NAME, "") : around;
}

function isOfOneEnd({ srcIp, dstIp }: ParsedMessage): boolean {
  return (srcIp === null) !== (dstIp === null);
}

/** `A to B, src port p, dst port q`. */
function takeSpokenPorts(text: string, { source, destination }: Flow, message: ParsedMessage): void {
  if (!text.includes("ort") && !text.includes("ORT")) return;
  const portOf = (form: RegExp) => portNumber(form.exec(text)?.[1] ?? "") || null;
  if (source !== null && message.srcIp === source.ip) message.srcPort ??= portOf(SOURCE_PORT);
  if (destination !== null && message.dstIp === destination.ip) message.dstPort ??= portOf(DESTINATION_PORT);
  if (destination === null && message.dstIp === null) message.dstPort ??= portOf(ASKED_PORT);
}

/** The port that was asked for, where one service alone is told: `deny tcp/22 from A to B`. */
function takeService(text: string, { destination }: Flow, message: ParsedMessage): void {
  if (message.dstIp !== destination?.ip || !text.includes("/")) return;
  const [first, second] = text.matchAll(SERVICE);
  if (first !== undefined && second === undefined) message.dstPort = portNumber(first[1] ?? first[2] ?? "");
}

/** ipmon's `bge0 @0:12 b A,p -> B,q PR tcp len 20 48 -S IN`. */
function takeLetters(text: string, { start, end }: Flow, message: ParsedMessage): void {
  if (message.action === null && text.includes("}S")) takeFilterLetters(text, message);
  if (text.includes("FW: ")) takeFirewallLetter(text, message);
  if (!text.includes(" @")) return;
  const [, place, rule, letter = ""] = LETTERS_BEFORE.exec(text.slice(0, start)) ?? [];
  const word = LETTERS.get(letter.toLowerCase());
  if (word === undefined) return;
  if (message.action === null) setActionMeaning(message, letter, word);
  message.interface ??= interfaceName(place);
  message.ruleId ??= rule ?? null;
  message.direction ??= WAY_AT_END.exec(text.slice(end))?.[1]?.toLowerCase() ?? null;
  if (message.direction === "out") message.interfaceOut ??= interfaceName(place);
}

/** `FW: ge-0/0/1.0 D tcp A B p q`: by which interface a packet came and what was done with it. */
function takeFirewallLetter(text: string, message: ParsedMessage): void {
  const [, place, letter = ""] = FIREWALL_LETTER.exec(text) ?? [];
  const word = FIREWALL_LETTERS.get(letter);
  if (word === undefined || message.action !== null) return;
  setActionMeaning(message, letter, word);
  message.interface ??= interfaceName(place);
}

function takeRecordLetters(behind: string, message: ParsedMessage): void {
  const [, protocol, way, verdict] = RECORD_LETTERS.exec(behind) ?? [];
  if (way === undefined || verdict === undefined) return;
  message.protocol ??= protocol === "T" || protocol === "6" ? "tcp" : "udp";
  message.direction ??= way === "I" ? "in" : "out";
  if (message.action === null) setActionMeaning(message, verdict, verdict === "D" ? "deny" : "allow");
}

function takeTranslation(text: string, flow: Flow, message: ParsedMessage): void {
  const behind = text.slice(flow.end);
  if (message.natSrcIp !== null || message.natDstIp !== null || !NAT_HINT.test(behind, text)) return;
  const match = BECAME.exec(behind);
  if (match === null) return;
  const start = match.index + match[0].length;
  const [end] = findEndpoints(behind.slice(start, start + MAX_TRANSLATED));
  if (end === undefined || end.start > 1 || end.isPrefix) return;
  if (/^d/i.test(match[1] ?? "")) [message.natDstIp, message.natDstPort] = [end.ip, end.port];
  else [message.natSrcIp, message.natSrcPort] = [end.ip, end.port];
}

/** The rule that a web firewall says to have acted by. */
export function securityRule(text: string): string | null {
  return text.includes('[id "') ? (RULE_ID.exec(text)?.[1] ?? null) : null;
}

/** Of a line that ends with an object what stands before this: `TCP stream action {"src":…}`. */
export function takeBeforeObject(whole: string, message: ParsedMessage): void {
  const brace = whole.indexOf("{");
  if (brace > 0 && message.srcIp !== null && message.dstIp !== null)
    message.protocol ??= onlyTransport(whole.slice(0, Math.min(brace, MAX_HEAD)), whole);
  takeSentenceVerdict(whole, message);
}

/** Of a line whose names tell the ends, what stands before the first of them: `Denied TCP srcip=…`. */
export function takeBesideNames(whole: string, message: ParsedMessage): void {
  const equals = whole.search(/[=:]/);
  message.ruleId ??= securityRule(whole);
  const head = whole.slice(0, Math.min(equals === -1 ? 0 : equals, MAX_HEAD)).replaceAll(QUOTED, "");
  message.protocol ??= onlyTransport(head);
  if (!takeNamedVerdict(whole, message)) takeVerdict(head, message);
  if (message.action === null && whole.includes("ccess denied")) setAction(message, "denied");
  if (message.action === null && whole.includes("}S")) takeFilterLetters(whole, message);
  if (message.srcPort !== null && message.dstIp === null && whole.includes("istener"))
    takeListener(whole, message);
}

/** Of an interface's two filters the one that judged, and the interface that the line begins with. */
function takeWayRule(text: string, message: ParsedMessage): void {
  const [, place, way = "", rule = ""] = WAY_RULE.exec(text) ?? [];
  if (rule === "" || message.action === null) return;
  message.interface ??= interfaceName(place);
  if (way.toLowerCase() === "out") message.interfaceOut ??= interfaceName(place);
  message.direction ??= way.toLowerCase();
  message.ruleId ??= rule;
}

function takeBracketedWay(text: string, message: ParsedMessage): void {
  const [, place, way = "", rule = ""] = BRACKETED_WAY.exec(text) ?? [];
  if (rule === "") return;
  message.interface ??= interfaceName(place);
  if (way === "out") message.interfaceOut ??= interfaceName(place);
  message.direction ??= way;
  message.ruleId ??= rule;
}

/** ZyNOS' `}S04>R01mD`: the rule of a set matched, and its packet was dropped or went on. */
function takeFilterLetters(whole: string, message: ParsedMessage): void {
  const letter = FILTER_LETTERS.exec(whole)?.[1];
  if (letter !== undefined) setActionMeaning(message, letter, letter === "D" ? "drop" : "allow");
}

/** ZyNOS' `|default permit:<2,0>|B`. */
function takePolicyLetter(text: string, message: ParsedMessage): void {
  const letter = POLICY_LETTER.exec(text)?.[1];
  if (letter !== undefined) setActionMeaning(message, letter, letter === "B" ? "block" : "allow");
}

/** The port that a client alone asked for. */
function takeListener(whole: string, message: ParsedMessage): void {
  const [, protocol = "", port = ""] = LISTENER.exec(whole.slice(0, MAX_LISTENER)) ?? [];
  message.protocol ??= transportName(protocol);
  message.dstPort ??= portNumber(port) || null;
}

function protocolBeside(text: string, { source, start, end }: Flow): string | null {
  const named = transportName(NAMED_TRANSPORT.exec(text)?.[1] ?? "");
  if (named !== null) return named;
  const number = NUMBER_BEHIND.exec(text.slice(end, end + MAX_BESIDE))?.[2];
  const served = number ?? SERVICE_BEHIND.exec(text.slice(end, end + MAX_BESIDE))?.[1];
  if (served !== undefined) return transportName(served);
  const [, marked, , column] = JUDGED_NUMBER.exec(text.slice(Math.max(0, start - MAX_BESIDE), start)) ?? [];
  const judged = marked ?? (source?.port === null ? undefined : column);
  if (judged !== undefined) return transportName(judged);
  const near = onlyTransport(
    text.slice(Math.max(0, start - MAX_BESIDE), Math.min(text.length, end + MAX_BESIDE)),
    text,
  );
  const said = near ?? onlyTransport(text) ?? transportName(FLAGGED_TRANSPORT.exec(text)?.[1] ?? "");
  if (said !== null || source === null) return said;
  const [, leading = "", mark] = NUMBER_BEFORE.exec(text.slice(Math.max(0, start - MAX_BESIDE), start)) ?? [];
  const isColumn = mark !== undefined && text.startsWith(mark, source.end) && source.start === start;
  return isColumn ? transportName(leading) : null;
}

function protocolOfProgram(app: string): string | null {
  return app.includes("P") ? transportName(TRANSPORT_PROGRAM.exec(app)?.[1] ?? "") : null;
}

/** By what a server of names was asked, as it quotes the question. */
function protocolOfQuestion(whole: string): string | null {
  return whole.includes(" IN ") ? transportName(QUESTION.exec(whole)?.[1] ?? "") : null;
}

function onlyTransport(text: string, whole = text): string | null {
  const words = TRANSPORT.all(text, whole);
  if (words.length === 0) return null;
  const names = new Set(words.map(([word]) => transportName(word)));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

/** `IN: BLOCK …` behind a header is no program. */
function wayOf(app: string | null): string | null {
  return app === "IN" || app === "OUT" ? app.toLowerCase() : null;
}

/** The rule that is called by its name in front of what was done: `ACL log: name="web-in", action=deny`. */
export function namedRule(text: string): string | null {
  const [, quoted, bare] = (text.includes("NAME=") ? RULE_IN_FRONT.exec(text) : null) ?? [];
  if (quoted !== undefined || bare !== undefined) return fieldText(quoted ?? bare ?? "", MAX_RULE_LENGTH);
  return fieldText(NAMED_RULE.exec(text)?.[1] ?? "", MAX_RULE_LENGTH);
}

function ruleOf(text: string): string {
  const form = text.startsWith("ipfw: ") ? RULE_NUMBER : placedRule(text);
  const match = (form === null ? null : form.exec(text)) ?? RULE.exec(text) ?? FOREIGN_RULE.exec(text);
  return (
    match?.slice(1).find((part) => part !== undefined) ?? RULE_COLUMN.exec(text)?.[1] ?? ruleByPlace(text)
  );
}

/** The form that may tell the rule by its place. */
function placedRule(text: string): RegExp | null {
  if ((text.includes('" ') || text.includes("' ")) && QUOTED_RULE.test(text)) return QUOTED_RULE;
  if (text.includes("[Rule] ")) return RULE_BRACKET;
  if (text.includes("Rule Collection: ")) return OF_COLLECTION;
  if (text.includes('[id "')) return RULE_ID;
  if (text.includes("name=") && JUDGING_NAME.test(text)) return JUDGING_NAME;
  return hasWayMark(text) ? WAY_MARK : null;
}
