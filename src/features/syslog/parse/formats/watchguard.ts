import { setAction } from "../values/action";
import { skipBlanks } from "../values/characters";
import {
  countNumber,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { setTranslation, sum } from "../values/fields";
import { canonicalAddress } from "../values/ip-address";
import type { Line, ParsedMessage } from "../line";
import { addressAt, addressBehind } from "../values/phrases";
import { protocolName } from "../values/protocol";

export const MESSAGE_ID_MARK = 'msg_id="';
export const MAX_WORDS = 24;
/** Behind a serial number and a time of the device's own. */
const PROGRAM = /\) ([a-z][\w-]{0,31})(?:\[(\d{1,10})\])?: ?$/;
const BETWEEN = /^(?:<->| to )/;
/** How far before the number it may stand. */
export const MAX_PROGRAM = 56;
export const ACTIONS: ReadonlySet<string> = new Set([
  "Allow",
  "Deny",
  "Drop",
  "Block",
  "ProxyAllow",
  "ProxyDeny",
  "ProxyDrop",
  "ProxyBlock",
  "ProxyStrip",
]);

/** What a traffic log names, each behind a blank and in quotes. */
export const WATCHGUARD_KEYS = {
  reason: ["msg"],
  bytesSent: ["sent_bytes"],
  bytesReceived: ["rcvd_bytes"],
  packetsSent: ["sent_pkts"],
  packetsReceived: ["rcvd_pkts"],
  natSrcIp: ["src_ip_nat"],
  natSrcPort: ["src_port_nat"],
  natDstIp: ["dst_ip_nat"],
  natDstPort: ["dst_port_nat"],
} as const;

/**
 * Fireware's traffic log: `msg_id="3000-0148" Deny 0-External Firebox 52 tcp 20 128 192.0.2.1 198.51.100.2 1234 22 …
 * (policy-00)`. https://www.watchguard.com/help/docs/fireware/12/en-US/log_catalog/
 */
export function parseWatchGuard(body: string, line: Line): boolean {
  const mark = body.indexOf(MESSAGE_ID_MARK);
  const idEnd = mark === -1 ? -1 : body.indexOf('"', mark + MESSAGE_ID_MARK.length);
  if (idEnd === -1) return false;
  const words = body.slice(skipBlanks(body, idEnd + 1)).split(/ +/, MAX_WORDS);
  const action = words[0] ?? "";
  const { message } = line;
  if (!ACTIONS.has(action)) return readSentence(body, idEnd, line);
  const source = words.findIndex((word, index) => index > 2 && canonicalAddress(word) !== null);
  const destination = source === -1 ? null : canonicalAddress(words[source + 1] ?? "");
  if (destination === null) return false;

  message.parser = "watchguard";
  message.vendor = "watchguard";
  message.msgid ??= fieldText(body.slice(mark + MESSAGE_ID_MARK.length, idEnd));
  takeProgram(body.slice(Math.max(0, mark - MAX_PROGRAM), mark), message);
  setAction(message, action);
  message.interface = fieldText(words[1] ?? "", MAX_INTERFACE_LENGTH);
  message.interfaceOut = fieldText(words[2] ?? "", MAX_INTERFACE_LENGTH);
  // Packets have their length before the protocol, and two more numbers behind it.
  const protocol = words.slice(3, source).find((word) => /^[a-z]/i.test(word)) ?? words[4] ?? "";
  message.protocol = protocolName(protocol.replace(/\/.*$/, ""));
  message.srcIp = canonicalAddress(words[source] ?? "");
  message.dstIp = destination;
  message.srcPort = portNumber(words[source + 2] ?? "");
  message.dstPort = message.srcPort === null ? null : portNumber(words[source + 3] ?? "");
  if (message.protocol?.endsWith("icmp") === true) {
    // ICMP's type and code.
    message.srcPort = null;
    message.dstPort = null;
  }
  message.ruleId = policyOf(body);
  message.reason = valueIn(body, "reason");
  message.bytes = sum(countIn(body, "bytesSent"), countIn(body, "bytesReceived"));
  message.packets = sum(countIn(body, "packetsSent"), countIn(body, "packetsReceived"));
  setTranslation(message, {
    srcIp: valueIn(body, "natSrcIp") ?? "",
    srcPort: valueIn(body, "natSrcPort") ?? "",
    dstIp: valueIn(body, "natDstIp") ?? "",
    dstPort: valueIn(body, "natDstPort") ?? "",
  });
  return true;
}

/** The program that a text ends with, which is no tag where a time stands before it. */
export function takeProgram(text: string, message: ParsedMessage): void {
  if (message.app !== null) return;
  const [, app = null, procid = null] = PROGRAM.exec(text) ?? [];
  if (app === null) return;
  message.app = app;
  message.procid ??= procid;
}

/**
 * Other messages with a number name the other side: `Authentication of Firewall user [a] from 192.0.2.1 was rejected`.
 */
function readSentence(body: string, idEnd: number, { message }: Line): boolean {
  const peer = addressBehind(body.slice(idEnd), [" from ", "("]);
  if (peer === null) return false;
  message.parser = "watchguard";
  message.vendor = "watchguard";
  const mark = body.indexOf(MESSAGE_ID_MARK);
  message.msgid ??= fieldText(body.slice(mark + MESSAGE_ID_MARK.length, idEnd));
  takeProgram(body.slice(Math.max(0, mark - MAX_PROGRAM), mark), message);
  message.srcIp = peer.ip;
  message.srcPort = peer.port;
  // `(A<->B)`, `from A:500 to B:500`: the two ends of a tunnel.
  const behind = body.slice(idEnd).slice(peer.end);
  const between = BETWEEN.exec(behind);
  const other = between === null ? null : addressAt(behind, between[0].length);
  [message.dstIp, message.dstPort] = [other?.ip ?? null, other?.port ?? null];
  return true;
}

function countIn(body: string, name: keyof typeof WATCHGUARD_KEYS): number | null {
  return countNumber(valueIn(body, name) ?? "");
}

/** The policy in the last round brackets. */
function policyOf(body: string): string | null {
  const open = body.lastIndexOf("(");
  const close = open === -1 ? -1 : body.indexOf(")", open);
  return close === -1 ? null : fieldText(body.slice(open + 1, close), MAX_RULE_LENGTH);
}

function valueIn(body: string, name: keyof typeof WATCHGUARD_KEYS): string | null {
  const mark = ` ${WATCHGUARD_KEYS[name][0]}="`;
  const start = body.indexOf(mark);
  const end = start === -1 ? -1 : body.indexOf('"', start + mark.length);
  return end === -1 ? null : fieldText(body.slice(start + mark.length, end));
}
