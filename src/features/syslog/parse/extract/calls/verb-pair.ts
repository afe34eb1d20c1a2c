import { Hinted } from "../../values/hinted";
import { isAbove, isClientOf, isServicePort } from "../../values/port-ranges";
import { sentPair } from "./sent-pair";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { clauseEnd } from "../clauses/clause-end";
import { dialledFlow } from "./told-ends";

const MAX_BEFORE = 96;
const MAX_BETWEEN = 112;
/** What may stand directly in front of an address: a name with an opening bracket or a slash, marks. */
const NAME = String.raw`(?:[\w.-]{1,64}(?:\[| ?\(|\/)|\/)?["'([<]?$`;
/** What may stand directly behind one. */
const CLOSED = String.raw`^["')\]>]{0,2}`;
const TRAFFIC = String.raw`(?:(?:an?|the|new|incoming|inbound|tcp|udp|tls|ssl|https?|dns|sip|smtp|ssh|rpc|client) ){0,3}(?:connection|request|query|session|packet|datagram|message|call|stream|traffic|mail|flow|login|client|peer)s?`;
const CALLER = String.raw`(?:(?:the )?(?:client|host|source|user|peer|attacker|caller|agent|worker) )?`;
const CALLEE = String.raw`(?:(?:the |an? )?(?:[\w-]{1,16} )?(?:server|upstream|backend|host|node|target|destination|peer|worker|pool member|relay|gateway|service|broker|endpoint) )?`;

const form = (...parts: string[]): RegExp => new RegExp(parts.join(""), "i");

/** `request from A forwarded to B`. */
const TRAFFIC_FROM = form(`(?<![a-z])${TRAFFIC} (?:received |coming |arriving )?from ${CALLER}`, NAME);
const HANDED_TO = form(
  CLOSED,
  String.raw`,? (?:(?:is|was|has been|being|gets|got) )?(?:forwarded|relayed|proxied|routed|passed|handed|sent|tunnel{1,2}ed|dispatched|delegated|load-?balanced)(?: (?:on|over|off|through))? (?:to|towards|via) ${CALLEE}`,
  NAME,
);
/** `forwarding connection from A to B`. */
const FORWARDS = form(`(?<![a-z])forward(?:ing|ed|s)? ${TRAFFIC}(?: from)? ${CALLER}`, NAME);
const TO = form(CLOSED, String.raw` (?:to|towards|via|on to) ${CALLEE}`, NAME);
/** `A disconnected from B`, `A timed out connecting to B`. */
const LEFT = form(
  CLOSED,
  String.raw`,? (?:(?:has|was|is) )?(?:disconnect(?:ed|ing|s)? from|(?:timed out|failed|gave up|aborted)(?: (?:while|when|in))? (?:connecting|talking|sending|dial{1,2}ing) to) ${CALLEE}`,
  NAME,
);
/** `accepted connection from A at B`. */
const TAKEN_FROM = form(
  `(?<![a-z])(?:accept(?:ed|ing)?|receiv(?:ed|ing)|got|incoming|new|inbound|handl(?:ed|ing)) ${TRAFFIC} from ${CALLER}`,
  NAME,
);
const TAKEN_AT = form(
  CLOSED,
  String.raw`,? (?:(?:was|is) )?(?:accepted |received )?(?:on|at|by) (?:(?:local|own|our|listener|address|socket|server) ){0,2}`,
  NAME,
);
/** `failed to connect to B from A`, `dialing B from A`. */
const GOES_TO = form(
  String.raw`(?<![a-z])(?:(?:re)?connect(?:ion|ions|ed|ing)? (?:attempts? )?to|dial{1,2}(?:ing|ed)?|(?:requests?|quer(?:y|ies)|access|login|logon|packets?|sessions?) (?:attempts? )?to|reach(?:ing)?|contact(?:ing)?) ${CALLEE}`,
  NAME,
);
const FROM = form(
  CLOSED,
  String.raw`,? (?:(?:was|is|has been|has) )?(?:(?:failed|refused|denied|rejected|timed out|aborted|closed|lost|established|opened|allowed|permitted) )?(?:(?:by (?:user )?[\w.@-]{1,32} )?from|on behalf of|for client|for user|by client|by user) ${CALLER}`,
  NAME,
);
/** `B refused connection from A`, of a server that speaks of itself. */
const SERVER_TOOK = form(
  CLOSED,
  String.raw` (?:has )?(?:refused|accepted|received|got) ${TRAFFIC}(?: attempt| request)? from ${CALLER}`,
  NAME,
);
/** `B: connection from A`, `B: accepted A`. */
const LABEL_TOOK = form(
  CLOSED,
  String.raw`: (?:${TRAFFIC}(?: accepted| received| opened)? from|accept(?:ed|ing)(?: ${TRAFFIC})?(?: from)?|new client:?) ${CALLER}`,
  NAME,
);
const LINE_BEFORE = /(?:^|[\])}:|] )["'([<]?$|^["'([<]?$/;
/** `selected backend B for client A`. */
const CHOSEN = form(
  String.raw`(?<![a-z])(?:select|us|chos|choos|pick|open|clos|establish|creat|try|pinn)(?:e|en|ed|ing|ting)? (?:(?:an?|the|new) )?(?:upstream|backend|server|proxy|worker|target|pool member|(?:(?:tcp|tls|ssl|upstream|backend|server) )?(?:connection|tunnel|session) (?:to|with))(?: (?:server|host|node|address))? `,
  NAME,
);
const FOR_CLIENT = form(
  CLOSED,
  String.raw` for (?:(?:the )?(?:client|connection|request|session|user|peer|caller)(?: from)? )`,
  NAME,
);
const DOUBLED = /^ ?[[(](?:ip: ?)?\/?$/i;
const CALLS_BEFORE =
  /(?<![a-z])(?:((?:can't|cannot|could not|couldn't|unable to|failed to) )?(?:re)?connect(?:ion|ing)? to )(?:(?:port \d{1,5} (?:of|on|at) )?(?:host |server )?)["']?$/i;
const FAILED = /^[)\]]{1,2}:? (?:has )?(?:failed|timed out|refused|could not)/i;
/** What each of these has. */
const WORDS = new Hinted(
  /forward|relay|prox|rout|passed|handed|sent|tunnel|dispatch|delegat|balanced|connect|talking|sending|dial|accept|receiv|got |incoming|new |inbound|handl|request|quer|access|login|logon|packet|session|reach|contact|refused|upstream|backend|server|worker|target|pool|read |write /i,
  "forward|relay|prox|rout|passed|handed|sent|tunnel|dispatch|delegat|balanced|connect|talking|sending|dial|accept|receiv|got |incoming|new |inbound|handl|request|quer|access|login|logon|packet|session|reach|contact|refused|upstream|backend|server|worker|target|pool|read |write ",
);

/** Two ends of which a verb and what stands between them tell who called whom; null where they do not. */
export function verbPair(text: string, ends: readonly Endpoint[]): Flow | null {
  const [first, second, third] = ends;
  if (first === undefined || second === undefined || third !== undefined) return null;
  const sent = sentPair(text, ends);
  if (sent !== null) return sent;
  if (first.isPrefix || second.isPrefix || first.isLoose || second.isLoose) return null;
  if (first.ip === second.ip) return calledTwice(text, [first, second]);
  const between = text.slice(first.end, second.start);
  if (between.length > MAX_BETWEEN || !WORDS.test(text)) return null;
  const before = text.slice(Math.max(0, first.start - MAX_BEFORE), first.start);
  const place = { start: first.start, end: second.end };
  if (isCallersFirst(before, between, [first, second]))
    return { source: first, destination: second, ...place };
  return isCalleeFirst(before, between, [first, second])
    ? { source: second, destination: first, ...place }
    : null;
}

/**
 * Whom this host called, who is told twice: `Connect to A:80 [/A] failed`, `connect to A:p error dial tcp A:p:
 * refused`.
 */
function calledTwice(text: string, [first, second]: Ends): Flow | null {
  if (first.port === second.port) {
    const isCallee = [first, second].some((end) => (clauseEnd(text, end, "")?.destination ?? null) !== null);
    return dialledFlow(text, second) ?? (isCallee ? destinationFlow(second) : null);
  }
  if (!DOUBLED.test(text.slice(first.end, second.start))) return null;
  const behind = text.slice(second.end, second.end + MAX_BEFORE);
  const calls = CALLS_BEFORE.exec(text.slice(Math.max(0, first.start - MAX_BEFORE), first.start));
  const hasFailed = calls?.[1] !== undefined || FAILED.test(behind);
  return calls !== null && hasFailed ? { ...destinationFlow(first), end: second.end } : null;
}

type Ends = readonly [first: Endpoint, second: Endpoint];

function isCallersFirst(before: string, between: string, [first, second]: Ends): boolean {
  // The other's port says that the words are of somebody else.
  if (isClientOf(second.port, first.port)) return false;
  return (
    (HANDED_TO.test(between) && TRAFFIC_FROM.test(before)) ||
    (TO.test(between) && FORWARDS.test(before)) ||
    LEFT.test(between) ||
    (TAKEN_AT.test(between) && TAKEN_FROM.test(before))
  );
}

function isCalleeFirst(before: string, between: string, [first, second]: Ends): boolean {
  if (isClientOf(first.port, second.port)) return false;
  if (FROM.test(between) && GOES_TO.test(before)) return true;
  if (FOR_CLIENT.test(between) && CHOSEN.test(before)) return true;
  if (!LINE_BEFORE.test(before)) return false;
  const isServer = isServicePort(first.port) && (second.port === null || isAbove(second.port, first.port));
  return SERVER_TOOK.test(between) || (isServer && LABEL_TOOK.test(between));
}
