import { setActionMeaning } from "../values/action";
import {
  countNumber,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { type Field, type FieldKeys, fillMessage, setTranslation } from "../values/fields";
import { canonicalAddress } from "../values/ip-address";
import { KeyedValues } from "../values/keyed-values";
import type { Line, ParsedMessage } from "../line";
import { readPairs } from "../values/pairs";
import { protocolName } from "../values/protocol";
import { readJunosSentence } from "./juniper-sentence";

export const JUNIPER_KEYS: FieldKeys = {
  srcIp: ["source-address", "client-ip"],
  dstIp: ["destination-address"],
  srcPort: ["source-port"],
  dstPort: ["destination-port"],
  natSrcIp: ["nat-source-address"],
  natDstIp: ["nat-destination-address"],
  natSrcPort: ["nat-source-port"],
  natDstPort: ["nat-destination-port"],
  protocol: ["protocol-id", "protocol-name"],
  action: ["action"],
  interface: ["packet-incoming-interface", "source-interface-name", "interface-name"],
  interfaceOut: ["destination-interface-name"],
  ruleId: ["rule-name", "policy-name"],
  reason: ["reason", "attack-name", "error-message"],
  bytesSent: ["bytes-from-client", "inbound-bytes"],
  bytesReceived: ["bytes-from-server", "outbound-bytes"],
  packetsSent: ["packets-from-client", "inbound-packets"],
  packetsReceived: ["packets-from-server", "outbound-packets"],
};

const values = new KeyedValues(JUNIPER_KEYS);
/** What its structured data begin with. */
export const ELEMENT = "[junos@";
/** What the names of session messages say; a session that ends says nothing about whether it was allowed. */
const MEANINGS: readonly [string, string][] = [
  ["SESSION_CREATE", "permit"],
  ["SESSION_DENY", "deny"],
  ["URL_PERMITTED", "permit"],
  ["URL_BLOCKED", "block"],
  ["FILTERING_BLOCKED", "block"],
];
/** What the packet filter did, by its letter. */
export const FIREWALL_LETTERS = new Map([
  ["A", "accept"],
  ["D", "discard"],
  ["R", "reject"],
]);
const MAX_TOKENS = 64;
/** Behind the interface and whether it was encrypted: `ge-0/0/0.0 UNKNOWN policy deny`. */
const DENIED_BY =
  / [a-z][\w/-]{1,24}\.\d{1,5} (?:UNKNOWN|Yes|No|N\/A) ([A-Za-z][a-z]+(?: [a-z]+){1,5})(?= \d|\s*$)/;
/** A line card's packet filter has the name of the card, or of its member of a chassis, in front. */
const FILTER_LINE =
  /^(?:(?:[a-z]{2,8}\d{1,3}\.){0,2}[a-z]{2,6}\d{1,3}|feb|fpc|backup|master|primary) PFE_FW_SYSLOG/;
/** The card's name is the program there, `tfeb0: PFE_FW_SYSLOG_ETH_IP: FW: …`. */
export const FILTER_MARK = "PFE_FW_SYSLOG";
/** The frame's type and both cards before the packet's protocol, `0800 MAC -> MAC `. */
const LABELS = /(?<! ) +(?:SA|DA|->|[sd]port)(?=,? )/g;
const FRAME =
  /^([\w/.:-]{1,32} +[A-Z] +)[\da-f]{4} +(?:[\da-f]{2}:){5}[\da-f]{2} +-> +(?:[\da-f]{2}:){5}[\da-f]{2} +/i;

/**
 * Junos on SRX: `RT_FLOW`, `RT_IDS`, `RT_UTM` and their like, as structured data or as a sentence, and the packet
 * filter's `PFE_FW_SYSLOG_IP`. https://www.juniper.net/documentation/us/en/software/junos/system-log-explorer
 */
export function parseJuniper(body: string, line: Line): boolean {
  const { message, text } = line;
  // The JSON of the structured data is not looked at: it is a rope until it is written.
  if (message.structuredData !== null || body.startsWith(ELEMENT)) {
    const start = text.indexOf(ELEMENT);
    if (start !== -1) {
      readStructured(text, start, message);
      return true;
    }
  }
  const { app } = message;
  if (app === null) return FILTER_LINE.test(body) && readFilter(body, message);
  if (app.startsWith(FILTER_MARK) || body.startsWith(FILTER_MARK)) return readFilter(body, message);
  if (!app.startsWith("RT_")) return false;
  const plain = withoutPriority(body);
  if ((app === "RT_FLOW" || app.startsWith("RT_FLOW_SESSION")) && readSession(plain, message)) return true;
  const id = readJunosSentence(plain, message);
  if (id === null) return false;
  recogniseJuniper(message);
  message.msgid ??= fieldText(id);
  takeMeaning(message, id);
  return true;
}

/** Without the `%USER-6-` that `explicit-priority` puts before the message's name. */
function withoutPriority(body: string): string {
  return body.startsWith("%") ? body.replace(/^%[A-Z0-9]{0,12}-(?:\d-)?/, "") : body;
}

function readStructured(text: string, start: number, message: ParsedMessage): void {
  recogniseJuniper(message);
  values.clear();
  readPairs(text, values, { start: start + ELEMENT.length });
  fillMessage(message, sessionText);
  takeMeaning(message, message.msgid ?? "");
}

/** Attack messages of IDP name a protocol; content filters name the application's. */
function sessionText(field: Field): string {
  const text = values.text(field);
  return text === "NA" || text === "N/A" ? "" : text;
}

/** Takes whose line it is. */
export function recogniseJuniper(message: ParsedMessage): void {
  message.parser = "juniper";
  message.vendor = "juniper";
}

/** Takes what a message's name says of its traffic, where nothing else does. */
export function takeMeaning(message: ParsedMessage, id: string): void {
  if (message.action !== null) return;
  const meaning = MEANINGS.find(([part]) => id.includes(part))?.[1];
  if (meaning !== undefined) setActionMeaning(message, id, meaning);
}

/**
 * `RT_FLOW_SESSION_CLOSE: session closed TCP FIN: 192.0.2.1/1->198.51.100.2/80 junos-http
 * 203.0.113.1/1->198.51.100.2/80 … 6 policy zone zone …`: between the flows and the protocol's number stand names of
 * which releases have more or fewer.
 */
function readSession(body: string, message: ParsedMessage): boolean {
  const idEnd = message.app === "RT_FLOW" ? body.indexOf(": ") : -1;
  const id = idEnd === -1 ? (message.app ?? "") : body.slice(0, idEnd);
  if (!id.startsWith("RT_FLOW_SESSION") && !id.startsWith("APPTRACK_SESSION")) return false;
  const tokens = body.split(" ", MAX_TOKENS);
  const flow = tokens.findIndex(isFlow);
  if (flow === -1) return false;
  const source = readFlow(tokens[flow] ?? "");
  recogniseJuniper(message);
  message.msgid ??= fieldText(id);
  message.srcIp = canonicalAddress(source.srcIp);
  message.srcPort = portNumber(source.srcPort);
  message.dstIp = canonicalAddress(source.dstIp);
  message.dstPort = portNumber(source.dstPort);
  const translated = tokens.findIndex((token, index) => index > flow && isFlow(token));
  if (translated !== -1) setTranslation(message, readFlow(tokens[translated] ?? ""));
  takeMeaning(message, id);
  readPolicy(tokens, Math.max(flow, translated) + 1, message);
  const closed = body.indexOf("session closed ");
  const colon = closed === -1 ? -1 : body.indexOf(": ", closed);
  if (colon !== -1) message.reason = fieldText(body.slice(closed + "session closed ".length, colon));
  else if (id.includes("DENY")) message.reason = fieldText(DENIED_BY.exec(body)?.[1] ?? "");
  return true;
}

/** The protocol's number, behind it the policy and the zones; the interface; of a closed session the counts. */
function readPolicy(tokens: readonly string[], start: number, message: ParsedMessage): void {
  const number = tokens.findIndex((token, index) => index >= start && /^\d{1,3}(\(\d{1,5}\))?$/.test(token));
  if (number === -1) return;
  message.protocol = protocolName(/^\d+/.exec(tokens[number] ?? "")?.[0] ?? "");
  message.ruleId = fieldText(tokens[number + 1] ?? "", MAX_RULE_LENGTH);
  const rest = tokens.slice(number + 2);
  const ingress = rest.find((token) => /^[a-z.][\w/.-]*\.\d{1,5}$/.test(token));
  message.interface = fieldText(ingress ?? "", MAX_INTERFACE_LENGTH);
  const counts = rest
    .map((token) => /^(\d{1,15})\((\d{1,15})\)$/.exec(token))
    .filter((match) => match !== null);
  if (counts.length < 2) return;
  message.packets = countNumber(counts[0]?.[1] ?? "");
  message.bytes = countNumber(counts[0]?.[2] ?? "");
  const [, packets = "", bytes = ""] = counts[1] ?? [];
  message.packets = (message.packets ?? 0) + (countNumber(packets) ?? 0);
  message.bytes = (message.bytes ?? 0) + (countNumber(bytes) ?? 0);
}

function isFlow(token: string): boolean {
  return token.includes("->") && token.includes("/");
}

function readFlow(token: string): { srcIp: string; srcPort: string; dstIp: string; dstPort: string } {
  const [source = "", destination = ""] = token.split("->", 2);
  const [srcIp = "", srcPort = ""] = source.split("/", 2);
  const [dstIp = "", dstPort = ""] = destination.split("/", 2);
  return { srcIp, srcPort, dstIp, dstPort };
}

/**
 * `FW: ge-0/0/0.0 D tcp 192.0.2.1 198.51.100.2 1234 80 (1 packets)`; of a bridge's port the frame stands before the
 * protocol.
 */
function readFilter(body: string, message: ParsedMessage): boolean {
  const start = body.indexOf("FW: ");
  if (start === -1) return false;
  const [
    ingress = "",
    letter = "",
    protocol = "",
    source = "",
    destination = "",
    srcPort = "",
    dstPort = "",
  ] = body
    .slice(start + 4)
    .trim()
    .replace(FRAME, "$1")
    .replaceAll(LABELS, "")
    .split(/ +/, 8);
  const meaning = FIREWALL_LETTERS.get(letter);
  if (meaning === undefined) return false;
  recogniseJuniper(message);
  setActionMeaning(message, letter, meaning);
  message.interface = fieldText(ingress, MAX_INTERFACE_LENGTH);
  message.srcIp = canonicalAddress(source);
  message.dstIp = canonicalAddress(destination);
  if (message.srcIp !== null) message.protocol = protocolName(protocol);
  // Of ICMP these are type and code.
  if (message.protocol === "tcp" || message.protocol === "udp" || message.protocol === "sctp") {
    message.srcPort = portNumber(srcPort);
    message.dstPort = portNumber(dstPort);
  }
  const packets = /\((\d{1,15}) packets?\)/.exec(body)?.[1];
  if (packets !== undefined) message.packets = Number(packets);
  return true;
}
