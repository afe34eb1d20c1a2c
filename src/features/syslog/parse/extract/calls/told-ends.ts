import { portNumber } from "../../values/field-text";
import { endsAt, Hinted } from "../../values/hinted";
import { FIRST_USER_PORT, isClientPort } from "../../values/port-ranges";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow, withoutChange } from "../ends/flow-parts";
import { isOfMachines } from "../ends/role-words";
import { isGroup, sourceFlow } from "../ends/single-source";
import { portalPair } from "./told-comers";

const MAX_BEFORE = 112;
const MAX_BEHIND = 96;
const MAX_ENVELOPE = 640;

/** What Go's network says of whom it called: `dial tcp [A]:p: connect: connection refused`. */
const DIALLED = new Hinted(
  /\b(?:re)?dial(?:l?ing|l?ed)?(?: to)? (?:(tcp|udp|sctp|tls|unix|quic|kcp|ws|wss|h2|grpc|ssh|socks[45]?)[46]?:? )?(?:the )?(?:(?:remote|server|upstream|target|peer|host|node|proxy|address|endpoint):? ){0,2}["'([]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "dial",
);
/** What went wrong with it, up to the end of the text or of its quotes. */
const DIAL_FAILED = /^["')\]]?: ([a-z][^"|;{}]{3,160}?)["')\]]*\.?(?:\s*$|(?<=["'])\s)/i;
/** A process that serves somebody: `pid 22735 from `. */
const PROCESS_FROM = new Hinted(
  /\b(?:pid|process|child|worker|thread|job)[ :=]{1,2}#?\d{1,10} (?:is )?from ["'([]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "pid |pid:|pid=|process |process:|process=|child |child:|child=|worker |worker:|worker=|thread |thread:|thread=|job |job:|job=",
);
/** By name and address in one value: `client=mx.example.org[A], `. */
const NAMED_CLIENT = new Hinted(
  /(?<![\w.-])(?:client|client_?(?:host|name|addr(?:ess)?)|remote_?host|rhost|peer_?host)=["']?[\w.-]{1,253}[[(]\[?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "client=|client_|clienthost|clientname|clientaddr|host=",
);
const COMES = [PROCESS_FROM, NAMED_CLIENT];
/** Whose service speaks of its client: `SMTP Server: A disconnected`, `IMAP server: mx.example.com (A) connected`. */
const SERVICE_SAYS = new Hinted(
  /\b(?:e?smtp|pop3?|imap4?|ldap|https?|nntp|s?ftp|tftp|telnet|ssh|xmpp|sip|vnc|rdp|rts?p|rtmp|mqtt|irc|socks5?|proxy)s? (?:server|service|task): (?:[\w.-]{1,64} ?[([])?["'([]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "server: |service: |task: ",
);
const CLIENT_DOES =
  /^["')\]]?(?: \([\w.-]{1,64}\))? (?:(?:has |was )?(?:dis)?connected|logged (?:in|out|on|off)|(?:has |was )?authenticated)(?![\w-])(?! to )/i;
/** In brackets with what else is known of a connection: `[DST A:p sid=1] HTTP client connection rejected`. */
const MAX_LABEL = 12;
const LABEL_BEFORE = /\[(?:[A-Z]{2,8}[ :=])?$/;
const CLIENT_BEHIND =
  /^(?: [\w=:.#-]{1,24}){0,3}\] (?:(?:[A-Z]{2,8}|[A-Z][a-z]{2,12})[\d.]{0,4} )?(?:client|listener|player|viewer|subscriber)(?: \d{1,2})? (?:connect(?:ion|ed)?|disconnect(?:ed|ion)?|session|request|stream|auth\w{0,12})(?![a-z])/i;
/** By which way a connection came, behind its peer and perhaps its number: `[A:p 42f4e9e3-0b04 INC]`. */
const COMES_IN = /^(?: [\da-f-]{8,36})? (?:INC|IN|INCOMING|INBOUND)\]/;
/** Of a mail: who brought it, his name, how he greeted, the sender and the recipient. */
const ENVELOPE =
  /^\s{1,8}[\w.-]{1,120}\s{1,8}[\w.-]{1,120}\s{1,8}<[^<>\s]{0,120}>\s{1,8}<[^<>\s]{1,120}>(?=[\s,;]|$)/;
const ROW_BEFORE = /(?:^|[\x60|\t]\s?)$/;

/** The end that a sentence tells by its words alone, where no other is told; null where they do not. */
export function toldEnd(text: string, end: Endpoint, program: string): Flow | null {
  const { isPrefix, isLoose, ip } = end;
  if (isPrefix || isLoose || isGroup(ip) || isOfMachines(program)) return null;
  return dialledFlow(text, end) ?? (comes(text, end) ? sourceFlow(text, end) : null);
}

/** Whom a program dialled, whose port is told or the protocol. */
export function dialledFlow(text: string, end: Endpoint): Flow | null {
  const match = DIALLED.exec(text);
  if (!endsAt(match, end.start) || (end.port === null && match?.[1] === undefined)) return null;
  return { ...destinationFlow(end), reason: DIAL_FAILED.exec(text.slice(end.end))?.[1] ?? null };
}

function comes(text: string, { port, start, end }: Endpoint): boolean {
  if (COMES.some((form) => endsAt(form.exec(text), start))) return true;
  const behind = text.slice(end, end + MAX_BEHIND);
  if (endsAt(SERVICE_SAYS.exec(text), start) && CLIENT_DOES.test(behind)) return true;
  const before = text.slice(Math.max(0, start - MAX_LABEL), start);
  if (behind.includes("] ") && LABEL_BEFORE.test(before)) {
    const mayBeClient = port !== null && port >= FIRST_USER_PORT;
    return (mayBeClient && COMES_IN.test(behind)) || (isClientPort(port) && CLIENT_BEHIND.test(behind));
  }
  return text.includes("<") && ROW_BEFORE.test(before) && ENVELOPE.test(text.slice(end, end + MAX_ENVELOPE));
}

const SERVICE = String.raw`(?:tcp|udp|icmp|https?|ssl|tls|quic|ssh|telnet|s?ftp|tftp|smtps?|pop3s?|imaps?|dns|domain|ntp|snmp|smb|cifs|nfs|netbios(?:-[a-z]{2,4})?|ldaps?|kerberos|rdp|vnc|sips?|rtp|rtsp|irc|nntp|mysql|postgres(?:ql)?|mssql|mqtt|amqp|msn|icq|aim)`;
const CARD = String.raw`(?:[\da-f]{2}[:-]?){5}[\da-f]{2}`;
const ADDRESS = String.raw`(\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?)`;
/** A service's name in an arrow: `A =HTTP(80)=> B`, `A --[ssh]--> B`, perhaps with the machines' cards before both. */
const SERVED_ARROW = new RegExp(
  String.raw`(?<![\w.])${ADDRESS}(?:\s{1,4}${CARD})?\s{1,4}[=-]{1,2}[[(]?${SERVICE}(?:\((?:\d{1,5}|[A-Za-z]{2,12})\))?[\])]?[=-]{1,2}>\s{1,4}(?:${CARD}\s{1,4})?${ADDRESS}(?![\w.])`,
  "i",
);
/**
 * Two ends beside an arrow that a service's name stands in, or of who came to a target's portal; null where there is
 * none.
 */
export function toldPair(text: string): Flow | null {
  const portal = text.includes(") ") ? portalPair(text) : null;
  if (portal !== null) return portal;
  const arrow = text.includes("=> ") || text.includes("-> ") || text.includes(">\t") ? arrowOf(text) : null;
  return arrow === null ? null : withoutChange(text, arrow);
}

function arrowOf(text: string): Flow | null {
  const match = SERVED_ARROW.exec(text);
  const [source, destination] = [wholeEndpoint(match?.[1] ?? ""), wholeEndpoint(match?.[2] ?? "")];
  if (match === null || source === null || destination === null || source.ip === destination.ip) return null;
  return { source, destination, start: match.index, end: match.index + match[0].length };
}

/** Which port somebody asked for, told before him: `dgram to port 33161 from A`, `probe of tcp port 23 from A`. */
const ASKED_BEFORE =
  /(?<![a-z])(?:dgram|datagram|packet|pkt|connection|connect|probe|scan|segment|syn|login|access)s?(?: attempts?| requests?)? (?:to|on|for|at|of) (?:(?:the|local|closed|tcp|udp|dest|dst|destination) ){0,2}port:? (\d{1,5}),? from (?:(?:host|client) )?["'([]?$/i;

/** The port that stands before whom a sentence tells to have asked for it. */
export function portAskedBefore(text: string, start: number): number | null {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  return before.includes("port") ? portNumber(ASKED_BEFORE.exec(before)?.[1] ?? "") || null : null;
}

/** At the end of what a server says of somebody who came, his port behind a blank: `ftp[8378] from A 25143`. */
const PORT_AT_END =
  /(?:\w\[\d{1,10}\]|(?:connect(?:ion|ed)?|accept(?:ed)?|login|session|request)(?: attempt)?) from ["'([]?[\da-f.:]{7,45}["')\]]? (\d{4,5})$/;
const MAX_TAIL = 96;

/** The port of the peer that a text ends with; null where it has no client's. */
export function portAtEnd(text: string): number | null {
  const port = portNumber(PORT_AT_END.exec(text.slice(-MAX_TAIL))?.[1] ?? "");
  return port !== null && port >= FIRST_USER_PORT ? port : null;
}
