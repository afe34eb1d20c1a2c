import { StartForm } from "../../values/start-form";
import { isUnspecified } from "../../values/ip-address";
import { Hinted } from "../../values/hinted";
import { portNumber } from "../../values/field-text";
import { isClientPort, isPeersPort } from "../../values/port-ranges";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import { failedCall } from "./failed-calls";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { eventWeight, isOfMachines } from "../ends/role-words";
import { isGroup } from "../ends/single-source";

/**
 * The name or the number that something is known by in front of its address, the scheme of a URL and whose it is there.
 */
const NAMED = String.raw`(?:\[[^[\]]{1,40}\] |\([^()]{1,40}\) |<[^<>]{1,40}> |"[^"]{1,40}" |'[^']{1,40}' )?["'([/<]{0,2}(?:[a-z][a-z\d+]{1,11}://|(?:tcp|udp|tls|ssl|sctp)/|/ip[46]/)?(?:[^\s/@"'<>()]{1,140}@)?\[?`;
/** What is called, perhaps with its name, by which it is at its address. */
const NOUN = String.raw`(?:the |a |an |our |remote |peer's )?(?:(?:(?!(?:from|by|for|of|in|as|clients?|users?|due|because|with|after|vty|tty|console|vlan|slot|sockets?)\b)[\w.#:-]{1,32} ){0,4}(?:(?:at|on|via|using|with)(?: (?:the )?(?:host|addr|address|ip|url|endpoint))?:? |address |ip |host |:? ?\(?))?`;
/** Where a sentence begins: behind a mark, a level or some blanks. */
const START = String.raw`(?:^|[:;,.\]|>)*]\s{1,4}|\s{3}|(?<![a-z])(?:TRC|DBG|INF|NFO|WRN|ERR|FTL|TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\s{1,4})`;
const FAILED = String.raw`(?:fail(?:ed|s|ing|ure)?|unable|unsuccessful|could(?: not|n't)|can(?:not|'t| not)|not able|did not|try(?:ing)?|tried|attempt(?:ed|ing|s)?|about|going|error(?: while)?(?: trying)?|retry(?:ing)?|waiting|refus(?:ed|ing)|timed? ?out(?: while)?|gave up|giving up|problem(?: while)?)`;
/** Verbs of whoever calls that have whom they call behind a word. */
const SPEAKING = String.raw`(?:(?:re)?connect(?:ing)?|talk(?:ing)?|speak(?:ing)?|communicat(?:e|ing)|sync(?:ing|hroni[sz](?:e|ing))?|(?:re-?)?(?:regist|subscrib|associat)(?:er|ering|e|ing)|replicat(?:e|ing)|link(?:ing)?|peer(?:ing)?|bootstrap(?:ping)?|failover|fail(?:ing)? over|report(?:ing)?|send(?:ing)?|writ(?:e|ing)(?= to )|push(?:ing)?|upload(?:ing)?|forward(?:ing)?|publish(?:ing)?|post(?:ing)?|deliver(?:ing)?|export(?:ing)?|flush(?:ing)?|relay(?:ing)?|ship(?:ping)?|stream(?:ing)?|transmit(?:ting)?|establish(?:ing)?|open(?:ing)?|mak(?:e|ing)|creat(?:e|ing)|initiat(?:e|ing)|set(?:ting)? up|start(?:ing)?|negotiat(?:e|ing))`;

/** `Could not talk with master A`, `unable to establish hop 3 to peer A`. */
const ATTEMPT = new RegExp(
  String.raw`\b${FAILED} (?:to )?(?:be )?${SPEAKING}(?: (?!(?:from|by|in|of|for)\b)[\w#'"./-]{1,24}){0,5} (?:to|with) ${NOUN}${NAMED}$`,
  "i",
);
/** `Pinging A`, `Fetching x from A`: what a program does itself, with which its sentence begins. */
const DOING = new RegExp(
  String.raw`${START}(?:(?!client|user|host|player|peer)[A-Za-z]{2,16} )?(?:(?:re)?connecting|(?:re)?dialling|(?:re)?dialing|reaching|contacting|pinging|polling|querying|(?:download|fetch|retriev|pull|scrap|request)ing(?: (?!(?:from|by|of|for)\b)[\w#'"./-]{1,64}){0,3}(?: from)?)(?: out)?(?: to)?:?\s{1,8}${NOUN}${NAMED}$`,
  "i",
);
/** The same of verbs that may tell another thing of an address without a port: `Trying A:p...`, `Logic testing A:p`. */
const TRYING = new RegExp(
  String.raw`${START}(?:(?!client|user|host|player|peer)[A-Za-z]{2,16} )?(?:(?:trying|retrying|testing|checking|probing|calling)(?: to)?:?\s{1,8}${NOUN}|connect\s{1,8})${NAMED}$`,
  "i",
);
/** `Creating new session to [name] A`, `Connected to bearerbox at A`, `Sent request to node db1 at A`. */
const OPENED = new RegExp(
  String.raw`\b(?:(?:re)?connected(?: out)?|(?:session|connection|tunnel|channel|circuit|stream|link|handshake|heartbeat|keep-?alive|ping|probe|association|hop)s?(?: (?:request|attempt|was|is|established|opened|created|lost|closed|failed|refused|timed out|broken|down|up)){0,3}|requests?(?: (?:sent|failed))?|(?:sending|sent|send|forwarding|publishing|pushing|uploading|exporting)(?: (?!(?:from|by|of|for|files?)\b)[\w#'"./-]{1,24}){0,4}|(?:re-?)?(?:registering|subscribing|registered|subscribed)|synchroni[sz]ing|syncing|replicating|failing over|failed over|switching|switched) (?:to|with) ${NOUN}${NAMED}$`,
  "i",
);
/** What answers where it is called. */
const SERVICE = String.raw`(?:server|proxy|service|daemon|broker|backend|upstream|node|database|db|redis|memcached|cluster|master|leader|primary|replica|slave|coordinator|gateway|relay|endpoint|instance|host|peer|target|collector|listener|resolver|nameserver|tracker|bootnode|seed|worker|agent|exporter|registry|controller|sentinel|zookeeper|etcd|kafka|rabbitmq|postgres|mysql|mongodb?|elasticsearch|tor|ldap|nfs|smb|mqtt|socks5?)`;
const SAID_PORT = new StartForm(
  `"')], /`,
  /^(?:["')\]]{0,2},? (?:on |at |using )?(?:tcp |udp )?port:? (\d{1,5})(?!\d)|\/(?:tcp|udp)\/(\d{1,5})(?!\d))/i,
);
/** Of whom one who was called may speak as well. */
const WITH = / with (?:[\w.-]{1,32} ){0,4}\W{0,4}$/i;
/** What may be said of routes, clusters and settings as well. */
const NEEDS_PORT =
  /(?<![a-z])(?:channel|circuit|stream|link|association|hop|switch|regist|subscrib|sync|replicat|fail(?:ing|ed)? over|bootstrap)/i;
const GONE = String.raw`(?:(?:(?:is|are|was|were|has|seems|appears|became|went|currently|still|now|to be) ){0,3}(?:not (?:available|reachable|responding|answering|ready|running|accessible|found|connected)|unavailable|unreachable|unresponsive|inaccessible|down|offline|lost|gone|dead|refus(?:ed|es|ing)(?: (?:the )?connections?)?|timed out|stopped responding|did not (?:respond|answer|reply)|does not (?:respond|answer|reply)|no longer (?:available|reachable|responding)))`;
/** `nfs: server A not responding`, `Redis at A:6379 is not available`. */
const SERVICE_BEFORE = new RegExp(
  // Devices report so of who knows their users, whom no traffic goes to.
  String.raw`(?<![a-z])(?<!(?:aaa|auth|acct|radius|tacacs\+?|authentication|accounting) )${SERVICE}(?: [\w.'"-]{1,32}){0,2}(?: (?:at|on))?:? ["'([/]{0,2}$`,
  "i",
);
const GONE_BEHIND = new RegExp(String.raw`^["')\]]{0,2},? ${GONE}(?![\w-])`, "i");
/** `host 2F3A at A:9200`, where the line tells before that no connection came about. */
const MACHINE_AT =
  /(?<![a-z])(?:host|server|node|relay|peer|bridge|guard|broker|replica)s? [\w$~.'"-]{1,64} at ["'([]?$/i;
const NO_CONNECTION = new Hinted(
  /\bconnect(?:ion)? (?:timed out|refused|reset|closed|failed|timeout)|no route to host|(?:host|network) (?:is )?unreachable/i,
  "connect|no route|unreachable",
);
/** `Peer{MConn{A:p} 1a2b3c out}`. */
const OUT_BEHIND = new StartForm("}", /^\} (?:[\da-f]{4,64} )?out(?:bound|going)?\}/);
/** `Peer A is still banned, not connecting to it`. */
const TO_IT =
  /^["')\]]{0,2}(?::? (?!from|by)[\w'-]{1,20}){0,7},? (?:(?:so|and|but|we are|we're|will|not|now|trying|attempting|going|refusing|failed|unable|therefore|instead) ){0,4}(?:to )?(?:re)?(?:connect|dial|contact|query|call)(?:ing)? (?:(?:back )?to )?(?:it|them|him|that (?:peer|host|node|server)|this (?:peer|host|node|server))(?![\w-])/i;
/** Behind whom a program tries. */
const GOES_ON = "...";
/** What may stand directly before an address that a sentence tells of. */
const MAY_STAND = " \"'([/<@";
const MAX_WORDS = 208;
const MAX_BEFORE = 112;
const MAX_BEHIND = 128;

const HIDDEN =
  /(?<=[@/]\[?)(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:]{2,36}\])(?::\d{1,5})?(?=[^\w.:@]|[.:,](?:\s|$)|$)/gi;
const MAX_HIDDEN = 4;
const OPEN_BRACKET = "[";

/**
 * Whom this host called by a URL or behind whose account he has his address, `Could not connect to tcp://A:p`, `peer
 * id@A:p`,
 * which is no end by itself; null where a text tells none.
 */
export function hiddenCall(text: string): Flow | null {
  if (!text.includes("@") && !text.includes("://")) return null;
  let left = MAX_HIDDEN;
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (left-- === 0) return null;
    const open = text.charAt(index - 1) === OPEN_BRACKET ? OPEN_BRACKET : "";
    const end = wholeEndpoint(open + found);
    if (end === null || isGroup(end.ip) || isUnspecified(end.ip)) continue;
    const called = { ...end, start: index, end: index + found.length };
    if (isSpokenTo(text, called)) return destinationFlow(called);
  }
  return null;
}

/** Whom this host called or tried to call, where a text names no other end; null where no word tells that it did. */
export function ownCall(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  const [first] = ends;
  if (first === undefined || isOfMachines(program) || ends.some(({ ip }) => ip !== first.ip)) return null;
  if (isGroup(first.ip) || isUnspecified(first.ip)) return null;
  for (const found of ends) {
    const failed = failedCall(text, found);
    if (failed !== null) return failed;
    if (found.isPrefix || found.isLoose) continue;
    const end = withSaidPort(text, found);
    const isCalled = isSpokenTo(text, end) || isSaidBehind(text, end);
    // Of what has no port, words of routes, leases and time tell another thing.
    if (isCalled && (end.port !== null || eventWeight(text) >= 0)) return destinationFlow(end);
  }
  return null;
}

/** The port may stand behind the address in words, or as libp2p has it: `A on port 5665`, `/ip4/A/tcp/4001`. */
function withSaidPort(text: string, end: Endpoint): Endpoint {
  const said = end.port === null ? SAID_PORT.exec(text.slice(end.end, end.end + MAX_BEHIND)) : null;
  return said === null
    ? end
    : { ...end, port: portNumber(said[1] ?? said[2] ?? ""), end: end.end + said[0].length };
}

function wordsBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - MAX_WORDS), start);
}

/** Whether the words before an address tell that this host called it. */
function isSpokenTo(text: string, { port, start, end }: Endpoint): boolean {
  const before = wordsBefore(text, start);
  if (!MAY_STAND.includes(before.slice(-1)) || before.endsWith("= ")) return false;
  const isServed = port !== null && !isClientPort(port);
  if (before.includes(" to ") || before.includes(" with ")) {
    const [spoken] = ATTEMPT.exec(before) ?? OPENED.exec(before) ?? [];
    if (spoken !== undefined) {
      // With whom somebody speaks from a client's port, or without any, has called.
      const mayHaveCome = WITH.test(spoken) && (!isServed || isPeersPort(port));
      return !mayHaveCome && (port !== null || !NEEDS_PORT.test(spoken));
    }
  }
  const isDone = before.includes("ing");
  if (isDone && DOING.test(before)) return true;
  if (!isDone && !before.includes("onnect ")) return false;
  const mayBeTried =
    port === null
      ? text.startsWith(GOES_ON, end)
      : isServed || NO_CONNECTION.test(text.slice(end, end + MAX_BEHIND), text);
  return mayBeTried && TRYING.test(before);
}

/** Whether what stands behind an address tells that it was called. */
function isSaidBehind(text: string, { port, start, end }: Endpoint): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  const behind = text.slice(end, end + MAX_BEHIND);
  const isGone = port !== null && !isClientPort(port) && GONE_BEHIND.test(behind);
  if (isGone && SERVICE_BEFORE.test(before)) return true;
  if (OUT_BEHIND.test(behind)) return true;
  if (before.endsWith("at ") && MACHINE_AT.test(before) && NO_CONNECTION.test(text)) return true;
  return behind.includes(" to ") && TO_IT.test(behind);
}
