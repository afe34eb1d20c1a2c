import { DIGITS, StartForm } from "../../values/start-form";
import { Hinted } from "../../values/hinted";
import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";
import { destinationFlow } from "./flow-parts";
import { FIRST_USER_PORT, isClientPort, isServicePort } from "../../values/port-ranges";
import {
  ANSWER_BEFORE,
  isFailedCall,
  isGroup,
  isMember,
  MOVED_BEFORE,
  isUrlOfService,
  sourceFlow,
  TRYING,
} from "./single-source";
import { eventWeight, isOfMachines, isRequest, roleAt } from "./role-words";

/** What words and event together must weigh. */
const MIN_WEIGHT = 4;
const MIN_CALLED = 3;
const REQUEST_WEIGHT = 3;
const CLIENT_WEIGHT = 3;
/** Before the proxies that it came by. */
const FORWARDED = /^, ?\d{1,3}\.\d{1,3}\./;
const FORWARDED_WEIGHT = 3;
const NEVER = -100;
/** Whom a mail server gave a message to. */
const RELAY_BEFORE = /\brelay=[\w.-]{0,64} ?\[$/;
const RECIPIENT = /\bto=</;
const SENDER = /\bfrom=<|\breject=[45]\d\d/;
/** What an object of a configuration is made with. */
const GIVEN_BEFORE =
  /\b(?:created|added|configured|defined|deployed|provisioned) with (?:an? )?(?:(?:static )?ip(?:v4)? )?address(?: of)?:? ?["']?$/i;
/** Where this host wants to be asked. */
const OWN_BEFORE = new Hinted(
  /(?<![a-z])(?:bind(?:ing)?|socket|listener|server|acceptor|port) (?:to|on|at) (?:(?:address|interface|local) )?["'([]?$/i,
  "bind|socket|listener|acceptor|server to|server on|server at|port to|port on|port at",
);
/** Whom this host told something. */
const SENT_BEFORE =
  /\b(?:sent|sends|sending|notified|announced|broadcast|forwarded|pushed) (?:[a-z]{1,12} ){0,2}to (?:the |all )?(?:clients?|peers?|hosts?|users?) ["'([]?$/i;
/** Whom a sweep met. */
const MET_BEFORE = new Hinted(
  /\b(?:scan|scanned|scanning|sweep|discovery|discovered) [^;]{0,60}\b(?:found|discovered) (?:(?:new )?(?:host|device|node) )?["'([]?$/i,
  "found |discovered ",
);
/** What a manager heard something of: `event from device with { IP } A`. */
const REPORTED_BEFORE =
  /\b(?:events?|alerts?|alarms?|traps?|notifications?) (?:(?:was |is )?(?:received|raised|reported|generated|sent) )?(?:from|by|on|for|of) (?:the )?(?:managed )?(?:device|node|system|appliance|sensor|controller|chassis|element)(?:(?: with)? \{? ?(?:ip|host|address|ip address) ?\}?)?[ :=]{1,2}["'([]?$/i;
/** Of whom a configuration is told, who has done nothing: `adding peer A:51820`. */
const CONFIGURED_BEFORE = new Hinted(
  /(?<![a-z])(?:add|remov|delet|configur|creat|updat|install|unconfigur|replac)(?:ed|ing|e|s)? (?:(?:an?|the|new|static|bgp|vpn|wireguard|dns|ntp|real) ){0,2}(?:peer|neighbou?r|(?:real |virtual )?server|upstream|backend|endpoint|gateway|route|next-?hop|target|forwarder)(?: (?:address|endpoint|with endpoint|at|ip))?:? ["'([]?$/i,
  "add |adde|addi|adds|remov|delet|configur|creat|updat|install|replac",
);
/** Of what is kept of an address: `cache entry for A expired`. */
const KEPT_BEFORE = new Hinted(
  /(?<![a-z])(?:(?:cache|table|arp|dns|stale|hosts?|map|route|fib|fdb) entr(?:y|ies)|records?|lookups?|mappings?|lease|cache|ptr|rrset|statistics|stats|counters?|routes?) (?:for|of|to) (?:(?:host|address|ip|peer) )?["'([]?$/i,
  "entr|record|lookup|mapping|lease|cache|ptr|rrset|statistics|stats|counter|route",
);
/** What somebody asked for, and what is said of an address that is not of who did something. */
const OTHERS_BEFORE = [
  KEPT_BEFORE,
  new Hinted(/:\/\/[^\s|,;"]{0,64}$/, "://"),
  new Hinted(/\bheader:? ?["']?$/i, "header"),
  CONFIGURED_BEFORE,
  OWN_BEFORE,
  MET_BEFORE,
];
/** What a peer answers or is told, what it was given, and what is reported of it. */
const TOLD_BEFORE = [ANSWER_BEFORE, GIVEN_BEFORE, SENT_BEFORE, REPORTED_BEFORE];
const IN_QUERY = /[?&][\w.%-]{1,64}=$/;
const MAY_BE_OTHERS = /[=([/:"' ]$|:\/\//;
/** A row of columns, and what stands before one of them. */
const ROW = /^(?:(?:[^,]*,){5}|(?:[^\t]*\t){4}|(?:[^|]*\|){3}|(?:[^;]*;){5})/;
const COLUMN_BEFORE = /(?:^|[,|\t;])["' ]?$|^[\w.-]{1,32} $/;
const COLUMN_BEHIND = /^["']? ?(?:[,|\t;]|$)/;
/** `A: what it did`, `A:user:what he did`, `A User x …`. */
const SUBJECT =
  /^(?:\] [A-Z][a-z]|[\])]?(?:: [A-Za-z]|:[A-Za-z][\w.-]{0,31}:(?=[A-Za-z ])| #\d{1,9}: | <[^<> ]{0,64}@| (?:-|->|=>|→) [A-Za-z]| (?:group|user|username|client)\b))/i;
/** `alice@ws1 A`, `mx.example.com[A]`. */
const NAMED_BEFORE =
  /[\w.-]@[\w.-]{1,40} ["'([]?$|(?:[a-z]\.[a-z]{2,12}|\b(?:localhost|unknown)) ?\[$|\b(?:user|login|account)(?:[_-]?name)?[=:] ?["']?[\w.@\\-]{1,40}["']?, ["'([]?$|\b(?:log[io]n|auth(?:entication)?) (?:ok|failed|failure|success|succeeded|denied|rejected|accepted|incorrect|error):? [["'][\w.@+\\-]{1,40}[\]"'] ["'([]?$|\bauthenticated (?:user )?["']?(?!(?:to|by|at|on|with|via|from|against|using|as|for|in|server|host|against)(?![\w.-]))[\w.@+\\-]{1,40}["']? ["'([]?$/i;
/** Behind such a sentence stands nothing but where somebody was. */
const LOGIN = /(?<![a-z])(?:log[io]n|logon|password|authentication)(?![a-z])/i;
/** `sender check failed: <a@example.com>, A`: who brought a mail that was looked at. */
const CHECKED_BEFORE =
  /\b(?:check|verification|callout|callback|greylist\w{0,4}|spf) \w{2,12}: <[\w.+=-]{1,64}@[\w.-]{1,64}>, $/i;
const MAILBOX_END = ">, ";
const MAX_NAME = 64;
const MAX_MAILBOX = 180;
/** What was done to the host that is the subject. */
const SUFFERS = new StartForm(
  `"')] `,
  /^["')\]]{0,2} (?:(?:was|is|is being|has been|were|got) (?:scanned|attacked|probed|flooded|targeted|compromised|infected)\b|scanned(?:[.,;]|$))/i,
);
/** Levels, threads, seconds since 1970 and numbers in front of what a line begins with. */
const HEAD =
  /^(?:(?:[A-Z]{3,8}:?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,:+Z-]{0,15}|1\d{9}(?:\.\d{1,6})?|\[[^\]]{0,48}\]|\([^)]{0,48}\)|[\w-]{1,24}(?= {1,4}\[))\s{1,4}){1,4}$/;
/** Of a machine, in front of its address. */
const CARD_BEFORE = /(?:[\da-f]{2}[:-]){5}[\da-f]{2}[,;]? $/i;
const MAX_CARD = 20;
/** And behind it, in the same bracket. */
const CARD_BEHIND = new StartForm(
  ` #/,|-${DIGITS}abcdefABCDEF`,
  /^ ?(?:##|[/,|-])? ?(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![:-])/i,
);
const OPENS = "[(";
const LISTENS = /listen|bind|bound/i;
const MAX_WORD = 12;
const MAX_WAY = 48;
const MAX_SUBJECT = 40;
/** `connection to server (ip A, port p)`. */
const CALL =
  /(?:^|[^a-z])(?:connect(?:s|ed|ing|ion)?|sessions?|tunnel|requests?|quer(?:y|ies)|tls|ssl|login|relay(?:ed|ing)?|forward(?:ed|ing)?|send(?:ing)?|sent|deliver(?:ed|y|ing)?)(?: (?:attempt|established|failed|refused|opened|closed|request|outbound|outgoing|from|[a-z]{2,12}|[a-z]{2,12}_[a-z_]{2,12}|#?\d{1,9}(?= to ))){0,3}(?: to| (?:to|with) (?:(?:the )?(?:[\w.-]{2,24} ){0,2}(?:server|controller|broker|collector|database)|host|upstream|backend|relay|peer|remote|address|ip)) ?(?:AF=\d{1,2} )?(?:[\w.-]{1,64}(?:\[[\da-f.:]{3,45}\])? ?)?(?:[([](?:ip|addr|address|host)(?: address)?[ :=]{1,2})?["'([</]{0,2}$/i;
/** `connected A:143`, `Reconnecting to the agent via host A`. */
const CONNECTED =
  /\bdial(?:ing)? (?:tcp|udp)[46]? $|\bconnect(?:ed|ing):? ?$|connect(?:ing)? to .{1,64}$|\b(?:backend|upstream|peer_?addr|outbound)[ =:]{1,2}["'([]?$/i;
/** Whom OpenVPN calls, as a client does. */
const LINK_BEFORE =
  /(?<![A-Za-z])(CLIENT link remote|recently used remote address|UDP(?:v[46])? link remote): (?:\[AF_INET6?\])?$/;
/** Whom a connection failed for: `Connection check failed for broker 'A'`. */
const FAILED_FOR = String.raw`\bconnect(?:ion|ivity)(?: [a-z]{2,14}){0,2} (?:failed|timed out|lost|refused) (?:for|with) (?:the )?(?:remote )?(?:broker|server|backend|upstream|collector|controller|manager|target|receiver|endpoint)(?: (?:ip|address|at))?:? ["'([]?`;
/** Whom this host began to negotiate with: `initiating IKE_SA home[1] to A`. */
const INITIATED = String.raw`\b(?:initiat|start)(?:ing|ed) (?:an? |the |new ){0,2}(?:(?:main|aggressive|quick|base|unique|ikev[12]|ipsec|vpn|phase[ -]?[12]|new) (?:mode )?){0,2}(?:IKE_SA|CHILD_SA|IKE|ISAKMP|SA|tunnel|vpn|phase[ -]?[12]|negotiation|handshake|exchange)(?: (?:SA|connection|session|negotiation|exchange|tunnel))?(?: [\w.{}[\]:'"-]{1,64})? (?:to|with|towards) (?:(?:peer|gateway|host|remote) )?["'([]?`;
/** Who did not answer. */
const SILENT = String.raw`\bno (?:response|answer|reply) from (?:the )?(?:remote )?(?:(?:radius|ldap|tacacs\+?|proxy|web|mail|auth(?:entication)?|target|backend|upstream) )?(?:server|host|upstream|backend|target|service|peer)[.:,]? ?(?:at )?["'([]?`;
/** What is tried, and `gtp_connect() [A]:p`. */
const TRIED = new Hinted(
  new RegExp(String.raw`(?:${TRYING}|${FAILED_FOR}|${INITIATED}|${SILENT}|_connect\(\) \[?)$`, "i"),
  "trying|attempting|unable|failed|timed out|lost|refused|connect()|initiating|initiated|starting|started|no response|no answer|no reply",
);
/** Whom a flood or an attack goes to: `flood detected affecting the prefix A/32`, `DDoS attack against A`. */
const ATTACKED = new Hinted(
  /\b(?:(?:attack|flood|ddos|dos|amplification|exploit|exploitation)s?\b(?: (?!from |by )[\w-]{1,16}){0,4} (?:against|targett?ing|affecting|impacting|hitting|aimed at|directed at|towards?)|(?:flood|ddos|dos attack|amplification attack)s? (?:(?:was |has been |is )?(?:detected|observed|seen|in progress|ongoing|started) )?on) (?:the )?(?:(?:(?:target|victim|destination|protected) )?(?:hosts?|ip|ips|prefix|prefixes|address|addresses|networks?|servers?|targets?|victims?|destinations?|zones?|resources?)(?: (?:ip|address))?:? )?["'([]?$/i,
  "against|target|affecting|impacting|hitting|aimed at|directed at|toward|flood|ddos|dos attack|amplification attack",
);
/** The same of what is called by a name of its own, where other words tell that it is an attack. */
const AFFECTED =
  /\b(?:detected|observed|seen) (?:affecting|impacting|targett?ing|attacking|hitting) (?:the )?(?:(?:hosts?|ip|ips|prefix|prefixes|address|addresses|networks?|servers?|destinations?|zones?)(?: address)?:? )?["'([]?$/i;
const OF_ATTACK =
  /(?<![a-z])(?:flood|attack|ddos|dos|signature|amplification|scrubbing|mitigation)(?![a-z])/i;
/** `[A:p OUT]`, perhaps with its number. */
const GOES_OUT = new StartForm(" ", /^(?: [\da-f-]{8,36})? OUT(?:GOING|BOUND)?\]/);
/** `forwarded www.example.com to A`: whom a name server asked. */
const FORWARDED_NAME =
  /(?<![a-z])(?:forward(?:ed|ing)|relay(?:ed|ing)|pass(?:ed|ing)) (?:(?:the |a )?(?:dns )?(?:query|request|lookup|question)(?: (?:for|of))? )?["']?(?:[\w-]{1,63}\.)+[a-z][a-z\d-]{1,62}\.?["']?(?:[ /](?:IN )?(?:A|AAAA|CNAME|MX|TXT|PTR|NS|SOA|SRV|HTTPS|ANY))? to (?:(?:the )?(?:upstream|server|forwarder|resolver|nameserver|dns server)[ :]{1,2}){0,2}["'([]?$/i;
const OUTBOUND = new Hinted(
  /\b(?:outbound|outgoing|egress) (?:[a-z]+ )?(?:connection|request|traffic|session|call|packet|message)s?\b/i,
  "outbound|outgoing|egress",
);
const GOAL_BEFORE = /\b(?:to|with|ip|host|address|destination|dst)(?: (?:ip|host|address))?:? ?["'([]?$/i;
const FROM_SOURCE = /\b(?:from|by|src|source|client) ["'([]?[\da-f]{1,4}[.:]/i;
/** `connect to mx.example.org[A]: Connection refused`, whoever else is told. */
const UNREACHED_BEFORE = /\bconnect(?:ion|ing)? to (?:(?:server|host|relay) )?[\w.-]{1,64} ?[[(]?$/i;
const UNREACHED_BEHIND =
  /^[\])]?(?::\d{1,5})?:? (?:failed|(?:connection|operation|network|host|server) (?:refused|reset|timed|is|unreachable|aborted)|no route|timed out|refused)/i;
/** What is said of connections. */
const CONNECTION = /(?:connect(?:ion|ed|ing)?|refused|handshake|timed? ?out)\b/i;
const MAX_BEFORE = 96;
/** `,www.example.com,/path,`: of a URL in columns, the host. */
const PATH_COLUMN = /^["']?[,;|\t]["']?\/[\w.%-]/;
const AGENT_COLUMN = /[,;|\t]["']?Mozilla\/5\.0[^,;|\t]{0,240}[,;|\t]["']?$/;
const MAX_AGENT = 280;
/** The host's name in the column before. */
const SITE_COLUMN = /[,;|\t]["']?([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,5})["']?[,;|\t]["']?$/i;
/** What a column in front of another ends with, perhaps behind a quote's begin. */
const COLUMN_ENDS = ",;|\t\"'";
const URL_BEFORE = ",;|\t\"'/";

/**
 * The end of a line in which nothing else is told than by the words around it: who did something, where the line is of
 * a login, a request, an attack and its like; or whom this host called.
 */
export function loneEnd(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  const whole = ends.map((end) => asHost(withoutColumn(text, end))).filter(isSomebody);
  const [first] = whole;
  if (first === undefined || isOfMachines(program)) return null;
  const isOne = whole.every(({ ip }) => ip === first.ip);
  const called = isOne ? calledTarget(text, whole.at(-1) ?? first) : unreached(text, whole);
  if (called !== null) return called;
  const relay =
    isOne && text.includes("relay=") && !RECIPIENT.test(text) && SENDER.test(text)
      ? whole.find((end) => isRelay(text, end))
      : undefined;
  if (relay !== undefined) return sourceFlow(text, relay);
  const agent = !isOne && text.includes("/5.0") ? whole.find((end) => isBehindAgent(text, end)) : undefined;
  if (agent !== undefined && PATH_COLUMN.test(text.slice(first.end, first.end + MAX_WORD)))
    return sourceFlow(text, agent);
  const candidates = whole.filter((end) => mayBeDoer(text, end));
  if (candidates.length === 0) return null;
  const event =
    isClientPort(first.port) && !LISTENS.test(text) ? Math.max(0, eventWeight(text)) : eventWeight(text);
  return event < 0 ? null : doer(text, candidates, { event, isOne, isAsked: isRequest(text) });
}

/**
 * `www.example.com,A,…,www.example.com/path`: in the column behind a host's name, and before a URL of that host, stands
 * who
 * was asked.
 */
function isBesideSite(text: string, before: string, end: number): boolean {
  const isColumn = COLUMN_ENDS.includes(before.charAt(before.length - 1));
  const site = isColumn ? SITE_COLUMN.exec(before)?.[1] : undefined;
  const url = site === undefined ? -1 : text.indexOf(`${site}/`, end);
  return url !== -1 && URL_BEFORE.includes(text.charAt(url - 1));
}

/** Whether an address stands in the column behind what a browser calls itself. */
function isBehindAgent(text: string, { start }: Endpoint): boolean {
  return AGENT_COLUMN.test(text.slice(Math.max(0, start - MAX_AGENT), start));
}

/** Who gave a mail server a message. */
function isRelay(text: string, { start }: Endpoint): boolean {
  return RELAY_BEFORE.test(text.slice(Math.max(0, start - MAX_BEFORE), start));
}

/** `192.0.2.1/32` is a host. */
function asHost(end: Endpoint): Endpoint {
  const isHost = end.isPrefix && end.port === (end.ip.includes(":") ? 128 : 32);
  return isHost ? { ...end, port: null, isPrefix: false } : end;
}

/** No network, no version, no group, and not all addresses of a machine. */
function isSomebody({ ip, isPrefix, isLoose }: Endpoint): boolean {
  return !isPrefix && !isLoose && ip !== "0.0.0.0" && ip !== "::" && !isGroup(ip);
}

/** The number behind a comma is a column of its own, not the port. */
function withoutColumn(text: string, end: Endpoint): Endpoint {
  const comma = end.isLoose ? text.slice(end.start, end.end).lastIndexOf(",") : -1;
  return comma === -1 ? end : { ...end, port: null, isLoose: false, end: end.start + comma };
}

/** What a line is about, whether it has one address only, and whether it is of a request. */
type Topic = { event: number; isOne: boolean; isAsked: boolean };

function doer(text: string, ends: readonly Endpoint[], topic: Topic): Flow | null {
  let best: Endpoint | null = null;
  let most = 0;
  for (const end of ends) {
    const weight = weightOf(text, end, topic) + (topic.isAsked && best === null ? REQUEST_WEIGHT : 0);
    if (weight < MIN_WEIGHT || weight <= most) continue;
    best = end;
    most = weight;
  }
  return best === null ? null : sourceFlow(text, withItsPort(best, ends));
}

/** False of an address that a word before it says to be somebody else's or nobody's. */
function mayBeDoer(text: string, { ip, start, end }: Endpoint): boolean {
  if (isDoubled(text, start, end)) return true;
  if (isUrlOfService(text, ip)) return false;
  const { isTarget, isSetting } = roleAt(text, start, end);
  if (isTarget || isSetting || SUFFERS.test(text.slice(end, end + MAX_SUBJECT))) return false;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (isMember(before, text.slice(end, end + MAX_SUBJECT))) return false;
  if (before.includes("from ") && MOVED_BEFORE.test(before)) return false;
  if (!MAY_BE_OTHERS.test(before)) return true;
  if (before.endsWith("=") && IN_QUERY.test(before)) return false;
  if (TOLD_BEFORE.some((form) => form.test(before))) return false;
  return !OTHERS_BEFORE.some((form) => form.test(before, text));
}

/** How much an address seems to be of who did something. */
function weightOf(text: string, end: Endpoint, { event, isOne, isAsked }: Topic): number {
  const port = portWeight(end, isOne);
  if (event === 0 && port < MIN_WEIGHT) return NEVER;
  // What is asked of has the port of a service.
  if (isAsked && isServicePort(end.port)) return NEVER;
  const role = roleAt(text, end.start, end.end);
  if (end.port !== null && end.port < FIRST_USER_PORT && role.source < MIN_CALLED) return NEVER;
  const isForwarded =
    !isOne && FORWARDED.test(text.slice(end.end, end.end + MAX_WORD)) ? FORWARDED_WEIGHT : 0;
  return role.source + port + isForwarded + (isOne ? event + placeWeight(text, end) : event - 1);
}

/** A port that only clients have tells one, where nobody else is named. */
function portWeight({ port }: Endpoint, isOne: boolean): number {
  if (port === null || port < FIRST_USER_PORT) return 0;
  if (!isClientPort(port)) return 1;
  return isOne ? MIN_WEIGHT : CLIENT_WEIGHT;
}

/** A proxy tells the port of its client with the address at another place. */
function withItsPort(source: Endpoint, ends: readonly Endpoint[]): Endpoint {
  const other = ends.find(({ ip, port }) => ip === source.ip && port !== null && port >= FIRST_USER_PORT);
  return source.port === null && other !== undefined ? { ...source, port: other.port } : source;
}

/** What the place of a line's only address tells: a column of its own, the subject, the end of a sentence. */
function placeWeight(text: string, { start, end }: Endpoint): number {
  const before = text.slice(Math.max(0, start - 2), start);
  const behind = text.slice(end, end + MAX_SUBJECT);
  const column =
    COLUMN_BEFORE.test(start <= MAX_NAME ? text.slice(0, start) : before) &&
    COLUMN_BEHIND.test(behind) &&
    ROW.test(text)
      ? 3
      : 0;
  // Whose name is not known is called by his address.
  if (isDoubled(text, start, end)) return MIN_WEIGHT;
  const isLast = before === ": " || (before === ". " && LOGIN.test(text.slice(0, start)));
  const last = isLast && behind.length <= 1 ? 3 : 0;
  const isChecked =
    text.endsWith(MAILBOX_END, start) &&
    CHECKED_BEFORE.test(text.slice(Math.max(0, start - MAX_MAILBOX), start));
  const isNamed = isChecked || NAMED_BEFORE.test(text.slice(Math.max(0, start - MAX_NAME), start));
  const named = isNamed ? 3 : 0;
  const isFirst = start <= 1 || before === ": " || (start <= MAX_NAME && HEAD.test(text.slice(0, start)));
  const isCarded =
    (OPENS.includes(text.charAt(start - 1)) && CARD_BEHIND.test(behind)) ||
    CARD_BEFORE.test(text.slice(Math.max(0, start - MAX_CARD), start));
  return Math.max(
    column,
    last,
    named,
    isCarded ? 2 : 0,
    SUBJECT.test(behind) ? (start <= 1 ? 3 : 2) : 0,
    isFirst ? 2 : 0,
  );
}

/** `A(A)`, `A[A]`, of either of the two. */
function isDoubled(text: string, start: number, end: number): boolean {
  const address = text.slice(start, end);
  const opening = text.charAt(end);
  if (opening === "(" || opening === "[") return text.startsWith(address, end + 1);
  const before = text.charAt(start - 1);
  return (
    (before === "(" || before === "[") &&
    text.endsWith(address, start - 1) &&
    text.startsWith(address, start - 1 - address.length)
  );
}

/** The one host of several that could not be reached. */
function unreached(text: string, ends: readonly Endpoint[]): Flow | null {
  if (!text.includes("onnect")) return null;
  const [host, other] = ends.filter(
    ({ start, end }) =>
      UNREACHED_BEFORE.test(text.slice(Math.max(0, start - MAX_BEFORE), start)) &&
      UNREACHED_BEHIND.test(text.slice(end, end + MAX_SUBJECT)),
  );
  return host === undefined || other !== undefined ? null : destinationFlow(host);
}

/** A connection that goes out, of which no word says that it came from the address. */
function isOutbound(text: string): boolean {
  return OUTBOUND.test(text) && !FROM_SOURCE.test(text);
}

/** `connect to host[A]:25`, `TCP connection to A:80 failed`. */
function calledTarget(text: string, destination: Endpoint): Flow | null {
  const before = text.slice(Math.max(0, destination.start - MAX_BEFORE), destination.start);
  const isService = isServicePort(destination.port);
  const isGoal = isOutbound(text) && (isService || GOAL_BEFORE.test(before));
  const isRelayed = before.includes("relay=") && RELAY_BEFORE.test(before) && RECIPIENT.test(text);
  const isForwarded = before.endsWith(" ") && before.includes(" to ") && FORWARDED_NAME.test(before);
  const isTried =
    TRIED.test(before, text) ||
    isFailedCall(text, destination) ||
    GOES_OUT.test(text.slice(destination.end, destination.end + MAX_WAY));
  const link = before.includes(" remote") ? LINK_BEFORE.exec(before) : null;
  const isLinked = link !== null && (isService || link[1]?.startsWith("UDP") === false);
  const isAttacked =
    ATTACKED.test(before, text) || (before.includes("ing ") && AFFECTED.test(before) && OF_ATTACK.test(text));
  const isSite = isBesideSite(text, before, destination.end);
  const mayBeCalled = before.includes(" to") || before.includes(" with ");
  const isCalled =
    (mayBeCalled && CALL.test(before)) || (isService && CONNECTED.test(before) && CONNECTION.test(text));
  return isSite || isAttacked || isGoal || isRelayed || isForwarded || isTried || isLinked || isCalled
    ? destinationFlow(destination)
    : null;
}
