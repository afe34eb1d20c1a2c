import { Hinted } from "../values/hinted";
import { setAction } from "../values/action";
import { isDigit, wordEnd } from "../values/characters";
import { portNumber } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { isCallTo } from "../extract/calls/failed-calls";
import { farServerGone } from "./far-servers";
import {
  addressAt,
  addressBefore,
  addressBehind,
  findAddress,
  type FoundAddress,
  MAX_SEARCH_LENGTH,
} from "../values/phrases";

/** What stands before the address of the other side, by the program; a program may have parts, `postfix/smtpd`. */
const PEER_PHRASES = new Map<string, readonly string[]>([
  ["sshd", ["rhost=", " from ", "by ", "with "]],
  ["sshd-session", ["rhost=", " from ", "by ", "with "]],
  ["sudo", ["rhost="]],
  ["su", ["rhost="]],
  ["login", ["rhost=", " from "]],
  ["named", ["client ", "from "]],
  ["dovecot", ["rip="]],
  ["postfix", ["client=", " from "]],
  ["exim", ["["]],
  ["vsftpd", ["Client "]],
  ["proftpd", ["["]],
  ["pure-ftpd", ["@"]],
  ["spamd", ["raddr="]],
]);
/** Of programs that are not in the table. */
const OTHER_PHRASES = ["rhost=", "[client ", " from: ", " from "];
/** Asterisk's key, and what stands in its value before the address. */
const REMOTE_ADDRESS = 'RemoteAddress="IPV';
const REMOTE_PHRASES = ["4", "6"].flatMap((version) =>
  ["TCP", "UDP", "TLS", "WS", "WSS"].map((transport) => `${REMOTE_ADDRESS}${version}/${transport}/`),
);
const SPAMD_CONNECTION = /connection from \S{1,255} \[([\da-f.:]{2,45})\]:(\d{1,5})(?: to port (\d{1,5}))?/i;
const CONNECT_TO = "connect to ";
const RELAY_PHRASES = [" relay=", CONNECT_TO, " established to ", " TLS for "];
/** `NOQUEUE: reject: RCPT from …` (https://www.postfix.org/access.5.html). */
const POSTFIX_ACTION = /^\w{1,20}: (reject|discard|hold|redirect|filter): /;
/** Behind its client and the sender (https://www.exim.org/exim-html-current/doc/html/spec_html/ch-log_files.html). */
const EXIM_REFUSAL =
  /^[^"<]{0,320}(?:<[^<>"]{0,320}> )?(?:temporarily )?rejected (?:[A-Z]{3,5}|after|during|connection) /;
/** `SMTP call from (helo) [192.0.2.1]:50122 dropped: too many …`: of a connection, before any mail. */
const EXIM_CALL =
  /^.{0,40}(?:SMTP (?:call|connection)|(?:^| )Connection) from [^"<]{0,320} (dropped|refused|rejected)(?:: |$)/;
/** A message's id, and that it went out, was put off or came back. */
export const EXIM_DELIVERY =
  /(?:^| )[A-Za-z\d]{6}-[A-Za-z\d]{6,11}-[A-Za-z\d]{2,4} (?:[=*]>|-> |>> |== |\*\* )/;
/**
 * What is no longer where it was has no peer there, nor who lent this host its address or did not answer it, nor from whom
 * it fetches, or could not.
 */
const MOVED = new Hinted(
  /(?:^| )(?:(?:moved|roamed|changed|migrated|switched|failed over|upgraded|updated|renumbered)(?: (?:ip|address|endpoint|server|host|node|master|leader|path|uplink))?|acquired|obtained|leased|(?:no|wait(?:ing|ed)? for(?: an?)?) (?:response|answer|reply)) from |[.:][\da-f]{1,5}["')\]]{0,2} disconnected from |(?:^| )disconnect(?:ed|ing) from (?:the )?(?:[\w.-]{1,24} )?(?:server|broker|upstream|backend|supernode|tracker|registrar|collector|database) |(?:^|[:;,.\]] )(?:download|fetch|retriev|pull|transferr|mirror|import|clon|request)ing (?:(?!from )[\w./'":-]{1,64} ){0,4}from |(?<![a-z])(?:fail(?:ed|ure|s)? to|unable to|could(?: not|n't)|cannot|can't|error|failed|while|when) (?:download|fetch|retriev|pull|mirror|import|clon)(?:e|ing)? (?:(?!from )[\w./'":-]{1,64} ){0,4}from |(?<![a-z])(?:fetch|download|pull|clone|retrieval)(?:ing)? (?:of (?!from )[\w./'":-]{1,64} )?from [^;]{2,120} (?:fail|timed out|abort|refused)/i,
  "moved |roamed |changed |migrated |switched |failed over|upgraded |updated |renumbered |acquired from|obtained from|leased from|no response from|no answer from|no reply from|waiting for|waited for|wait for|download|fetch|retriev|pull|transferring|mirror|import|clon|requesting|disconnected from|disconnecting from",
);
/** What this host fetches itself comes from whom it called. */
const FETCHED = new Hinted(
  /(?:^|[:;,.\]|>] )(?:(?:fail(?:ed|ure)?|unable|could not|couldn't|cannot|can't|error) (?:to )?(?:download|fetch|retriev|pull|scrap)(?:e|ing)?|(?:download|fetch|retriev|pull|scrap)ing)(?: [\w#'"./-]{1,64}){0,3} from /i,
  "download|fetch|retriev|pull|scrap",
);
/** What BIND says of a query, an update or a transfer. */
export const DENIED = " denied";
/** How the client came, behind its port, as some versions of BIND have it. */
export const QUERY_TRANSPORTS = [
  { words: ": UDP: query:", protocol: "udp" },
  { words: ": TCP: query:", protocol: "tcp" },
  { words: " UDP: query:", protocol: "udp" },
  { words: " TCP: query:", protocol: "tcp" },
];
/** What BIND says of a server that it asked itself, with the client it did so for, where it names one. */
const ASKED_OTHER = / resolving ['\w]|: refresh: |transfer of '/;
const FOR_CLIENT = " for client ";
const RESOLVING = " resolving ";
export const CLIENT = "client ";
/** What a server says of its own address when it starts. */
export const LISTENS = ["Server listening on ", "listening on "];
/** What OpenSSH begins with where it does not let somebody in, and may say why. */
export const REFUSALS = ["Unable to ", "User ", "Disconnecting ", "refused connect ", "drop connection "];
/** Appliances write it in the name of the program that did it. */
export const CEF = "CEF:";
export const PORT = " port ";
/** Of a device whose places are called ports as well. */
const PLACE_BEFORE =
  /(?:^|[^a-z])(?:switch|nas|router|controller|access point|stack|chassis)(?: ip)?[ :=]{1,2}$/i;
const MAX_PLACE = 24;
const TO = " to ";
const MAX_PROGRAM_LENGTH = 40;
/** In front of a peer's address: `from A port p`, `by invalid user bob A port p`, `client @0x7f A#p`. */
const PEER_BEFORE =
  /(?:^|(?<![a-z])(?:(?:from|(?<!refused )by|(?<=authentication )for|and|von)(?: (?:user|client|host|ip|address|peer|invalid user|authenticating user)){0,2}(?: ["']?(?!(?:the|server|upstream|backend|broker|host)(?![\w.-]))[\w.@\\-]{1,64}["']?)?|negotiate with|(?:client|source|rhost|src|attacker|user)[:=]?(?: @0x[\da-f]{1,16}|(?<=user)[:=]? ["']?[\w.@\\-]{1,64}["']?)?)[:,]?) ?["'([<]{0,2}$/i;
const MAX_PEER = 96;
/** Behind an address, where a port may stand otherwise. */
const NETWORK_END = /\/(?:8|16|24|56|64)$/;
/** A host name and the address in brackets behind it. */
const MAX_NAME_LENGTH = 320;

/** The address of the other side in the sentences of common servers: OpenSSH, mail, FTP and DNS. */
export function parseServer(whole: string, { message }: Line): boolean {
  const { app } = message;
  if (app === null || whole.startsWith(CEF)) return false;
  const program = programOf(app);
  const phrases = PEER_PHRASES.get(program);
  if (phrases === undefined || isListening(whole)) return false;
  const body = whole.slice(0, MAX_SEARCH_LENGTH);
  if (program === "postfix" && readRelay(body, message)) return true;
  if (program === "spamd" && readSpamd(body, message)) return true;
  const peer =
    (program === "named" ? hashedAddress(body) : portedAddress(body)) ??
    (program === "exim" ? addressBehindGreeting(body) : null) ??
    peerBehind(body, phrases) ??
    (program.startsWith("su") ? null : findAddress(body));
  if (peer === null || isOfNetwork(body, peer)) return false;
  message.parser = program;
  if (program === "postfix") setAction(message, POSTFIX_ACTION.exec(body)?.[1] ?? "");
  message.srcIp = peer.ip;
  message.srcPort = peer.port;
  if (program === "named") readNamed(body, peer, message);
  if (program === "dovecot") readDovecot(body, message);
  if (program === "exim") readExim(body, message);
  if (program === "proftpd") readProftpd(body, message);
  if (program === "spamd") message.srcPort ??= addressPort(body, "rport=");
  return true;
}

/**
 * As `parseServer`, of other programs, of which only an address is taken that stands directly behind a phrase, and of
 * lines without a program's name, in which it must be as `address port 22` or `address#53`.
 */
export function parseOtherServer(whole: string, { message }: Line): boolean {
  const { app } = message;
  const body = whole.slice(0, MAX_SEARCH_LENGTH);
  if (app === null) return !isListening(body) && readNameless(body, message);
  return PEER_PHRASES.has(programOf(app)) ? false : readOther(body, message);
}

/** Of a network nobody speaks alone: `rate limit drop response to 192.0.2.0/24`. */
function isOfNetwork(body: string, { end }: { end: number }): boolean {
  return NETWORK_END.test(body.slice(end - 3, end));
}

function readOther(body: string, message: Line["message"]): boolean {
  const peer =
    addressBehind(body, OTHER_PHRASES) ??
    (body.includes(REMOTE_ADDRESS) ? addressBehind(body, REMOTE_PHRASES) : null);
  const isOther = peer === null || isOfNetwork(body, peer) || MOVED.test(body) || FETCHED.test(body);
  if (isOther || farServerGone(body) === peer.start) return false;
  message.parser = "server";
  message.srcIp = peer.ip;
  message.srcPort = peer.port;
  return true;
}

/** Where Postfix went to: `relay=mx.example.org[192.0.2.1]:25`. */
function readRelay(body: string, message: Line["message"]): boolean {
  for (const phrase of RELAY_PHRASES) {
    const at = body.indexOf(phrase);
    const start = at + phrase.length;
    const open = at === -1 ? -1 : body.indexOf("[", start);
    const relay = open === -1 || open > wordEnd(body, start) ? null : addressAt(body, open);
    if (relay === null) continue;
    message.parser = "postfix";
    message.dstIp = relay.ip;
    message.dstPort = relay.port;
    return true;
  }
  return false;
}

function isListening(body: string): boolean {
  return LISTENS.some((words) => body.startsWith(words));
}

/** Whether `parseServer` knows the program. */
export function isKnownServer(app: string): boolean {
  return PEER_PHRASES.has(programOf(app));
}

/** The program without its part. */
function programOf(app: string): string {
  if (app.length > MAX_PROGRAM_LENGTH) return "";
  const slash = app.indexOf("/");
  return slash === -1 ? app : app.slice(0, slash);
}

/** `address port 1234`, which OpenSSH has in nearly every sentence. */
function portedAddress(body: string): FoundAddress | null {
  for (let at = body.indexOf(PORT); at !== -1; at = body.indexOf(PORT, at + PORT.length)) {
    if (!isDigit(body.charCodeAt(at + PORT.length))) continue;
    const found = addressBefore(body, at);
    // `A:p port 1` is no address without its port.
    if (found !== null && found.port !== null && found.end > at) return found;
  }
  return null;
}

/**
 * Behind the phrase may stand the name, and the address in brackets: `unknown[192.0.2.1]`, `example.org (192.0.2.1)`.
 */
function peerBehind(body: string, phrases: readonly string[]): FoundAddress | null {
  for (const phrase of phrases) {
    const at = body.indexOf(phrase);
    if (at === -1) continue;
    const start = at + phrase.length;
    const found =
      addressAt(body, start) ?? addressBehind(body.slice(start, start + MAX_NAME_LENGTH), ["[", "("]);
    if (found !== null) return found;
  }
  return null;
}

/** What BIND says of a client, or of a server that it asked for one or for itself. */
function readNamed(body: string, peer: FoundAddress, message: Line["message"]): void {
  const isOfClient = body.lastIndexOf(CLIENT, peer.end) !== -1;
  if (isOfClient || !ASKED_OTHER.test(body)) {
    readQuery(body, message);
    message.protocol = queryTransport(body, peer.end);
    return;
  }
  [message.dstIp, message.dstPort] = [peer.ip, peer.port];
  const client = addressBehind(body, [FOR_CLIENT]);
  [message.srcIp, message.srcPort] = [client?.ip ?? null, client?.port ?? null];
}

function queryTransport(body: string, start: number): string | null {
  return QUERY_TRANSPORTS.find(({ words }) => body.startsWith(words, start))?.protocol ?? null;
}

/** BIND ends a query with the address that it came to, and what it refused with a word, behind which it may say why. */
function readQuery(body: string, message: Line["message"]): void {
  const denied = body.lastIndexOf(DENIED);
  const isDenied = denied !== -1 && (denied + DENIED.length === body.length || isBehind(body, denied));
  if (isDenied) setAction(message, DENIED.trim());
  else if (body.endsWith(")") && body.includes(": query"))
    message.dstIp = addressAt(body, body.lastIndexOf("("))?.ip ?? null;
}

/** Dovecot's `rip=192.0.2.1, rport=50122, lip=203.0.113.5, lport=993`; the ports only where its administrator wants them. */
function readDovecot(body: string, message: Line["message"]): void {
  message.dstIp = addressBehind(body, ["lip="])?.ip ?? null;
  if (!body.includes("port=")) return;
  message.srcPort ??= addressPort(body, " rport=");
  message.dstPort = addressPort(body, " lport=");
}

/** ProFTPD's `no such user found from name [192.0.2.1] to 203.0.113.5:21`. */
function readProftpd(body: string, message: Line["message"]): void {
  const own = addressBehind(body, ["] to "]);
  message.dstIp = own?.ip ?? null;
  message.dstPort = own?.port ?? null;
}

/** `H=([203.0.113.5]) [192.0.2.1]:50122`: what a client calls itself stands before where it came from. */
function addressBehindGreeting(body: string): FoundAddress | null {
  const greeting = body.indexOf("([");
  const end = greeting === -1 ? -1 : body.indexOf(") [", greeting);
  return end === -1 ? null : addressAt(body, end + ") ".length);
}

/** Exim's `I=[203.0.113.5]:25`, where it was asked, and `rejected RCPT`; of what it delivers, the peer was asked. */
function readExim(body: string, message: Line["message"]): void {
  const own = addressBehind(body, [" I="]);
  if (body.includes(" H=") && EXIM_DELIVERY.test(body)) {
    [message.dstIp, message.dstPort] = [message.srcIp, message.srcPort];
    [message.srcIp, message.srcPort] = [own?.ip ?? null, own?.port ?? null];
    return;
  }
  message.dstIp = own?.ip ?? null;
  message.dstPort = own?.port ?? null;
  if (body.includes(" rejected ") && EXIM_REFUSAL.test(body)) setAction(message, "rejected");
  else if (message.action === null && (body.includes("SMTP c") || body.includes(" refused: ")))
    setAction(message, EXIM_CALL.exec(body)?.[1] ?? "");
}

function isBehind(body: string, denied: number): boolean {
  return body.startsWith(" (", denied + DENIED.length) && body.endsWith(")");
}

/** SpamAssassin's `connection from mx.example.com [192.0.2.1]:50122 to port 783`. */
function readSpamd(body: string, message: Line["message"]): boolean {
  const [, address = "", port = "", asked = ""] = SPAMD_CONNECTION.exec(body) ?? [];
  const ip = canonicalAddress(address);
  if (ip === null) return false;
  message.parser = "spamd";
  message.srcIp = ip;
  message.srcPort = portNumber(port);
  message.dstPort = portNumber(asked);
  return true;
}

/** DNS servers and OpenSSH without a header. */
function readNameless(body: string, message: Line["message"]): boolean {
  // Postfix begins with what it calls; in a sentence of another program it may be anybody.
  const mayBeRelay = body.startsWith(CONNECT_TO) || !body.includes(CONNECT_TO);
  if (mayBeRelay && readRelay(body, message)) return true;
  const isSpamd = body.startsWith("spamd: ");
  if (isSpamd && readSpamd(body, message)) return true;
  const found = isSpamd ? addressBehind(body, ["raddr="]) : (portedAddress(body) ?? hashedAddress(body));
  if (found === null || PLACE_BEFORE.test(body.slice(Math.max(0, found.start - MAX_PLACE), found.start)))
    return false;
  if (farServerGone(body) === found.start) return false;
  // Who stands behind `to` did not begin, nor whom this host called by a name or could not reach.
  const isTo = body.startsWith(TO, found.start - TO.length) || isCallTo(body.slice(0, found.start));
  if (!isSpamd && (isTo || !isPeer(body, found))) return false;
  message.parser = isSpamd ? "spamd" : body.startsWith(PORT, found.end - PORT.length - 5) ? "sshd" : "server";
  message.srcIp = found.ip;
  message.srcPort = found.port ?? (isSpamd ? addressPort(body, "rport=") : null);
  if (body.includes(CLIENT)) readQuery(body, message);
  message.protocol = queryTransport(body, found.end);
  return true;
}

/** Whether the words in front of an address, or its place, make it a peer's; whom BIND asks is told as one. */
function isPeer(body: string, { start }: FoundAddress): boolean {
  if (body.includes(RESOLVING)) return true;
  return PEER_BEFORE.test(body.slice(Math.max(0, start - MAX_PEER), start)) && !MOVED.test(body);
}

/** BIND's `address#port`. */
function hashedAddress(body: string): FoundAddress | null {
  for (let hash = body.indexOf("#"); hash !== -1; hash = body.indexOf("#", hash + 1)) {
    if (!isDigit(body.charCodeAt(hash + 1))) continue;
    const found = addressBefore(body, hash);
    if (found !== null && found.port !== null) return found;
  }
  return null;
}

function addressPort(body: string, phrase: string): number | null {
  const at = body.indexOf(phrase);
  const port =
    at === -1 ? Number.NaN : Number.parseInt(body.slice(at + phrase.length, at + phrase.length + 5), 10);
  return port >= 0 && port <= 65535 ? port : null;
}
