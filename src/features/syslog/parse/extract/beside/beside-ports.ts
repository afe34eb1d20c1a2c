import type { ParsedMessage } from "../../line";
import { portNumber } from "../../values/field-text";
import { isDigit } from "../../values/characters";
import { Hinted } from "../../values/hinted";
import { canonicalAddress } from "../../values/ip-address";
import { findEndpoints } from "../ends/endpoints";
import { transportName } from "../ends/transport";

/** `TCP:50122->102`, `udp 5060 -> 5060`, `TCP(6) 50122 > 443`, `ports 50122->443`, apart from the ends. */
const PACKET = new Hinted(
  /(?<![\w.-])(tcp|udp|sctp|ports)(?:\(\d{1,3}\))?[:/ (=]{1,2}(\d{1,5}) ?(?:-{1,2}>|=>|→|>) ?(?:(?:tcp|udp|sctp|port)[:/ ])?(\d{1,5})(?![\w.:])/i,
  "->|=>| >|0>|1>|2>|3>|4>|5>|6>|7>|8>|9>",
);
/** `Src 50122 Dst 443` in a sentence. */
const SPOKEN =
  /(?<![\w.-])(?:src|source)(?: port)?[ :=]{1,2}(\d{1,5})[, ]{1,2}(?:dst|dest|destination)(?: port)?[ :=]{1,2}(\d{1,5})(?![\w.:])/i;
/** What a proxy was asked for, in the columns of W3C's format: `GET - http www.example.com 80 / `. */
const ASKED = new Hinted(
  / (?:GET|POST|HEAD|PUT|DELETE|PATCH|OPTIONS|CONNECT) (?:[\w./;=%+-]{1,64} )?(?:https?|ftp|tcp|ssl|wss?|rtsp) [A-Za-z\d][\w-]{0,62}(?:\.[\w-]{1,63}){1,8} (\d{1,5}) [/-]/,
  " http | https | ftp | tcp | ssl | ws | wss | rtsp ",
);

/** Behind the second end the one port of a list that was asked for: `A -> B tcp: [443]`. */
const LISTED_PORT =
  /(?:\.\d{1,3}|:[\da-f]{1,4}),? ((?:tcp|udp|sctp))(?: (?:dst )?ports?)?:? \[(\d{1,5})\](?![\w:])/i;

export const MAX_SWITCH_PORTS = 64;
/** Where what was judged is IP alone, or a network of the switch is told with it. */
const PLACE =
  /(?:den(?:y|ied)|permit(?:ted)?|drop(?:ped)?|block(?:ed)?) ip (?:src|source|from) [\da-f.:]{3,45},? \(port \d{1,2}\)|\(port \d{1,2}\)?,? (?:on |in )?vlan[ :=]{1,2}\d/i;
/** A sentence that is a value, and what it says of ports and the protocol. */
const SENTENCE = /(?<![\w.])(?:msg|message|description|desc|info|details?|text)=["']([^"']{3,200})["']/i;
const QUOTES = ['="', "='"];
const SAID_SOURCE = /(?:^|[ ,;(])(?:s|src|source)[_-]?port=(\d{1,5})(?!\d)/i;
const SAID_DESTINATION = /(?:^|[ ,;(])(?:d|dst|dest|destination)[_-]?port=(\d{1,5})(?!\d)/i;
const SAID_TRANSPORT = /(?<![\w.-])(?:tcp|udp|sctp|icmp)(?![\w-])/gi;
/** What is of a packet, not of a service: `policy: UDP (W to W)`, `TCP, SYN`, `dropped UDP packet`. */
const OF_PACKET =
  /(?:^|[:;] ?)(?:tcp|udp|sctp|icmp)(?= ?[(,:.]|$)|(?<![\w.-])(?:tcp|udp|sctp|icmp) (?:packet|connection|traffic|session|flow|datagram|segment)s?(?![a-z])/i;
/** Which port of this host somebody left whom the sentence begins with: `SMPP A disconnected from port 2775`. */
const LEFT_PORT =
  /\b(?:disconnected|disconnecting|disconnects|detached|logged (?:out|off)|unbound|left) (?:from|at|on) (?:(?:local|tcp|udp|listener|server|service) )?port:? (\d{1,5})(?![\w.])/i;
/** At the end of a text: no packet's length has five digits. */
const BARE =
  /(?<![a-z])(?:packet|datagram|connection|request|message|frame|session|call|query|client|peer)s? (?:\w{1,16} )?from ([\da-f.:]{3,45}) (\d{5})$/i;
const MAX_BARE = 96;
const ICMP = /^(?:ipv6-)?icmp/;

/** Lets go of ICMP's type and code, which some write where other packets have their ports: `PROTO=1 A:8 B:0`. */
export function dropTypes(message: ParsedMessage): void {
  const { protocol } = message;
  if (protocol !== null && ICMP.test(protocol)) message.srcPort = message.dstPort = null;
}

/** Lets go of the place of a switch by which something came, which it calls a port: `denied ip src A (PORT 10)`. */
export function dropPlace(text: string, message: ParsedMessage): void {
  const { srcPort, dstIp } = message;
  if (srcPort === null || srcPort > MAX_SWITCH_PORTS || dstIp !== null) return;
  if (PLACE.test(text)) message.srcPort = null;
}

/** The ports of two ends that a sentence, also one that is a value, has beside each other. */
export function takeSaidPorts(text: string, message: ParsedMessage): void {
  const { srcIp, dstIp, srcPort, dstPort, protocol } = message;
  if (srcIp === null || dstIp === null) return;
  if (protocol === null) takeSaidTransport(text, message);
  if (srcPort !== null || dstPort !== null) return;
  if (text.includes("port=")) takePortsWithin(text, message);
  if (text.includes(`${srcIp}:`) && text.includes(`${dstIp}:`)) takeRepeatedEnds(text, message);
  if (message.srcPort !== null) return;
  const [, first = "", second = ""] = text.includes("st ") ? (SPOKEN.exec(text) ?? []) : [];
  const [source, destination] = [portNumber(first), portNumber(second)];
  if (source === null || destination === null) return;
  message.srcPort = source || null;
  message.dstPort = destination || null;
}

/** The protocol, where a sentence that is a value speaks of one alone: beside ports one that has them. */
function takeSaidTransport(text: string, message: ParsedMessage): void {
  const said = QUOTES.some((mark) => text.includes(mark)) ? (SENTENCE.exec(text)?.[1] ?? "") : "";
  const words = new Set([...said.matchAll(SAID_TRANSPORT)].map(([word]) => word.toLowerCase()));
  const [word = ""] = words;
  const hasPort = message.srcPort !== null || message.dstPort !== null;
  if (words.size === 1 && OF_PACKET.test(said) && !(hasPort && ICMP.test(word))) message.protocol = word;
}

/** The ports that pairs within a sentence tell, which is a value itself: `msg="TCP, sport=50122, SYN"`. */
function takePortsWithin(text: string, message: ParsedMessage): void {
  const said = SENTENCE.exec(text)?.[1] ?? "";
  if (said === "") return;
  message.srcPort = portNumber(SAID_SOURCE.exec(said)?.[1] ?? "") || null;
  message.dstPort = portNumber(SAID_DESTINATION.exec(said)?.[1] ?? "") || null;
}

/** The ports of ends that are told once more with them: `src=A dst=B desc="TCP from A:p to B:q"`. */
function takeRepeatedEnds(text: string, message: ParsedMessage): void {
  const ported = findEndpoints(text).filter(({ port, isLoose }) => port !== null && !isLoose);
  const portsOf = (ip: string | null) =>
    new Set(ported.filter((end) => end.ip === ip).map(({ port }) => port));
  const [sources, destinations] = [portsOf(message.srcIp), portsOf(message.dstIp)];
  if (message.srcIp === message.dstIp || sources.size !== 1 || destinations.size !== 1) return;
  message.srcPort = [...sources][0] || null;
  message.dstPort = [...destinations][0] || null;
}

/** The port with which a sentence ends behind its only address, `Incoming packet from A p`. */
export function takeBarePort(text: string, message: ParsedMessage): void {
  const { srcIp, srcPort } = message;
  if (srcPort !== null || srcIp === null || !isDigit(text.charCodeAt(text.length - 1))) return;
  const [, address = "", digits = ""] = BARE.exec(text.slice(-MAX_BARE)) ?? [];
  const port = portNumber(digits);
  if (port !== null && canonicalAddress(address) === srcIp) message.srcPort = port;
}

/** Fills the ports that stand apart from the ends: of a packet both, and of a request the one that was asked for. */
export function takePacketPorts(text: string, message: ParsedMessage): void {
  const { srcIp, dstIp, srcPort, dstPort } = message;
  if (srcIp === null || dstPort !== null) return;
  if (dstIp === null) {
    takeBarePort(text, message);
    const left = text.includes("port") ? LEFT_PORT.exec(text)?.[1] : undefined;
    const port = portNumber(left ?? ASKED.exec(text)?.[1] ?? "") ?? 0;
    // A switch calls its places so.
    message.dstPort = port === 0 || (left !== undefined && port <= MAX_SWITCH_PORTS) ? null : port;
    return;
  }
  if (srcPort !== null) return;
  const listed = text.includes(" [") ? LISTED_PORT.exec(text) : null;
  if (listed !== null) {
    message.dstPort = portNumber(listed[2] ?? "") || null;
    message.protocol ??= transportName(listed[1] ?? "");
    return;
  }
  const [, protocol = "", first = "", second = ""] = PACKET.exec(text) ?? [];
  const [source, destination] = [portNumber(first), portNumber(second)];
  if (source === null || destination === null) return;
  // Of a switch's places, which are called ports as well.
  const mayBePlaces = protocol.toLowerCase() === "ports" && Math.max(source, destination) <= MAX_SWITCH_PORTS;
  if (mayBePlaces) return;
  message.srcPort = source || null;
  message.dstPort = destination || null;
  message.protocol ??= transportName(protocol);
}
