import { setAction, setActionMeaning, setActionOfEvent } from "../values/action";
import { BACKSLASH, BAR, isDigit, skipBlanks } from "../values/characters";
import {
  directionWord,
  fieldText,
  MAX_FIELD_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line, ParsedMessage } from "../line";
import { readExtension } from "../values/pairs";
import { readVendorTime } from "../header/vendor-time";
import { vendorName } from "../values/vendor-name";

const MARK = "CEF:";
/** Imperva's cloud, whose ports are not the dictionary's. */
export const SERVED_VENDOR = "incapsula";
/** Version, vendor, product, product version, signature id, name, severity. */
export const HEADER_FIELDS = 7;
/** The dictionary's custom texts, `cs`, custom numbers, `cn`, and those that some add. */
export const CUSTOM_KEYS = [
  "cs1",
  "cs2",
  "cs3",
  "cs4",
  "cs5",
  "cs6",
  "cn1",
  "cn2",
  "cn3",
  "cs7",
  "cs8",
  "cs9",
  "flexString1",
  "flexString2",
] as const;
/** Each with the key of its label. */
export const CUSTOM_LABELS = CUSTOM_KEYS.map((key) => ({ key, label: `${key}Label` as const }));
/** Labels of custom texts and numbers that name the rule. */
const RULE_LABEL =
  /^(?:(?:access|firewall|fw|security|acl|applied|matched|matching|triggered|enforced|effective)[ _-]?)?(?:rule|policy|acl)(?:[ _-]?(?:id|uid|name|number))?$/i;

/** The same of what was done, and of why. */
const ACTION_LABEL =
  /^(?:(?:policy|rule|firewall|fw|traffic|security|device|waf|final|network|web|connection|session)[ _-]?)?(?:action|verdict|disposition|decision)(?:[ _-]?taken)?$/i;
const REASON_LABEL =
  /^(?:(?:block(?:ed|ing)?|deny|denied|denial|drop|reject(?:ion)?|failure|failed|close|end|action|event|attack|detection|match)[ _-]?)?reason(?:[ _-]?(?:text|description|message))?$/i;

const WAY_LABEL =
  /^(?:(?:traffic|flow|network|connection|session|packet|mail|e-?mail|message|policy)[ _-]?)?direction$/i;

/** What the label of a custom value says that it is; empty where it says none of these. */
export function kindOfLabel(label: string): "rule" | "action" | "reason" | "way" | "" {
  if (RULE_LABEL.test(label)) return "rule";
  if (ACTION_LABEL.test(label)) return "action";
  return REASON_LABEL.test(label) ? "reason" : WAY_LABEL.test(label) ? "way" : "";
}

/** What stands where no rule counted. */
export const NO_RULE = /^(?:n\/?a|none|null|nil|-+|unknown)$/i;

export type CustomKey = (typeof CUSTOM_KEYS)[number];
/** Names of values that are no field by themselves. */
export type CefExtra =
  | "eventTime"
  | "zone"
  | "certificateName"
  | "clientPort"
  | "serverIp"
  | "namedRule"
  | "outcome"
  | CustomKey
  | `${CustomKey}Label`;

/** The dictionary's keys, and those that vendors add; those of another vendor do no harm. */
export const CEF_KEYS: FieldKeys<Field | CefExtra> = {
  sourceHost: ["dvchost", "deviceHostName", "dvc", "origin"],
  srcIp: ["src", "c6a2", "sourceAddress"],
  dstIp: ["dst", "c6a3", "destinationAddress"],
  srcPort: ["spt", "sourcePort", "src_port"],
  dstPort: ["dpt", "destinationPort", "dst_port"],
  natSrcIp: ["sourceTranslatedAddress"],
  natDstIp: ["destinationTranslatedAddress"],
  natSrcPort: ["sourceTranslatedPort", "snpt"],
  natDstPort: ["destinationTranslatedPort", "dnpt"],
  protocol: ["proto", "transportProtocol", "protocol"],
  action: ["act", "FTNTFGTaction", "FortinetFortiGateaction", "fw_action", "deviceAction"],
  interface: [
    "deviceInboundInterface",
    "ifname",
    "srcIntf",
    "srcintf",
    "inIntf",
    "inInterface",
    "inIface",
    "in_iface",
    "in_interface",
    "ingressInterface",
    "inboundInterface",
    "srcInterface",
    "sourceInterface",
  ],
  interfaceOut: [
    "deviceOutboundInterface",
    "dstIntf",
    "dstintf",
    "outIntf",
    "outInterface",
    "outIface",
    "out_iface",
    "out_interface",
    "egressInterface",
    "outboundInterface",
    "dstInterface",
    "destinationInterface",
  ],
  direction: ["deviceDirection"],
  ruleId: ["rule", "FTNTFGTpolicyid", "FortinetFortiGatepolicyid", "rule_uid", "UNIFIpolicyName"],
  reason: ["reason"],
  bytesSent: ["out"],
  bytesReceived: ["in"],
  packetsSent: ["FTNTFGTsentpkt", "FortinetFortiGatesentpkt", "spkt"],
  packetsReceived: ["FTNTFGTrcvdpkt", "FortinetFortiGatercvdpkt", "rpkt"],
  eventTime: ["FTNTFGTeventtime", "FortinetFortiGateeventtime", "rt", "deviceReceiptTime", "start", "end"],
  zone: ["dtz"],
  certificateName: ["originsicname"],
  clientPort: ["cpt"],
  serverIp: ["sip"],
  outcome: ["outcome", "verdict", "disposition", "decision", "result"],
  namedRule: [
    "ruleName",
    "rule_name",
    "RuleName",
    "ruleId",
    "ruleID",
    "rule_id",
    "firewallRule",
    "policyName",
    "policy_name",
    "PolicyName",
    "policyId",
    "policy_id",
    "policy",
  ],
  ...Object.fromEntries(
    CUSTOM_KEYS.flatMap((key) => [
      [key, [key]],
      [`${key}Label`, [`${key}Label`]],
    ]),
  ),
};

const values = new KeyedValues(CEF_KEYS);
/** By what it prints. */
export const CEF_DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ["0", "in"],
  ["1", "out"],
]);

/** ArcSight's Common Event Format, whatever carries it; without `CEF:` too, where a relay took it for the tag. */
export function parseCef(body: string, line: Line): boolean {
  const start = headerStart(body);
  if (start === -1) return false;
  const header = readHeader(body, start);
  if (header === null || (start === 0 && isRow(header, line.message))) return false;
  values.clear();
  readExtension(body, values, { start: header.end });

  const { message } = line;
  message.parser = "cef";
  message.vendor = vendorName(header.vendor);
  message.msgid ??= fieldText(header.signatureId, MAX_FIELD_LENGTH);
  if (message.app === "CEF") message.app = null;
  const certificateName = commonName(values.text("certificateName"));
  fillMessage(message, (field) => {
    if (field === "sourceHost" && certificateName !== "") return certificateName;
    const text = values.text(field);
    return field === "direction" ? (CEF_DIRECTIONS.get(text) ?? text) : text;
  });
  if (message.vendor === SERVED_VENDOR) takeServed(message);
  takeCefAction(message);
  setActionOfEvent(message, values.text("outcome"));
  setActionOfEvent(message, header.signatureId);
  setActionOfEvent(message, header.name);
  takeCustom(message);
  const named = customRule(values.text) || (message.vendor === "sonicwall" ? values.text("cs1") : "");
  message.ruleId ??= fieldText(named || values.text("namedRule"), MAX_RULE_LENGTH);
  message.eventTimeMicros = eventTime(line) ?? message.eventTimeMicros;
  return true;
}

/** What custom values say of what was done, and of why, where no other key does. */
function takeCustom(message: ParsedMessage): void {
  for (const { key, label } of CUSTOM_LABELS) {
    const said = values.text(label);
    const kind = said === "" ? "" : kindOfLabel(said);
    if (kind === "action") setActionOfEvent(message, values.text(key));
    if (kind === "way") takeWay(message, values.text(key));
    if (kind === "reason" && !NO_RULE.test(values.text(key))) message.reason ??= fieldText(values.text(key));
  }
}

/** Which way traffic or a mail went, where no key of the dictionary says it and the word is one for a way. */
export function takeWay(message: ParsedMessage, word: string): void {
  const way = message.direction === null ? directionWord(word) : null;
  if (way === "in" || way === "out") message.direction = way;
}

/** Of Imperva's cloud `spt` is the port that was asked for, `cpt` the client's, and `sip` the server. */
function takeServed(message: ParsedMessage): void {
  const clientPort = portNumber(values.text("clientPort"));
  const serverIp = canonicalAddress(values.text("serverIp"));
  if (clientPort === null && serverIp === null) return;
  message.dstIp ??= serverIp;
  message.dstPort ??= message.srcPort;
  message.srcPort = clientPort;
}

/** The offset of the version's digit, or -1. */
function headerStart(body: string): number {
  const start = body.startsWith(MARK) ? skipBlanks(body, MARK.length) : 0;
  return isDigit(body.charCodeAt(start)) && body.charCodeAt(start + 1) === BAR ? start : -1;
}

/** Rows of bars begin so, too, where the mark is neither there nor taken for the program. */
function isRow({ vendor }: Header, { app }: ParsedMessage): boolean {
  return isDigit(vendor.charCodeAt(0)) || (app !== null && app !== "CEF" && app !== "CEF:");
}

type Header = { vendor: string; signatureId: string; name: string; end: number };

function readHeader(body: string, start: number): Header | null {
  const fields: string[] = [];
  let offset = start;
  while (fields.length < HEADER_FIELDS) {
    const end = barFrom(body, offset);
    if (end === -1) return null;
    fields.push(body.slice(offset, end));
    offset = end + 1;
  }
  const [, vendor = "", , , signatureId = "", name = ""] = fields;
  return { vendor, signatureId, name, end: skipBlanks(body, offset) };
}

function barFrom(body: string, start: number): number {
  let bar = body.indexOf("|", start);
  while (bar !== -1 && body.charCodeAt(bar - 1) === BACKSLASH) bar = body.indexOf("|", bar + 1);
  return bar;
}

/** What was seen, and let pass. */
const LET = /^not[ _-](?:blocked|dropped|denied|rejected|prevented)$/i;

/** Deep Security puts the module before the word: `IDS:Reset`; firewalls of the web say what they did not do. */
export function takeCefAction(message: ParsedMessage): void {
  const raw = message.actionRaw;
  if (raw !== null && message.verdict === "other" && LET.test(raw)) setActionMeaning(message, raw, "allow");
  const colon = raw?.indexOf(":") ?? -1;
  if (raw === null || colon === -1) return;
  const word = raw.slice(colon + 1).trim();
  if (word === "") setAction(message, raw);
  else setActionMeaning(message, raw, word);
}

/** The custom text or number whose label names a rule, of a carrier's values. SonicWall's `cs1` is one without saying so. */
export function customRule(text: (name: CustomKey | `${CustomKey}Label`) => string): string {
  for (const { key, label } of CUSTOM_LABELS) {
    const said = text(label);
    const rule = said !== "" && kindOfLabel(said) === "rule" ? text(key) : "";
    if (rule !== "" && !NO_RULE.test(rule)) return rule;
  }
  return "";
}

/** The gateway's name in Check Point's certificate name: `CN=gateway,O=management..abcdef`, escaped once or twice. */
function commonName(text: string): string {
  return /^cn\\*=([^,]+)/i.exec(text)?.[1] ?? "";
}

function eventTime(line: Line): number | null {
  const text = values.text("eventTime");
  if (text === "") return null;
  const isUtc = values.text("zone") === "UTC";
  return readVendorTime(text, isUtc ? { ...line, timeZone: "UTC", headerOffsetSeconds: null } : line);
}
