import type { ParsedMessage } from "../../line";
import { setAction, setActionMeaning, verdictOf } from "../../values/action";
import { filteringVerdict } from "../../formats/json-formats";
import { isDigit, OPEN_BRACKET } from "../../values/characters";
import { Hinted } from "../../values/hinted";
import { takeNamedMessage } from "./message-verdict";
import { directionOf } from "../ends/ways";

/** `list 101 denied tcp`. */
const TRANSPORT_BEHIND = /^ (?:tcp|udp|icmp)/i;
/** A verdict's word that is no key, no number's unit, no list's and no part of a name. */
const VERDICT = new Hinted(
  /(?<![\w./\\=!-])(?<!\b(?:spf|dkim|dmarc|arc|checks?|tests?) )(?:allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|pass(?:ed)?|deny(?:ing)?|denied|block(?:ed|ing)?|drop(?:ped|ping)?|reject(?:ed|ing)?|discard(?:ed|ing)?|forbidden|prohibited|disallowed|prevented)(?![\w=/\\-]|\.\w| lists?\b| blk_-?\d|(?<=(?<!\*)block)\* | hosts? (?:file|list)s?\b| (?:root )?(?:privileges|privs|capabilities)\b| (?:hosts|addresses|ips|networks|clients|methods|types|values): )/gi,
  "allow|accept|permit|pass|deny|denied|block|drop|reject|discard|forbidden|prohibited|disallowed|prevented",
);
/** The same as part of a label in front of pairs. */
const LABEL_VERDICT =
  /(?<![a-z])(drop(?:ped)?|deny|denied|block(?:ed)?|reject(?:ed)?|accept(?:ed)?|allow(?:ed)?|permit(?:ted)?)(?![a-z])/gi;
/** Whose name may be a verdict, too: `dropped by policy deny: `. */
const BY_NAME = / by (?:policy|rule|acl|filter) \S{1,48}/i;
const MAX_LABEL = 80;
const HEAD_WORD =
  /^(?:acl|fw|firewall|policy|rule|filter|pkt|packet|traffic|conn|connection|default|implicit|input|output|forward|in|out|inbound|outbound|wan|lan|geo|geoip|ips|log|flow|fwd|zone|guest|final|global)[_-](?:allow|accept|permit|block|deny|drop|reject|allowed|accepted|permitted|passed|blocked|denied|dropped|rejected)(?=[ :])/i;
/** `[WAN-IN-DROP]`, which a line begins with. */
const BRACKETED_WORD =
  /^\[(?!not?[-_ ])(?:[a-z\d]{1,12}[-_ ](?!not?[-_ ])){1,3}(allow|accept|permit|block|deny|drop|reject|allowed|accepted|permitted|passed|blocked|denied|dropped|rejected)\]/i;
/** What was done and how, in front of a packet: `[reject-rst] tcp `, `[drop-silent] 192.0.2.1`. */
const BRACKETED_MANNER =
  /^\[(allow|accept|permit|block|deny|drop|reject)[-_:/+,][a-z]{2,10}\]:? {1,2}(?=(?:tcp|udp|icmp|icmpv6|sctp|ip|ipv[46]|packet|pkt|src|from|in|out)[ :=/]|[\da-f]{1,4}[.:]|\. )/i;
/** `Request denied client.ip=…`: what a sentence says of traffic where the first pair of its own stands behind it. */
const SAID_BEFORE_PAIR = new Hinted(
  /(?:^|[ :\]])(?:request|connection|access|traffic|packet|flow|session|query) (?:was |is )?(denied|blocked|dropped|rejected|refused|allowed|permitted)[,:;]? (?=[\w.]{2,32}=)/i,
  "denied|blocked|dropped|rejected|refused|allowed|permitted",
);
const NO_BEFORE = /(?:^|[^a-z])(?:no|not|non|if|when)$/i;
/** Of a rule: no. */
export const NOT_ALLOWED = /^not[ _-](?:allowed|permitted|accepted|authori[sz]ed)$/i;
const NOT_LET = new Hinted(
  /(?<![\w-])(?:(?:is|was|are|were) not (?:allowed|permitted)(?![\w-])|not (?:allowed|permitted) by |(?:traffic|packets?|connections?|sessions?|flows?) not (?:allowed|permitted)(?=[:,;.]|$))/i,
  "not allowed|not permitted",
);
/** The same of a host that would talk to this one: `Host 192.0.2.1 is not allowed to connect`. */
const NOT_LET_IN = new Hinted(
  /(?<![a-z])(?:host|client|peer|machine|address|ip(?: address)?)s? {1,2}["'([]? ?[\da-f.:]{1,45} ?["')\]]? {1,2}(?:(?:is|was) )?not (?:allowed|permitted|authori[sz]ed) to (?:talk|connect|speak|communicate|access|query|poll|contact|use)(?![a-z])|(?<![a-z])access (?:(?:is|was) )?not (?:allowed|permitted|granted|authori[sz]ed)(?=[:.,;]|$| (?:for|from|by)(?![a-z]))|(?:^|[-|[] ?)not[_ -]?(?:allowed|permitted|authori[sz]ed)(?= ?[-|\]])|(?<![a-z])(?:(?:host|client|peer|connection|player|user|visitor|caller)s? {1,2}(?:from {1,2})?["'([<]? ?[\da-f.:]{1,45} ?["')\]>]? {1,2}(?:(?:is|was|has been|got) )?turned (?:away|down)|turning (?:away|down) (?:(?:host|client|peer|connection|player|user|visitor|caller) (?:from )?)?["'([<]? {0,2}(?:\. |(?=[\da-f]{1,4}[.:])))/i,
  "not allowed|not permitted|not granted|not authorized|not authorised|notallowed|notpermitted|notauthori|not_allowed|not_permitted|not_authori|not-allowed|not-permitted|not-authori|turned away|turned down|turning away|turning down",
);
/** Whom a server let in, by his address. */
const GRANTED =
  /(?<![a-z])(?:access|permission|entry) (?:(?:is|was|has been) )?granted (?:to|for) (?:(?:user|client|host|peer|address|ip) )?["']?(?:[\w.-]{1,32}@|[\w.-]{1,32}["']? from )?["'([]?(?:\d{1,3}\.\d{1,3}\.|[\da-f]{1,4}:[\da-f]{0,4}:)/i;
/** In German, French, Spanish and Italian: what denies, drops, allows. */
const FOREIGN_VERDICT = new Hinted(
  /(?:^|[^\wÀ-ÿ])(?:(blockiert|gesperrt|verweigert|abgelehnt|bloqu(?:ée?|ead[oa])|refusée?|denegad[oa]|rechazad[oa]|bloccat[oa]|negat[oa])|(verworfen|rejetée?|descartad[oa]|scartat[oa])|(erlaubt|zugelassen|akzeptiert|autorisée?|acceptée?|permitid[oa]|aceptad[oa]|consentit[oa]))(?![\wÀ-ÿ])/i,
  "blockiert|gesperrt|verweigert|abgelehnt|bloquead|denegad|rechazad|bloccat|negat|verworfen|descartad|scartat|erlaubt|zugelassen|akzeptiert|permitid|aceptad|consentit",
);
const REFUSAL = new Hinted(
  /den[iy]|block|drop|reject|discard|forbid|refus/i,
  "deni|deny|block|drop|reject|discard|forbid|refus",
);
/** A host refuses connections, too; a rule is a firewall's. */
const REFUSED = new Hinted(/(?<![\w-])refused(?![\w=-])/i, "refused");
const RULED =
  /(?<![a-z])(?:polic(?:y|ies)|rules?|acl|access[- ]lists?|firewall|profile(?= ["'])|(?:allow|deny|block|black|white)[ -]?list|not (?:permitted|allowed|authori[sz]ed|trusted)|refused (?:new )?(?:incoming|outgoing|inbound|outbound) (?:session|connection|packet|traffic))(?![a-z])/i;
/** `refused mount request from A`, `Connection refused: too many sessions`: a server does, of whom it tells. */
const REFUSED_PEER =
  /(?:^|[:;,.\]] |\d: )connection refused from (?:(?:client|host|peer) )?["'([]?(?:\d{1,3}\.){3}\d{1,3}(?::| port )(?:3[3-9]|[4-6]\d)\d{3}(?!\d)|(?<![\w-])(?:refus(?:ed|ing) (?:(?:an?|the|new|incoming|further|[a-z]{3,12}) )?(?:(?:un)?mount|connect(?:ion)?|login|logon|access|session|query|transfer|request|call|handshake|subscription|association|registration|client)(?: (?:request|attempt|rpc|call|command))?s? (?:from:?|for) |(?:connection|login|access|session|request|transfer|quer(?:y|ies)) refused(?:: | \(|, (?=too|max|limit))(?:too many|max|limit|not (?:allowed|permitted|authori[sz]ed)|no permission|banned|black ?listed|block ?listed|untrusted|tcp_wrappers|address (?:is )?(?:not|banned|blocked))|(?:login|logon|access|session|query|mount|transfer) refused (?:from|for) |(?:connection|connect|login|access|session|request|transfer|quer(?:y|ies)|packet|mount)s? (?:attempt )?from (?=[\w"'(<[])(?![^;]{0,120} to )[^;]{2,120} refused(?:\.?\s*$|: |, | by (?:host|access|polic|rule|acl|config|tcp_?wrappers|libwrap)))/i;
/** What firewalls call a connection that they let through. */
const BUILT = new Hinted(
  /(?:^|[:\]] )built (?:(?:an?|the) )?(?:(?:inbound|outbound|dynamic|static|new) )?(?:tcp|udp|icmp|connection|session|flow)(?![\w-])|(?<![\w-])(?:tcp|udp|icmp|connection|session|flow) built(?=[,;:.]|$)/i,
  "built",
);
/** `BLK tcp A > B`, `,DNY,`: short for what was done with packets. */
const SHORT = new Hinted(
  /(?<![\w.-])(BLK|DNY|DRP|REJ)(?=[\]),;|:]|$| (?:TCP|UDP|ICMP|tcp|udp|icmp|in|out|from|packet|pkt)(?![\w-]))/,
  "blk|dny|drp|rej",
);
/** Behind the networks of a row, and before that nothing went wrong: `Internal|Establish|0x0|`. */
const OPENED = new Hinted(
  /[|;,\t](?:establish(?:ed)?|initiated(?: connection)?)[|;,\t]0x0[|;,\t]/i,
  "establish|initiated",
);
/** `entry denies TCP A`, which a flow was cut out of; a thing that drops may be counted. */
const RULE_DOES = new Hinted(
  /(?<![\w-])(denies|permits|allows|blocks|drops|rejects|discards|refuses) (?:(?:an? |the |this |new )?(?:tcp|udp|icmp(?:v?6)?|igmp|gre|esp|sctp|ip(?:v[46])?)(?: (?:packet|connection|traffic|session|flow|datagram|segment))?|(?:an? |the |this )?(?:packet|connection|traffic|session|flow|datagram|access|attempt)|(?<=(?<![a-z])(?:policy|rule|acl|entry|filter|firewall|list|term)(?: "[^"]{1,80}"| '[^']{1,80}'| [\w.-]{1,40})? (?:denies|permits|allows|blocks|drops|rejects|discards|refuses) ?)) ?(?:from (?:(?:host|source|client|ip) )?)?["'([]? ?(?:\. |\d{1,3}\.\d|[\da-f]{1,4}:)/i,
  "denies|permits|allows|blocks|drops|rejects|discards|refuses",
);
/** `turned away by ACL x`, `let through by rule 7`. */
const BY_RULE = new Hinted(
  /(?<![\w-])(?:(turned (?:away|back|down)|stopped|barred|vetoed|shut out|kept out|not let (?:through|pass|in))|(let (?:through|pass|in)|waved through))(?: \([a-z ]{3,20}\))?,? (?:by|as per|per) (?:the )?(?:acl|access[- ]?list|rule|policy|filter|firewall)(?![a-z])/i,
  "turned |stopped|barred|vetoed|shut out|kept out|not let |let through|let pass|let in|waved through",
);
const THROWN = new Hinted(/(?<![\w-])thrown (?:away|out)(?![\w-])/i, "thrown away|thrown out");
/** What a firewall calls what it did; not a denial of service. */
const DENIAL = new Hinted(
  /(?<![\w-])(?:port|access|connection|packet|traffic|session|flow|acl|policy|rule|firewall|filter) (?:denial|rejection|refusal)(?! of(?![a-z])|s?[_=-])(?![a-z])/i,
  "denial|rejection|refusal",
);
const THIRD_PERSON = /(?:(?<=den)ies|(?<=refus)es|s)$/i;
/** Of what was done, the cause. */
const CLAUSE = /(?<![\w-])(?:because|due to)(?![\w-])[^.;]{0,160}/i;
/** By what it was done: `blocked via dropped route using command: …`. */
const MEANS = /(?<=(?:block|bann|den|drop|reject|list)i?(?:p?ed|ing) )(?:via|using|by means of) .*/is;
/** `drop (Policy denied)`: what was done, and why. */
const BECAUSE =
  /^(?:\S{1,12} )?(drop(?:ped)?|den(?:y|ied)|block(?:ed)?|reject(?:ed)?) \(([A-Za-z][A-Za-z -]{3,48})\)/i;
const EVENT_ID = /<EventID(?: [^<>]{0,40})?>(515\d)</;
const NEGATIONS = new Set(["not", "no", "non", "never"]);
const CLOSING_MARK =
  / <((not )?(blocked|dropped|denied|rejected|discarded|prevented|allowed|permitted|accepted|passed))>$/i;
const TWO_WORDS =
  /(?<![\w-])(?:action=|event=(?=(?:acl|fw|firewall|policy|rule|filter|access|packet|traffic|connection|session|flow) ))([a-z]{2,12}) ([a-z]{4,9})(?=[ ,;] ?[\w.-]{1,32}=|$)/i;
/** What a mail server answered. */
const REPLY = /(?<![\w-])reject=[45]\d\d/;
/** `SFW_NO_RULE_DROP`, `RESOURCE_ACCESS_DENIED`, `CREATE_ACCEPT_FLOW`, `FW_RULE_DISCARD`, `CONNECT/DENIED/403`. */
const TOKEN_VERDICT = new Hinted(
  /(?<![\w.])(?:(?:(?!NOT?_)[A-Z]{2,24}_){0,4}NO_(?:RULE|POLICY|ACL|FILTER|MATCH|SESSION|FLOW|STATE|ROUTE)_(DENY|DROP|DISCARD|REJECT|BLOCK)|(?!NOT?_|CLIENT_ACCEPTED)(?:[A-Z]{2,24}(?:_(?!NOT?_)[A-Z]{2,24}){0,4}_(DENIED|BLOCKED|DROPPED|REJECTED|ALLOWED|PERMITTED|ACCEPTED)|(?:[A-Z]{2,24}_(?!NOT?_)){1,4}(ACCEPT|PERMIT|ALLOW|DENY|DROP|DISCARD|REJECT|BLOCK)_(?:FLOW|PACKET|PKT|SESSION|CONN|CONNECTION|TRAFFIC|FRAME)|(?:[A-Z]{2,24}_(?!NOT?_)){0,3}(?:RULE|FILTER|POLICY|ACL|FW|FIREWALL)_(ACCEPT|PERMIT|ALLOW|DENY|DROP|DISCARD|REJECT|BLOCK)|(?:[A-Z]{2,24}_(?!NOT?_)){0,3}(?:PACKET|PKT|TRAFFIC|ACCESS|SESSION|CONN|CONNECTION)_(DENY|DROP|DISCARD|REJECT|BLOCK)(?!=|: ?\d)|(?:CONNECT|GET|POST|PUT|HEAD)\/(DENIED|BLOCKED|REJECTED|ALLOWED|PERMITTED)))(?!\w)/,
  "/denied|/blocked|/rejected|/allowed|/permitted|_denied|_blocked|_dropped|_rejected|_allowed|_permitted|_accepted|_accept|_permit|_allow|_deny|_drop|_discard|_reject|_block",
);
/** What a name may be that has such a word. */
const NAMED_TOKEN = /_(?:ACC|ALL|BLO|DEN|DIS|DRO|PER|REJ)/;
const DENIED = /(?:\bnot|\bno|n't|\b(?:failed|unable) to|\bcannot) $/i;
/** `no connection rejected`, of nothing. */
const NONE =
  /(?<![a-z])no (?:packet|connection|traffic|session|flow|request|access)s?(?: (?:is|are|was|were|has been|have been))? $/i;
/** `3 dropped` counts, behind an address nothing does, nor does `0004`; `65000 Deny` is a rule. */
const COUNTED = /(?:^|[^\w.:/-])(?!0\d)\d+ $/;
/** What else than traffic is counted: `3 files denied`, `dropped 12 messages`; and of nothing, even traffic. */
const THINGS = String.raw`(?!(?:packet|pkt|frame|datagram|connection|session|flow|request|attempt|hit|time|byte|second)s)[a-z]{2,16}s`;
const COUNTED_THINGS = new RegExp(
  String.raw`(?:^|[^\w.:/-])(?:0+ [a-z]+s|\d+ ${THINGS})(?: (?:was|were))? $`,
  "i",
);
const COUNTS_THINGS = new RegExp(String.raw`^ (?:0+ [a-z]+s|\d+ ${THINGS})(?![\w-])`, "i");
/** `rule 7 dropped packet`. */
const RULE_BEFORE =
  /(?<![a-z])(?:rule|policy|filter|acl|entry|term|line|code|type|port|ttl|id|len|length|seq|vlan|proto|protocol|prio|priority|session|connection|conn|flow|client|peer|user|player|slot|socket|fd|channel)[ =:]#?\d+ $/i;
const PAST = /(?:ed|ing)$/i;
const NAMED_VERDICT = new Hinted(
  /(?<![\w-])(?:action|verdict|result|disposition)["']?(?: is)?\s?[=:]?\s?["']?([a-z]{4,10})(?![\w-])/i,
  "action|verdict|result|disposition",
);
/** A sentence that is a value. */
const SENTENCE =
  /(?<![\w.])(?:msg|message|log|log[_-]?desc|description|desc|info|event|event[_-]?(?:name|desc|description|message)|details?|text)["']?\s?[=:]\s?["']([^"']{6,160})["']/i;
/** Of it the words of what is let through or not. */
const TRAFFIC =
  /(?<![a-z])(?:packets?|connections?|traffic|sessions?|flows?|requests?|access|attempts?|frames?|datagrams?|firewall|acl|calls?|messages?|e?mails?|spoof(?:ing|s)?|port ?scans?|floods?|quer(?:y|ies)|urls?|sites?|downloads?|uploads?|attacks?|threats?|intrusions?|exploits?|malware)(?![a-z])/i;
/** What is said of a connection that has a way: `Close outbound, NAT tunnel`, `inbound session denied`. */
const OF_TRAFFIC =
  /^(?:(?:open|close|block|accept|allow|deny|permit|drop|reject|filter|start|end)(?:ed|ped|s)? )?(?:in|out)bound(?:$|[,:;]| (?:connection|session|packet|traffic|flow|tcp|udp|icmp))/i;
/** Servers accept connections, and mail passes checks. */
const TAKEN = /accept|\bpass(?:ed|es|ing)?\b/i;
const PACKET_WORD = /packet|traffic|firewall|frame|datagram/i;
/** How many of them were. */
const COUNT = /(?<![\w.:/-])\d+ [a-z]+s(?![a-z])/i;
const MAX_BEFORE = 12;
const MAX_COUNTED = 32;
/** More than a word: a rule's name, a message. */
export const QUOTED = /(?<![^\s=([{:,<])"[^" ]{0,80} [^"]{0,200}"/g;
export const MAX_HEAD = 256;

/** `[Forward] - [Inbound Rule(1) match]`. */
const FORWARD_MATCH = /\[(forward(?:ed)?)\] - \[(?!not? )[\w ()#.-]{1,48} match(?:ed)?\]/i;
/** At the end of all what was done, why or where, and the packet: `Policy denied DROPPED (TCP Flags: SYN)`. */
const CLOSING_VERDICT =
  /^(?: \([^()]{1,64}\))? (?:([A-Za-z][\w:. -]{1,80}) )?(DROPPED|DENIED|REJECTED|BLOCKED|ALLOWED|FORWARDED|PERMITTED) \((?:TCP|UDP|SCTP|ICMP)[^()]{0,48}\)$/;
/** Words of people, not of where a packet was seen: `from-network`, `policy-verdict:none EGRESS`. */
const SPOKEN_CAUSE = /^[A-Z][a-z]+(?: [A-Za-z]+){0,6}$/;

/**
 * What was done, which stands in capitals before the packet at the end, and why, of which the words may be verdicts.
 */
export function takeClosingVerdict(behind: string, message: ParsedMessage): void {
  const [, cause = "", word = ""] = CLOSING_VERDICT.exec(behind) ?? [];
  if (word === "" || (message.action !== null && message.verdict !== "other")) return;
  if (word === "FORWARDED") setActionMeaning(message, word, "allow");
  else setAction(message, word);
  if (message.verdict !== "allow" && SPOKEN_CAUSE.test(cause)) message.reason ??= cause;
}

/** `action deny`, `result is Deny`; true where the message has its action now. */
export function takeNamedVerdict(text: string, message: ParsedMessage): boolean {
  const named = message.action === null ? (NAMED_VERDICT.exec(text)?.[1] ?? "") : "";
  if (named !== "" && verdictOf(named.toLowerCase()) !== "other") setAction(message, named);
  return message.action !== null;
}

/**
 * Takes the verdict that a text speaks, where it speaks one alone. A server accepts whom the text names alone
 * (`isOfOneEnd`),
 * or what it registers, and lets no traffic through.
 */
export function takeVerdict(text: string, message: ParsedMessage, isOfOneEnd = false): void {
  if (text.includes("reject=") && REPLY.test(text)) {
    setAction(message, "reject");
    return;
  }
  if (text.endsWith(">") && takeClosingMark(text, message)) return;
  const words = wordsIn(text)
    .filter((found) => isSaid(found) && !(isOfOneEnd && TAKEN.test(found[0]) && !PACKET_WORD.test(text)))
    .map(([word]) => word);
  if (words.length === 0) {
    const token = tokenVerdict(text);
    if (token === undefined) takeOtherVerdict(text, message);
    else if (message.action === null) setAction(message, token);
    return;
  }
  const verdicts = new Set(words.map((word) => verdictOf(word.toLowerCase())));
  const because = words.length === 1 ? null : BECAUSE.exec(text);
  if (because !== null) message.reason ??= because[2] ?? null;
  if (verdicts.size === 1 || because !== null) setAction(message, because?.[1] ?? words[0] ?? "");
}

function tokenVerdict(text: string): string | undefined {
  return TOKEN_VERDICT.exec(text)
    ?.slice(1)
    .find((part) => part !== undefined);
}

/** The verdict that is part of a message's name, where that stands as the program: `SFW_NO_RULE_DROP: `. */
export function takeMessageVerdict(message: ParsedMessage, before: string): void {
  const name = message.app ?? "";
  if (name.includes("_") && NAMED_TOKEN.test(name)) setAction(message, tokenVerdict(name) ?? "");
  takeNamedMessage(message, before);
}

/** `<blocked>`, `<not blocked>` at the end of all: what was done at last. */
function takeClosingMark(text: string, message: ParsedMessage): boolean {
  const [, raw = "", not, word = ""] = CLOSING_MARK.exec(text) ?? [];
  const verdict = verdictOf(word.toLowerCase());
  if (verdict === "other") return false;
  const isLet = (verdict === "allow") === (not === undefined);
  setActionMeaning(message, raw, not === undefined ? word.toLowerCase() : isLet ? "allow" : "deny");
  return true;
}

/** Of a line whose names tell the ends: `msg="Connection blocked by policy"`. */
export function takeSentenceVerdict(whole: string, message: ParsedMessage): void {
  const mayTellWay = message.direction === null && !isOfOneEnd(message) && whole.includes("bound");
  if (message.action !== null && !mayTellWay) return;
  const said = SENTENCE.exec(whole)?.[1] ?? "";
  if (message.action === null) takeSaid(said, message);
  if (mayTellWay && said !== "" && OF_TRAFFIC.test(said)) message.direction = directionOf(said);
}

/** The verdict of a sentence that is about traffic and no count of it. */
export function takeSaid(said: string, message: ParsedMessage): void {
  if (TRAFFIC.test(said) && !COUNT.test(said) && !TAKEN.test(said)) takeVerdict(said, message);
}

/** What a server says that it refused; whom it let in, its parser knows as no verdict. */
export function takeRefusal(whole: string, message: ParsedMessage): void {
  const head = whole.slice(0, MAX_HEAD);
  if (message.action !== null || !REFUSAL.test(head)) return;
  const said = head.replaceAll(QUOTED, "");
  const words = wordsIn(said).filter(isSaid);
  if (words.length === 0) takeHeadVerdict(said, message);
  if (words.length === 0) takeRefused(said, message);
  if (words.length === 0) takeRefusedPeer(head, message);
  const refusals = new Set(words.map(([word]) => verdictOf(word.toLowerCase())));
  if (refusals.size === 1 && !refusals.has("allow")) setAction(message, words[0]?.[0] ?? "");
}

/**
 * Of a line of pairs the verdict in what they are labelled with: `DROP_INPUT: IN=…`, also where it stands as the
 * program.
 */
export function takeLabel(whole: string, message: ParsedMessage): void {
  if (message.action !== null) return;
  const sign = whole.search(/=|: (?!.{0,3}%)/);
  const label = `${message.app ?? ""} ${whole.slice(0, Math.min(sign + 1, MAX_LABEL))}`;
  const said = label.includes(" by ") ? label.replace(BY_NAME, "") : label;
  const words = [...said.matchAll(LABEL_VERDICT)].map(([, word = ""]) => word.toLowerCase());
  const [first] = words;
  if (first !== undefined && new Set(words.map(verdictOf)).size === 1) setAction(message, first);
  else if (first === undefined) takeHeadVerdict(whole, message);
  if (message.action === null) takeBeforePair(whole, message);
}

function takeBeforePair(whole: string, message: ParsedMessage): void {
  const said = SAID_BEFORE_PAIR.exec(whole);
  const word = said?.[1] ?? "";
  if (said !== null && !NO_BEFORE.test(whole.slice(Math.max(0, said.index - MAX_BEFORE), said.index)))
    setAction(message, word);
}

/** `acl-deny client …`: the word that a line begins with, of what denied and that it did. */
function takeHeadVerdict(whole: string, message: ParsedMessage): void {
  if (message.action !== null) return;
  const bracketed =
    whole.charCodeAt(0) === OPEN_BRACKET
      ? (BRACKETED_WORD.exec(whole) ?? BRACKETED_MANNER.exec(whole))
      : null;
  const word = bracketed?.[1] ?? HEAD_WORD.exec(whole)?.[0] ?? "";
  if (word !== "" && verdictOf(word.toLowerCase()) !== "other") setAction(message, word);
}

/** The words of a text that may be verdicts; those of the cause only where there are no others. */
function wordsIn(text: string): RegExpExecArray[] {
  const hasCause = text.includes("because") || text.includes("due to");
  const hasMeans = text.includes("d via ") || text.includes("d using ");
  const said = hasMeans ? text.replace(MEANS, "") : text;
  const words = hasCause || hasMeans ? VERDICT.all(hasCause ? said.replace(CLAUSE, "") : said, text) : [];
  return words.length === 0 ? VERDICT.all(text) : words;
}

/** What a rule refused, a firewall built, or the first verdict in another language. */
function takeOtherVerdict(text: string, message: ParsedMessage): void {
  takeHeadVerdict(text, message);
  takeRefused(text, message);
  if (message.action === null && !isOfOneEnd(message) && NOT_LET.test(text))
    setActionMeaning(message, "not allowed", "deny");
  if (message.action === null && NOT_LET_IN.test(text)) setActionMeaning(message, "not allowed", "deny");
  if (message.action === null && BUILT.test(text)) setAction(message, "built");
  if (message.action === null && !isOfOneEnd(message) && DENIAL.test(text))
    setActionMeaning(message, "denial", "deny");
  if (message.action === null && OPENED.test(text)) setActionMeaning(message, "establish", "allow");
  if (message.action === null && text.includes("refuse from if ")) setAction(message, "refuse");
  if (message.action === null && text.includes("] - [")) takeBracketedForward(text, message);
  if (message.action === null && text.includes("ACCESS FORWARD")) setAction(message, "access forward");
  if (message.action === null && !isOfOneEnd(message)) setAction(message, SHORT.exec(text)?.[1] ?? "");
  if (message.action === null && !isOfOneEnd(message)) takeRuleVerdict(text, message);
  takeForeignVerdict(text, message);
}

/** What a firewall lets through, beside the rule that matched; a chain of rules is called so, too. */
function takeBracketedForward(text: string, message: ParsedMessage): void {
  const word = FORWARD_MATCH.exec(text)?.[1];
  if (word !== undefined && !isOfOneEnd(message)) setActionMeaning(message, word, "allow");
}

/** What a rule does, or was done by one. */
function takeRuleVerdict(text: string, message: ParsedMessage): void {
  const does = RULE_DOES.exec(text)?.[1];
  if (does !== undefined) {
    const base = does.replace(THIRD_PERSON, "").toLowerCase();
    setActionMeaning(message, does, base === "den" ? "deny" : base === "refus" ? "refuse" : base);
    return;
  }
  const [, kept, passed] = BY_RULE.exec(text) ?? [];
  if (kept !== undefined) setActionMeaning(message, kept, "deny");
  else if (THROWN.test(text)) setActionMeaning(message, "thrown away", "drop");
  else if (passed !== undefined) setActionMeaning(message, passed, "allow");
}

function isOfOneEnd({ srcIp, dstIp }: ParsedMessage): boolean {
  return srcIp === null || dstIp === null;
}

/** What a server says that it refused, also where it quotes what it answered. */
export function takeRefusedPeer(text: string, message: ParsedMessage): void {
  if (message.action !== null) return;
  if (text.includes(" granted ") && GRANTED.test(text)) setActionMeaning(message, "granted", "allow");
  if (!(text.includes("efus") || text.includes("EFUS"))) return;
  if (REFUSED_PEER.test(text)) setAction(message, "refused");
}

function takeRefused(text: string, message: ParsedMessage): void {
  takeRefusedPeer(text, message);
  if (message.action === null && REFUSED.test(text) && RULED.test(text)) setAction(message, "refused");
}

/** Of an event of Windows' filtering platform as XML, what its number says. */
export function takeFilteringEvent(text: string, message: ParsedMessage): void {
  if (message.action !== null || !text.includes(">515")) return;
  setAction(message, filteringVerdict(Number(EVENT_ID.exec(text)?.[1])));
}

/** Of an action of two words of which a parser that parts pairs by blanks has the first: `ACTION=FW Deny SEGMENT=2`. */
export function takeSecondWord(text: string, message: ParsedMessage): void {
  if (message.action === null || message.verdict !== "other") return;
  const [, first = "", second = ""] = TWO_WORDS.exec(text) ?? [];
  if (
    first.toLowerCase() === message.action &&
    !NEGATIONS.has(message.action) &&
    verdictOf(second.toLowerCase()) !== "other"
  )
    setActionMeaning(message, `${first} ${second}`, second);
}

/** The first verdict in another language. */
function takeForeignVerdict(text: string, message: ParsedMessage): void {
  const said = message.action === null ? foreignVerdict(text) : null;
  if (said !== null) setActionMeaning(message, said.word, said.meaning);
}

/** The first verdict that a text speaks in another language, and what it means; null where there is none. */
export function foreignVerdict(text: string): { word: string; meaning: "deny" | "drop" | "allow" } | null {
  const [, denied, dropped, allowed] = FOREIGN_VERDICT.exec(text) ?? [];
  const word = denied ?? dropped ?? allowed;
  if (word === undefined) return null;
  return { word, meaning: denied !== undefined ? "deny" : dropped !== undefined ? "drop" : "allow" };
}

/** Not `3 dropped`, not `3 files denied` and not `not allowed`. */
function isSaid({ 0: word, index, input }: RegExpExecArray): boolean {
  const before = input.slice(Math.max(0, index - MAX_BEFORE), index);
  const end = index + word.length;
  if (TRANSPORT_BEHIND.test(input.slice(end, end + MAX_BEFORE + 1))) return true;
  if (DENIED.test(before)) return false;
  if (!PAST.test(word)) return true;
  if (NONE.test(input.slice(Math.max(0, index - MAX_COUNTED), index))) return false;
  if (COUNTED.test(before) && !RULE_BEFORE.test(input.slice(Math.max(0, index - MAX_COUNTED), index)))
    return false;
  // `…s denied`, `…s were denied`
  const mayBeCounted = before.endsWith("s ") || before.endsWith(" were ");
  if (mayBeCounted && COUNTED_THINGS.test(input.slice(Math.max(0, index - MAX_COUNTED), index))) return false;
  return !(isDigit(input.charCodeAt(end + 1)) && COUNTS_THINGS.test(input.slice(end, end + MAX_COUNTED)));
}
