import { roleAt } from "../extract/ends/role-words";
import { fieldText, MAX_INTERFACE_LENGTH, portNumber } from "../values/field-text";
import { type FieldKeys, fillMessage, setTranslation } from "../values/fields";
import { canonicalAddress } from "../values/ip-address";
import { KeyedValues } from "../values/keyed-values";
import type { ParsedMessage } from "../line";
import { readColonPairs } from "../values/pairs";
import { addressAt, addressBehind, findAddress, type FoundAddress } from "../values/phrases";
import { protocolName } from "../values/protocol";
import { applyTemplate, compileTemplate, type Template } from "../values/templates";

/** By which interface it came stands before the arrow: `192.0.2.1(50122) Port-channel1.23-> 203.0.113.5(443)`. */
const PLACED = "list <rule> <action> <protocol> <src> <in>-> <dst> packet";
const PACKETS = "list <rule> <action> <protocol> <src>[ (<in>)] -> <dst> packet";
/** IOS XR: `access-list in (10) deny tcp …`, with the entry's number. */
const NUMBERED = "access-list <rule> (<skip> <action> <protocol> <src> -> <dst>";
const COUNTED = "list <rule> <action> <protocol> <src> -> <dst>";

/** Zone and context based inspection; the zones before `Stop` count to no field. */
const SESSION = [
  "Stop <protocol> session: initiator (<src> sent <bytes> bytes -- responder (<dst> sent <bytes> bytes",
  "Start <protocol> session: initiator (<src> -- responder (<dst>",
  "<protocol> session initiator (<src> sent <bytes> bytes -- responder (<dst> sent <bytes> bytes",
  "<protocol> session: initiator (<src> responder (<dst>",
];

/** By the mnemonic. https://www.cisco.com/c/en/us/td/docs/ios/system/messages/guide/consol_smg.html */
const FORMS: { readonly [id: string]: readonly string[] } = {
  IPACCESSLOGP: [NUMBERED, PACKETS, PLACED, COUNTED],
  IPACCESSLOGDP: [NUMBERED, PACKETS, PLACED, COUNTED],
  IPACCESSLOGNP: [PACKETS, COUNTED],
  IPACCESSLOGRP: [PACKETS, COUNTED],
  IPACCESSLOGSP: [PACKETS, COUNTED],
  IPACCESSLOGS: ["list <rule> <action> <src> <packets> packet"],
  ACCESSLOGP: [NUMBERED, PACKETS, COUNTED],
  ACCESSLOGDP: [PACKETS, COUNTED],
  ACCESSLOGNP: [PACKETS, COUNTED],
  ACCESSLOGSP: [PACKETS, COUNTED],
  DROP_PKT: [
    "<action> <protocol> pkt from <in> <src> => <dst> due to <reason>",
    "<action> <protocol> session <src> <dst> on zone-pair <rule> due to <reason>",
    "<action> <protocol> session <src> <dst> on zone-pair <rule>",
    "<action> <protocol> session <src> <dst>",
  ],
  LOG_SUMMARY: [
    "<packets> <protocol> packets were <action> from <in> <src> => <dst>",
    "were <action> from <src> => <dst>",
  ],
  SESS_AUDIT_TRAIL_START: SESSION,
  SESS_AUDIT_TRAIL: SESSION,
};

/** The same, ready for use. */
export const IOS_TEMPLATES: ReadonlyMap<string, readonly Template[]> = new Map(
  Object.entries(FORMS).map(([id, forms]): [string, Template[]] => [id, forms.map(compileTemplate)]),
);

/** NX-OS's `ACLLOG_NEW_FLOW` and its like: `Src IP: …, Dst IP: …, Protocol: "TCP"(6), ACL Name: …`. */
const FLOW_KEYS: FieldKeys = {
  srcIp: ["Src IP", "Source IP"],
  dstIp: ["Dst IP", "Destination IP"],
  srcPort: ["Src Port", "Source Port"],
  dstPort: ["Dst Port", "Destination Port"],
  protocol: ["Protocol"],
  action: ["ACL Action", "ACE Action"],
  interface: ["Src Intf", "Source Interface"],
  ruleId: ["ACL Name"],
};
const flowValues = new KeyedValues(FLOW_KEYS);

/** Ids that begin like this are of NX-OS's keys; sentences whose ids have this end with a count of packets. */
export const FLOW_IDS = "ACLLOG";
export const COUNTED_IDS = "ACCESSLOG";

const NEIGHBOUR_ID = /^(?:ADJCH|NBRCHANGE|NBR_|PEER(?:UN)?(?:SYNC|REACH))/;
/** `tcp 192.0.2.1:50122 198.51.100.1:1024 203.0.113.5:443 203.0.113.5:443`: inside and outside, each as it is seen from within first, or from without. */
const TRANSLATED_ID = /^(?:CREATED|DELETED)$/;
const TRANSLATED_ENDS =
  /^(tcp|udp|icmp|gre|esp) ([\d.]{7,15}(?::\d{1,5})?) ([\d.]{7,15}(?::\d{1,5})?) [\d.]{7,15}(?::\d{1,5})? ([\d.]{7,15}(?::\d{1,5})?)(?= |$)/i;
const PEER_PHRASES = ["Source: ", "from ", "source ", "src "];
/** `tcp`, or `"TCP"(6)`. */
const PROTOCOL_WORD = /[\w-]+/;
/** The last of NX-OS's keys is `Hit-count: 5`, or `Hit-count = 5`. */
const HIT_COUNT = /Hit-count ?[:=] ?(\d{1,15})/;
const LOCAL_PORT = "[localport: ";
const LOGIN_REASON = /\[[Rr]eason: ([^[\]]{2,120})\]/;
/**
 * `Invalid ARPs (Req) on Gi1/0/8, vlan 40.([card/A/card/B/time])`: who says to have which address, and whom he asks or tells.
 */
const INSPECTED_ARP =
  /\bARPs? \((?:Req|Res)[a-z]{0,5}\) on ([\w/.:-]{2,48}), vlan \d{1,4}\.? ?\(\[[\da-f.:-]{12,17}\/([\d.]{7,15})\/[\da-f.:-]{12,17}\/([\d.]{7,15})\//i;
const PACKET_COUNT = /, (\d{1,15}) packets?/;

/** Reads the text of an IOS, IOS XE or NX-OS message: access lists by their form, all others for the peer they name. */
export function readIosText(id: string, text: string, message: ParsedMessage): void {
  if (id.startsWith(FLOW_IDS)) {
    readFlow(text, message);
    return;
  }
  const templates = IOS_TEMPLATES.get(id);
  if (templates?.some((template) => applyTemplate(template, text, message)) === true) {
    const count = id.includes(COUNTED_IDS) ? PACKET_COUNT.exec(text)?.[1] : undefined;
    if (count !== undefined) message.packets ??= Number(count);
    return;
  }
  // A neighbour in routing sends nothing that the line is of.
  if (NEIGHBOUR_ID.test(id)) return;
  if (text.includes("ARP") && readInspectedArp(text, message)) return;
  if (TRANSLATED_ID.test(id) && readTranslated(text, message)) return;
  const peer = addressBehind(text, PEER_PHRASES) ?? someoneIn(text);
  message.srcIp = peer?.ip ?? null;
  message.srcPort = peer?.port ?? null;
  if (text.includes(LOCAL_PORT)) readLogin(text, message);
  else if (text.includes("[reason: ")) takeReason(text, message);
}

/** What an inspection of ARP says of who spoke, and to whom, who may be the same. */
function readInspectedArp(text: string, message: ParsedMessage): boolean {
  const [, place = "", sender = "", target = ""] = INSPECTED_ARP.exec(text) ?? [];
  const source = canonicalAddress(sender);
  if (source === null) return false;
  message.srcIp = source;
  message.dstIp = target === sender ? null : canonicalAddress(target);
  message.interface = fieldText(place, MAX_INTERFACE_LENGTH);
  return true;
}

/** What a router made of whom a machine called; gives whether the text tells it. */
function readTranslated(text: string, message: ParsedMessage): boolean {
  const [, protocol = "", local = "", global = "", called = ""] = TRANSLATED_ENDS.exec(text) ?? [];
  const [source, seen, destination] = [addressAt(local, 0), addressAt(global, 0), addressAt(called, 0)];
  if (source === null || seen === null || destination === null) return false;
  const hasPorts = protocol.toLowerCase() !== "icmp";
  message.protocol = protocolName(protocol);
  [message.srcIp, message.dstIp] = [source.ip, destination.ip];
  if (hasPorts) [message.srcPort, message.dstPort] = [source.port, destination.port];
  const port = (end: FoundAddress) => (hasPorts && end.port !== null ? String(end.port) : "");
  setTranslation(message, { srcIp: seen.ip, srcPort: port(seen), dstIp: "", dstPort: "" });
  return true;
}

/** `Login failed [user: a] [Source: 192.0.2.1] [localport: 22] [Reason: Invalid login]`: where somebody came, and why in vain. */
function readLogin(text: string, message: ParsedMessage): void {
  const start = text.indexOf(LOCAL_PORT) + LOCAL_PORT.length;
  message.dstPort = portNumber(text.slice(start, text.indexOf("]", start))) || null;
  takeReason(text, message);
}

function takeReason(text: string, message: ParsedMessage): void {
  message.reason = fieldText(LOGIN_REASON.exec(text)?.[1] ?? "");
}

/** The first address, unless the word before it says that it is a server's, a hop's or a setting. */
function someoneIn(text: string): FoundAddress | null {
  const found = findAddress(text);
  if (found === null) return null;
  const { isTarget, isSetting } = roleAt(text, found.start, found.end);
  return isTarget || isSetting ? null : found;
}

function readFlow(text: string, message: ParsedMessage): void {
  flowValues.clear();
  readColonPairs(text, flowValues);
  fillMessage(message, (field) => {
    const value = flowValues.text(field);
    return field === "protocol" ? (PROTOCOL_WORD.exec(value)?.[0] ?? "") : value;
  });
  const count = HIT_COUNT.exec(text)?.[1];
  if (count !== undefined) message.packets ??= Number(count);
}
