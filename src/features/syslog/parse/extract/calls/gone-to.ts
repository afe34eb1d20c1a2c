import { endsAt, Hinted } from "../../values/hinted";
import { isCalledPort, isClientPort } from "../../values/port-ranges";
import { CALLEE, CALLER, SERVER } from "./callee-words";
import type { Endpoint } from "../ends/endpoints";

const MAX_BEFORE = 144;
/** The commonest word before whoever came, and what this host does that has it as well. */
const FROM = " from ";
const FETCHED =
  /fetch|download|retriev|pull|mirror|import|clon|request|disconnect|wait|repl|respon|answer|no |time/i;
/** What each form of a failure has. */
const FAILURE =
  /fail|able|could|can|error|exception|time|gave|giving|trouble|problem|refused|ECONN|EHOST|ENET|ETIME|EADDR/i;
const MAX_BEHIND = 64;
const MAX_CLAUSE = 80;

/** A name in front of an address in brackets or behind a slash, and marks. */
const NAME = new RegExp(
  String.raw`(?:(?<=[ :([])(?!${CALLER}|(?:ip|addr|address|host|port)(?![\w.-]))[\w.-]{1,64}(?:\[| ?\(|\/)|(?<= )\[[\w.-]{1,32}\] )["'[(</]{0,2}$`,
  "i",
);
/** `sync with:  A`. */
const BLANKS = /([a-z]):? {1,4}$/i;
const MARKS = /["'[(</]{1,2}$/;
/** What is sent; an answer goes to who asked. */
const OBJECT = String.raw`(?:(?!(?:to|from|with|repl(?:y|ies)|responses?|answers?|acks?|acknowledge?ments?|banner|greeting|challenge|leases?|rules?|routes?|entry|entries)(?![\w-])|${CALLER})[\w./:'"#+-]{1,32} ){0,4}`;
const FAILED = String.raw`(?<![a-z])(?:fail(?:s|ed|ing|ure)?|unable|could(?: not|n't)|can(?:not| not|'t)|not able|errors?|exception|time(?:d )?-?out|gave up|giving up|trouble|problems?)(?:,? (?:to|in|while|when|during|on|trying to|attempting to))?:? `;
const REACHES = String.raw`(?:(?:re)?connect|reach|contact|ping|poll|query|dial|call|notify|prob|join|ask)(?:e|l?ing)?`;
const SENDS = String.raw`(?:re-?)?(?:send|push|writ|deliver|upload|forward|export|publish|flush|transmit|report|replicat|proxy|relay|submit|post|ship|stream|announc|dispatch)(?:e|ing|t?ing|p?ing)? ${OBJECT}to`;
const OPENS = String.raw`(?:(?:re-?)?(?:open|establish|creat|mak|initiat|start|build|form|negotiat)(?:e|ing)?|set(?:ting)? up|bring(?:ing)? up) (?:(?:an?|the|new|any|[a-z\d-]{2,12}) ){0,3}(?:connection|session|tunnel|socket|channel|stream|link|association|transport|circuit|hop|path)(?: #?\d{1,9})? (?:to|with|towards?)`;
const JOINS = String.raw`(?:(?:re-?)?regist(?:er|ering)|authenticat(?:e|ing)|sync(?:h?ing|hroni[sz](?:e|ing))?|communicat(?:e|ing)|(?:talk|speak)(?:ing)?|log(?:ging)?[ -]?in|sign(?:ing)?[ -]?in|subscrib(?:e|ing)|attach(?:ing)?|associat(?:e|ing)|(?:re)?connect(?:ing)?|enrol{1,2}(?:ing)?|check(?:ing)?[ -]?in|join(?:ing)? (?:(?:the|a) )?(?:cluster|ring|mesh|swarm|network|domain)) ${OBJECT}(?:with|to|at|against|via|through)`;
const FETCHES = String.raw`(?:fetch|download|retriev|pull|mirror|import|clon)(?:e|ing)? ${OBJECT}from`;
/** `Failed to reach A`, `could not push metrics to server A`, `error fetching x from A`. */
const FAILED_TO = new RegExp(
  String.raw`${FAILED}(?:${REACHES}|${SENDS}|${OPENS}|${JOINS}|${FETCHES}),? (?:${CALLEE})?$`,
  "i",
);
/** The same of what only who calls does, whatever port he calls. */
const FAILED_CALL = new RegExp(
  String.raw`${FAILED}(?:${REACHES}|${OPENS}|${FETCHES}),? (?:${CALLEE})?$`,
  "i",
);
/** `fetch from A failed`, `upload to A timed out`, of which the end of the sentence tells that it was this host's. */
const ATTEMPT = new RegExp(
  String.raw`(?<![a-z])(?:(?:login|logon|log-?in|authentication|registration|upload|replication|delivery|notif(?:y|ication)|rpc|call|sync(?:hroni[sz]ation)?|subscription|posts?|push|exports?|publish(?:ing)?|backup|quer(?:y|ies)|requests?|reports?|submission|flush(?:ing)?|forwarding|connect(?:\(\)))(?: (?:attempts?|requests?|calls?))? to|(?:fetch|download|pull|clone|mirror|retrieval)(?:ing)? (?:of ${OBJECT})?from|(?:registration|sync(?:hroni[sz]ation)?|synchroni[sz]ing) with|(?:ping|poll|probe|scrape)(?:ing)?(?: (?:of|for|to|on))?) (?:${CALLEE})?$`,
  "i",
);
const FAILED_BEHIND =
  /^["')\]>]{0,2}(?: \([^()]{1,64}\))?[,:]? (?:(?:has|have|was|is|got|did) )?(?:been )?(?:(?:al(?:so|ready)|again|unexpectedly) )?(?:could not be (?:established|opened|made)|fail(?:ed|s|ing|ure)?|timed out|time-?out|unsuccessful|refused|rejected|aborted|lost|unreachable|error|not (?:answered|succeed)|unanswered)(?![\w-])/i;
/** What this host does or did, as the sentence's verb without a subject. */
const DOES = new RegExp(
  String.raw`(?:^|["'(]|[:;,.\]|)] )(?:now |re-?|still |successfully |automatically )?(?:(?:initiat|start|beginn)(?:ed|ing) ${OBJECT}(?:sync(?:hroni[sz]ation)?|replication|negotiation|exchange|handshake) with|giving up on|gave up on|asking|asked|notifying|notified|queried|polled|pinged|probed|contacted|dialed|(?:tunnel{1,2}ing|proxying|flushing|retransmit(?:ting)?) ${OBJECT}to|(?:(?:open|establish|creat|mak|initiat|start|clos)(?:ed|ing) (?:(?:an?|the|[a-z\d-]{2,12}) ){0,3}|new (?:(?:outgoing|outbound|tcp|udp|tls|ssl|https?) ){0,2})(?:connection|socket|stream|channel|session|tunnel) to|logg(?:ing|ed) (?:in ?to|on ?to)|authenticat(?:ing|ed) (?:to|against)|(?:re-?)?connect(?:ing|ed) to|(?:(?:agent|node|service|instance|worker|we|has|have|is|was|been|are) ){0,2}(?:successfully )?(?:re-?)?regist(?:ering|ered) (?:with|at)) (?:${CALLEE})?$`,
  "i",
);
/** Where only the callee's name tells who called. */
const FROM_SERVER = new RegExp(
  String.raw`(?<![a-z])(?:disconnect(?:ed|ing|ion)? from|request(?:ing|ed) ${OBJECT}from|wait(?:ing|ed)? for (?:an? |the )?(?:[\w-]{1,16} )?(?:reply|response|answer|ack|data|reaction) (?:from|of)|authenticat(?:ed|ing|ion) (?:with|at|to|against)|handshake with|lost contact (?:with|to)|(?:connection|session|link) (?:to|with)|no (?:reply|response|answer) from|time(?:d )?-?out from|(?:session|connection)(?: establishment)? (?:completed?|established|opened) (?:on|with|at)|(?:writ(?:e|ing)|send(?:ing)?) to|(?:connection|session|link|stream|tunnel|request|login)(?: (?:was|is|has been|got))?(?: unexpectedly)? (?:closed|reset|terminated|dropped|aborted|refused|rejected|lost|ended) by|bind(?:ing)? to(?= [\w.-]{1,16} )) (?:the )?${SERVER}$`,
  "i",
);
/** `connection refused by A`: nobody refuses whom he called. */
const REFUSED_BY = new RegExp(
  String.raw`(?<![a-z])(?:connection|connect|handshake|authentication|registration)(?: (?:attempt|request))?(?: (?:was|is|has been|got))?(?: actively)? refused by (?:${CALLEE})?$`,
  "i",
);
const NO_ROUTE = new RegExp(
  String.raw`(?<![a-z])no route to (?:(?:host|destination|address|peer):? )?(?:${CALLEE})?$`,
  "i",
);
/** What a system call for a connection ended with, before whom it was for: `connect ECONNREFUSED A:p`. */
const SYSTEM_CALL =
  /(?<![a-z])(?:connect(?:ing)?(?:\(2?\))?:? E(?:CONNREFUSED|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|ADDRNOTAVAIL)|E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH)(?:,? connect(?:ing)?)?|connect(?:\(2?\))? failed|tcp connect: [A-Za-z ]{6,24}|connection refused - connect\(2\))(?: (?:to|for))?:? $/i;
/** The same of a port that no client has: `ConnectException: Connection refused: db1/A:p`. */
const REFUSED_AT =
  /(?<![a-z])(?:connection|connect) (?:refused|failed|timed out|timeout)(?: \([\w ]{1,32}\))?(?: (?:to|for|at|connecting to))?:? $/i;
const TO_PORT =
  /(?<![a-z])connect(?:ing)? to port \d{1,5} (?:of|on|at) (?:host |server )?(?:[\w.-]{1,64} \((?:ip:? ?)?)?$/i;
const CALLEE_LEFT = /(?:^|[:;,.\]|)] )(?:remote|upstream|backend) server (?:dis|re)?connected:? $/i;
/** A service of the system has been called, but for what both sides have the same port of. */
const CONNECTED_WITH =
  /(?<![a-z])(?:(?:connection|session|handshake)(?: (?:lost|closed|established|negotiated))?|connected) with (?:\[AF_INET6?\])?$/i;
/** What is said of a table of routes. */
const BY_INTERFACE = /^["')\]]{0,2} (?:via|dev|in|on) /;
const ABSENT =
  /(?<![a-z])(?:proxy|server|service|broker|backend|database|api|daemon)(?: (?:is|was))? (?:not (?:available|reachable|running|responding|listening)|unavailable|unreachable) at $/i;
const VIA_PROXY =
  /(?<![a-z])(?:re-?)?connect(?:ing|ed) (?:via|through|using) (?:(?:the|an?|http|https|socks\d?|upstream) ){0,2}(?:proxy|relay|jump ?host|bastion)(?: server)?:? $/i;
/** `server A closed the connection`. */
const SERVER_BEFORE = new RegExp(String.raw`(?:^|[:;,.\]|)] )(?:the )?${SERVER}$`, "i");
const SERVER_DID =
  /^["')\]>]{0,2} (?:(?:has|have|unexpectedly|actively) ){0,2}(?:refused|rejected|closed|reset|terminated|dropped|aborted) (?:(?:the|our|my|a|an|this|idle|tcp|tls|ssl) ){0,3}(?:connection|session|credentials|login|authentication|handshake|registration)(?! (?:from|of|by|for|to)(?![a-z]))/i;
/** What each of these has. */
const WORDS = new Hinted(
  /fail|unable|could|cann|can no|can't|not able|error|exception|time|gave|giving|trouble|problem|asking|asked|notif|quer|poll|ping|prob|contact|dial|ling to|prox|flush|retransmit|connect|session|tunnel|socket|stream|channel|logg|authenticat|regist|request|wait|handshake|link|login|bind|no route|writ|send|rejected|no re|no an|proxy|server|service|broker|backend|database|daemon|attempting|trying|initiat|sync/i,
  "fail|unable|could|cann|can no|can't|not able|error|exception|time|gave|giving|trouble|problem|asking|asked|notif|quer|poll|ping|prob|contact|dial|ling to|prox|flush|retransmit|connect|session|tunnel|socket|stream|channel|logg|authenticat|regist|request|wait|handshake|link|login|bind|no route|writ|send|rejected|no re|no an|proxy|server|service|broker|backend|database|daemon|attempting|trying|initiat|sync",
);

/**
 * Whether a text says that this host goes to whom an address is of, or could not: by verbs that have no subject but
 * this host, with the callee's name before its address or not.
 */
export function isGoneTo(text: string, { start, end, port }: Endpoint): boolean {
  if (!WORDS.test(text)) return false;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start).replace(BLANKS, "$1 ");
  const plain = before.replace(MARKS, "");
  if (plain.endsWith(FROM) && !FETCHED.test(plain)) return false;
  if (isClientPort(port)) return FAILURE.test(plain) && FAILED_CALL.test(plain);
  const behind = text.slice(end, end + MAX_BEHIND);
  if (isCalledPort(port) && CONNECTED_WITH.test(plain)) return true;
  if (isGone(plain, behind)) return true;
  const nameless = before.replace(NAME, "");
  if (port !== null && before.includes("onnect") && (REFUSED_AT.test(plain) || REFUSED_AT.test(nameless)))
    return true;
  if (nameless === before || nameless === plain) return false;
  return isGone(nameless, behind);
}

/** Each form only where the text has a word of it: most texts have few. */
function isGone(before: string, behind: string): boolean {
  const clause = before.slice(-MAX_CLAUSE);
  return (
    isFailed(before) ||
    DOES.test(clause) ||
    FROM_SERVER.test(clause) ||
    (before.includes("onnect") && isConnected(before)) ||
    (before.includes("route") && NO_ROUTE.test(before) && !BY_INTERFACE.test(behind)) ||
    (before.includes(" at ") && ABSENT.test(before)) ||
    (FAILED_BEHIND.test(behind) && ATTEMPT.test(before)) ||
    (SERVER_DID.test(behind) && SERVER_BEFORE.test(before))
  );
}

function isFailed(before: string): boolean {
  if (!FAILURE.test(before)) return false;
  return FAILED_TO.test(before) || REFUSED_BY.test(before) || SYSTEM_CALL.test(before);
}

function isConnected(before: string): boolean {
  return VIA_PROXY.test(before) || CALLEE_LEFT.test(before) || TO_PORT.test(before);
}

/** What waits to be called stands behind it: `accepting connections on A:p`, `API server is running at A:p`. */
const LISTENER = new Hinted(
  /(?<![a-z])(?:(?:(?:accept|await|receiv|serv|listen)ing|waiting for|ready (?:for|to (?:accept|receive|serve|handle)))(?: (?:for|new|incoming|inbound|client|remote|tcp|udp|https?|tls|ssl|ssh|grpc|rpc|api|web|dns|network|syslog|socket|snmp|sip|ws|websocket|secure|the|all)){0,3}(?: (?:connections?|clients?|requests?|traffic|queries|messages?|packets?|datagrams?|logins?|calls?|agents?|peers?))?|(?:server|service|daemon|listener|api|endpoint|console|ui|dashboard|socket)(?: (?:is|was|has))?(?: (?:now|been))? (?:started|starting|running|up|available|ready|bound|exposed)),? (?:on|at) (?:(?:the )?(?:local )?(?:address|interface|socket|host|ip|port|url|endpoint)[ :=]{1,2})?(?:[\w.-]{1,64}(?:\[| ?\(|\/))?["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "ting connections|ting client|ing for |ing new |ing incoming|ing on |ing at |ing http|ing request|ing traffic|ing api|ing tcp|ing udp|waiting for|ready |ting remote|ting inbound|ting quer|ting message|ting packet|started on|started at|starting on|starting at|running on|running at|up on|up at|available|bound on|bound at|exposed",
);
/** Where this host is, seen by others or by itself. */
const OWN_BEFORE =
  /(?<![a-z-])(?:local|own|mapped|reflexive|srflx|bound|self|my|our(?: public| external)?|advertised)(?: (?:ip|socket|udp|tcp|transport))? (?:address|addr|endpoint|socket|ip|candidate)(?: (?:is|now|changed to|set to))?[:=]? ?["'([<]?$/i;
const MAX_OWN = 48;

/** Whether an address is of this host itself, which waits there for others or tells where it is. */
export function isOwnPlace(text: string, { start }: Endpoint): boolean {
  return (
    endsAt(LISTENER.exec(text), start) || OWN_BEFORE.test(text.slice(Math.max(0, start - MAX_OWN), start))
  );
}
