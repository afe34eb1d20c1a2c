import type { ParsedMessage } from "../../line";
import { isDigit } from "../../values/characters";
import { fieldText, MAX_RULE_LENGTH, portNumber } from "../../values/field-text";
import { canonicalAddress, isLoopback } from "../../values/ip-address";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";
import { findEndpoints } from "../ends/endpoints";
import { namedTargetPort } from "../ends/named-site";
import { sourceFlow } from "../ends/single-source";
import { portAskedBefore, portAtEnd } from "../calls/told-ends";
import { MAX_SWITCH_PORTS, takeBarePort } from "./beside-ports";
import { transportName } from "../ends/transport";

const FROM_BEFORE = /(?:^|[^a-z])from ["'([]?$/i;
const MAX_FROM = 8;
/** What is told with its transport is no place of a switch: `access from A to TCP port 23`. */
const PORT_OF_TRANSPORT = /^["')\]]? (?:to|on|at|for) (?:our |local |closed )?(?:tcp|udp|sctp) port:? \d/i;
const CONNECTED_FROM = /\bconnection from $/i;

/** Which of a server's own ends somebody came to, as Asterisk writes it: `LocalAddress="IPV4/UDP/192.0.2.1/5060"`. */
const LOCAL_ADDRESS =
  /LocalAddress="IPV[46]\/(UDP|TCP|TLS|WSS?)\/([\da-f.:]{3,39})\/(\d{1,5})",RemoteAddress="IPV[46]\/\1\//i;
const SCAN = /^Scan from: \[[\da-f.:]{3,39}\] \([^()]{0,253}\) protocol: \[(TCP|UDP)\] port: \[(\d{1,5})\]/;
/** What stands as the program where a guard labels what it saw so: `TCP: SYN scan detected from A`. */
const TRANSPORT_LABEL = /^(?:TCP|UDP|ICMP)$/;
/** By which of its lists it was refused. */
const LIST_NAME = /[,"]ACLName="([^"]{1,80})"/;

/** Of what a program of this host tells another, the one who came from elsewhere. */
export function takeFarPeer(body: string, message: ParsedMessage): void {
  if (message.srcIp === null || !isLoopback(message.srcIp)) return;
  const text = body.slice(0, MAX_SEARCH_LENGTH);
  const far = findEndpoints(text).filter(
    ({ ip, start, isPrefix, isLoose }) =>
      !(isPrefix || isLoose || isLoopback(ip)) &&
      FROM_BEFORE.test(text.slice(Math.max(0, start - MAX_FROM), start)),
  );
  const [peer, other] = far;
  if (peer !== undefined && other === undefined) [message.srcIp, message.srcPort] = [peer.ip, peer.port];
}

/** Which of its own ends, or its ports, a server tells that somebody came to. */
export function takeOwnSide(body: string, message: ParsedMessage): void {
  if (message.srcPort === null && isDigit(body.charCodeAt(body.length - 1)))
    message.srcPort = portAtEnd(body);
  takeBarePort(body, message);
  if (message.protocol === null && TRANSPORT_LABEL.test(message.app ?? ""))
    message.protocol = transportName(message.app ?? "");
  if (body.startsWith("Scan from: [")) takeScan(body, message);
  else if (message.dstIp === null && body.includes("LocalAddress=")) takeLocalAddress(body, message);
}

/** The end of its own that a server names before its peer's, over what, and by which list it was refused. */
function takeLocalAddress(body: string, message: ParsedMessage): void {
  const [, transport = "", address = "", port = ""] = LOCAL_ADDRESS.exec(body) ?? [];
  const ip = canonicalAddress(address);
  if (ip === null || ip === message.srcIp) return;
  message.dstIp = ip;
  message.dstPort ??= portNumber(port) || null;
  message.protocol ??= transport === "UDP" ? "udp" : "tcp";
  message.ruleId ??= fieldText(LIST_NAME.exec(body)?.[1] ?? "", MAX_RULE_LENGTH);
}

/** The port that a scan was of, and over what: `Scan from: [A] (name) protocol: [TCP] port: [23]`. */
function takeScan(body: string, message: ParsedMessage): void {
  const [, protocol = "", port = ""] = SCAN.exec(body) ?? [];
  message.protocol ??= transportName(protocol);
  message.dstPort ??= portNumber(port) || null;
}

/** The port that stands in words or as Python has it behind a server's peer. */
export function takePort(body: string, message: ParsedMessage): void {
  const ends = findEndpoints(body.slice(0, MAX_SEARCH_LENGTH));
  const peer = ends.find(({ ip, isPrefix, isLoose }) => ip === message.srcIp && !isPrefix && !isLoose);
  message.srcPort = peer?.port || null;
}

/**
 * The port that was asked for where a server's peer has one of its own, too, `Connection from A:p to port q`; else only
 * where a connection came to one that is none of a switch.
 */
export function askedPort(body: string, message: ParsedMessage): number | null {
  const { srcPort } = message;
  const mayTell = body.includes(" port ") || (srcPort !== null && body.includes(`${srcPort} to `));
  if (!mayTell) return null;
  const text = body.slice(0, MAX_SEARCH_LENGTH);
  const peer = findEndpoints(text).find(({ ip, port }) => ip === message.srcIp && port === srcPort);
  const before = peer === undefined ? null : portAskedBefore(text, peer.start);
  if (before !== null && (srcPort !== null || before > MAX_SWITCH_PORTS)) return before;
  const asked = peer === undefined ? null : (sourceFlow(text, peer).askedPort ?? null);
  if (asked === null && peer !== undefined) return namedTargetPort(text);
  if (peer === undefined || asked === null || peer.port !== null) return asked;
  if (text.includes(` port ${asked}`) && PORT_OF_TRANSPORT.test(text.slice(peer.end))) return asked;
  return asked > MAX_SWITCH_PORTS && CONNECTED_FROM.test(text.slice(0, peer.start)) ? asked : null;
}
