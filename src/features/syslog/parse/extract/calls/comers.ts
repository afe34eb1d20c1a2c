import { StartForm } from "../../values/start-form";
import { Hinted } from "../../values/hinted";
import { END_OF_SERVICE_PORTS } from "../../values/port-ranges";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { type GatedForm, matchBefore } from "../../values/gated-form";
import { isGroup, sourceFlow } from "../ends/single-source";

const ADDRESS = String.raw`(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)`;
/** A packet that came, printed as its class: `Error parsing packet DatagramPacket{/A:p,28,…}`. */
const PRINTED_PACKET: GatedForm = {
  form: new RegExp(
    String.raw`\b(?:(?:pars|decod|read|handl|process|receiv|deserializ|unmarshal|dispatch|dropp|ignor|discard)(?:e|ed|es|ing)?|received|recv|unknown|invalid|malformed|bad|unexpected|unhandled|incoming|inbound) (?:[\w-]{1,16} ){0,3}(?:datagram|packet|message|request|frame|Datagram|Packet)\w{0,16} ?[({[<]{1,2}(?:(?:addr|address|from|source|src|sender|remote|peer)[:=] ?)?/?${ADDRESS}`,
  ),
  gate: new Hinted(
    /packet\{|packet\(|packet\[|packet<|datagram\{|datagram\(|datagram\[|message\{|message\(|message\[|request\{|request\(|request\[|frame\{|frame\(|frame\[/i,
    "packet{|packet(|packet[|packet<|datagram{|datagram(|datagram[|message{|message(|message[|request{|request(|request[|frame{|frame(|frame[",
  ),
};
/**
 * A part of a server by its class or its task, and with whom it has a connection: `MetricLineReceiver connection with
 * A:p lost`.
 */
const RECEIVER =
  /(?:\b[A-Za-z]\w{0,40}(?:receiver|listener|acceptor|server|handler)|\b(?:receiver|listener|acceptor|server|listening)) (?:(?:tcp|udp|tls|ssl) )?(?:connection|session) (?:with|to) ["'([]?$/i;
const CONNECTION_BEHIND = new StartForm(
  `"')] `,
  /^["')\]]? (?:(?:was|is|has been) )?(?:established|lost|closed|opened|accepted|terminated|dropped|aborted|timed out|reset|ended|made)(?![\w-])/i,
);
/** The object of a peer's socket: `<ClientSocket: 0x7f.., #23, state: 4, TCP, A:p>`, `ClientConnection{id=7, /A:p}`. */
const CLIENT_OBJECT = new RegExp(
  String.raw`[<({[ ](?:Client|Remote|Incoming|Inbound|Accepted|Peer|Guest|Player|Viewer|Subscriber)(?:Socket|Connection|Session|Channel|Handler|Context|Info|Endpoint)?(?: |: ?|[@#]\w{1,16}[ :({[]{1,2}|[({[]|, )(?:[\w#:=.@ -]{1,40}, ){0,8}(?:(?:addr|address|ip|peer|remote)[:=] ?)?/?$`,
);
/** Who comes by the account or the number that he has where he is: `Invalid credential from 20004@A: …`. */
const ACCOUNT_AT =
  /(?<![a-z])(?:from|by|for) (?:(?:user|uid|account|client|process|pid) )?["']?[\w.$\\-]{1,64}@((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[[\da-f:]{3,45}\](?::\d{1,5})?)(?=["')\]]?(?:[;,.:]? |[;,.:]?$))/i;
const MAIL = /\b(?:e?-?mail|smtp|sips?|recipient|rcpt|sender|invite|register|message-id)\b/i;
/** What is said of whom a server speaks with, whose end stands in a bracket before it: `[A:p]received syn`. */
const LABEL_BEFORE = /(?:^|[\]\s|:])\[$/;
const RECEIVED = new StartForm(
  "]",
  /^\] ?(?:-> ?|: ?)?(?:received|recv|rcvd|got|incoming|accepted|changed state to|new (?:connection|client|session|packet|request))(?![\w-])/i,
);
/** Java's notation of an end, with which a sentence begins: `[12:31:10 INFO] /A:p did something`. */
const JAVA_BEFORE = /(?:^|[\]:|>] )\/$/;
/** The same behind whom it is of: `bob (/A:p) lost connection`. */
const JAVA_BRACKET = /[([]\/$/;
const JAVA_DID = new StartForm(
  ")]",
  /^[)\]]:? (?:<-> )?(?:\w{1,32} )?(?:(?:has|was|is) )?(?:lost connection|(?:dis)?connected|joined|left|logged (?:in|out)|pinged|tried to|attempted|kicked|banned|timed out)(?![\w-])/,
);
const SAYS_BEHIND = /^ (?:[a-zà-žа-яα-ω\u0100-\u{2ffff}]|->? )/u;
const NOT_HERE =
  /unreach|refused|not (?:available|reachable|responding)|listen|bound|bind|connected to|offline|is down/i;
const NAMED_BEFORE = /[:=] ?["'/]?$/;
/**
 * `Request for connection of bob (ip: A) version=53`: what somebody wants, and his address in a bracket with its name.
 */
const ASKS =
  /\b(?:request(?:ed|s)?|connect(?:ed|ion|ing|s)?|log(?:in|on|ged|out)|auth\w{0,12}|join(?:ed|s|ing)?|register\w{0,3}|session|disconnect(?:ed|ion|ing|s)?|attempt(?:ed|s)?|refus(?:ed|al)|reject(?:ed|ing)?|denied|kick(?:ed|ing)?|bann(?:ed|ing)|account|password) (?:(?!server|host |node|to )[\w.@'"#:-]{1,48} ){0,6}[([{<](?:ip|addr|address|ip address|from|remote)[:=] ?["'/]?$/i;
/** Pairs in brackets of their own, of which the process or what runs is one: `[IP:A][PID:34237]`. */
const BRACKETED_IP = /\[(?:ip|client|remote|addr|remote_addr|client_ip)[:=] ?$/i;
const BRACKETED_NAME =
  /\[(?:pid|php|user|uid|session|url|uri|method|ua|agent|request|req|referer|account|login)[:=]/i;
const MAX_LABEL = 16;
const MAX_BEFORE = 160;
const MAX_BEHIND = 160;

/** Who came, where a text names no other end, by the class, the bracket or the notation that it is printed in. */
export function comer(text: string, ends: readonly Endpoint[]): Flow | null {
  const [end] = ends;
  if (end === undefined || end.isPrefix || end.isLoose) return null;
  return !isGroup(end.ip) && hasCome(text, end) ? sourceFlow(text, end) : null;
}

function hasCome(text: string, end: Endpoint): boolean {
  const { start, port } = end;
  const behind = text.slice(end.end, end.end + MAX_BEHIND);
  if (matchBefore(PRINTED_PACKET, text, start) !== null) return true;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (CONNECTION_BEHIND.test(behind) && RECEIVER.test(before)) return true;
  if (NAMED_BEFORE.test(before) && ASKS.test(before)) return true;
  if (port !== null) {
    if (LABEL_BEFORE.test(before) && RECEIVED.test(behind)) return true;
    if (text.includes("<") || text.includes("{")) {
      if (/^["']?[>})\],]/.test(behind) && CLIENT_OBJECT.test(before)) return true;
    }
    const isClient = port >= END_OF_SERVICE_PORTS && before.endsWith("/") && JAVA_BEFORE.test(before);
    if (before.endsWith("/") && JAVA_BRACKET.test(before) && JAVA_DID.test(behind)) return true;
    if (isClient && SAYS_BEHIND.test(behind) && !NOT_HERE.test(text)) return true;
  }
  return false;
}

/** Whose request a row of pairs tells, each in brackets of its own; null of other rows. */
export function bracketedClient(text: string, ends: readonly Endpoint[]): Flow | null {
  if (!BRACKETED_NAME.test(text)) return null;
  const [client, other] = ends.filter(
    ({ start, end }) =>
      text.charAt(end) === "]" && BRACKETED_IP.test(text.slice(Math.max(0, start - MAX_LABEL), start)),
  );
  return client === undefined || other !== undefined || client.isLoose ? null : sourceFlow(text, client);
}

/** Who comes by an account and, behind an `@`, the address that he has it at; null where a text tells none. */
export function accountSource(text: string): Flow | null {
  const match = text.includes("@") && !MAIL.test(text) ? ACCOUNT_AT.exec(text) : null;
  const source = match === null ? null : wholeEndpoint(match[1] ?? "");
  if (match === null || source === null) return null;
  return { source, destination: null, start: match.index, end: match.index + match[0].length };
}
