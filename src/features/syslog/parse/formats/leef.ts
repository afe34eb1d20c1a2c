import { setActionMeaning, setActionOfCode, setActionOfEvent } from "../values/action";
import { fieldText, MAX_RULE_LENGTH } from "../values/field-text";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line, ParsedMessage } from "../line";
import { readExtension } from "../values/pairs";
import { vendorName } from "../values/vendor-name";
import { readVendorTime } from "../header/vendor-time";
import { BAR, BLANK, TAB } from "../values/characters";
import { CUSTOM_KEYS, CUSTOM_LABELS, type CustomKey, customRule, kindOfLabel, takeWay } from "./cef";

export const LEEF_MARK = "LEEF:";
/** PAN-OS's documented LEEF format has bars between its pairs. */
export const BARRED_PAIRS = /^[^=|]{1,40}=[^|]{0,200}\|[\w.-]{1,40}=/;
export const MAX_LOOK_AHEAD = 300;

/** What was let through where it is true, and what was not. */
const GRANTS = [
  "Action_allowed",
  "action_allowed",
  "actionAllowed",
  "isAllowed",
  "is_allowed",
  "accessAllowed",
  "access_allowed",
];
const REFUSALS = ["Action_blocked", "action_blocked", "actionBlocked", "isBlocked", "is_blocked"];

/** Names of values that are no field by themselves; `rare` are keys of which all others tell more. */
export type LeefExtra = "eventTime" | "category" | "sentence" | "rare";

export const LEEF_KEYS: FieldKeys<Field | LeefExtra> = {
  sourceHost: ["devname", "deviceName", "DeviceName", "dvchost", "identHostName", "hostname"],
  srcIp: ["src", "SourceIP", "srcPreNAT", "srcIp", "srcip", "src_ip", "sourceIp", "sourceAddress"],
  dstIp: [
    "dst",
    "DestinationIP",
    "dstPreNAT",
    "dstIp",
    "dstip",
    "dst_ip",
    "dest",
    "destinationIp",
    "destinationAddress",
  ],
  srcPort: ["srcPort", "SourcePort", "srcPreNATPort", "srcport", "src_port", "sourcePort", "spt"],
  dstPort: [
    "dstPort",
    "DestinationPort",
    "dstPreNATPort",
    "dstport",
    "dst_port",
    "destinationPort",
    "dport",
    "dpt",
  ],
  natSrcIp: ["srcPostNAT"],
  natDstIp: ["dstPostNAT"],
  natSrcPort: ["srcPostNATPort"],
  natDstPort: ["dstPostNATPort"],
  protocol: ["proto", "protocol"],
  action: ["action", "act", "Action", "disposition", "policyaction"],
  interface: [
    "srcInterface",
    "IngressInterface",
    "ingressInterface",
    "InboundInterface",
    "deviceInboundInterface",
    "ifname",
    "inInterface",
    "inboundInterface",
    "sourceInterface",
    "srcIntf",
    "in_interface",
    "src_interface",
  ],
  interfaceOut: [
    "dstInterface",
    "EgressInterface",
    "egressInterface",
    "OutboundInterface",
    "deviceOutboundInterface",
    "outInterface",
    "outboundInterface",
    "destinationInterface",
    "dstIntf",
    "out_interface",
    "dst_interface",
  ],
  direction: ["direction", "dir", "ifdir"],
  ruleId: [
    "policyid",
    "RuleName",
    "ruleName",
    "rule",
    "Rule",
    "policy",
    "rule_uid",
    "rule_name",
    "ruleId",
    "ruleID",
    "RuleId",
    "RuleID",
    "rule_id",
    "policyName",
    "PolicyName",
    "policy_name",
    "policyId",
    "policyID",
    "policy_id",
  ],
  reason: ["reason", "SessionEndReason"],
  bytes: ["totalBytes"],
  bytesSent: ["srcBytes", "bytesOut", "sentbyte"],
  bytesReceived: ["dstBytes", "bytesIn", "rcvdbyte"],
  packets: ["totalPackets"],
  packetsSent: ["srcPackets"],
  packetsReceived: ["dstPackets"],
  eventTime: ["devTime", "ReceiveTime", "GeneratedTime"],
  category: ["cat"],
  sentence: ["msg"],
  rare: [...CUSTOM_LABELS.map(({ label }) => label), ...GRANTS, ...REFUSALS],
};

const values = new KeyedValues(LEEF_KEYS);
const rare = new KeyedValues<CustomKey | `${CustomKey}Label` | "granted" | "refused">({
  granted: GRANTS,
  refused: REFUSALS,
  ...Object.fromEntries(
    CUSTOM_KEYS.flatMap((key) => [
      [key, [key]],
      [`${key}Label`, [`${key}Label`]],
    ]),
  ),
});
const TRUE = /^(?:1|y|yes|true)$/i;
const FALSE = /^(?:0|n|no|false)$/i;

/**
 * IBM's Log Event Extended Format 1.0 and 2.0: `LEEF:2.0|vendor|product|version|event id|delimiter|key=value…`. Version
 * 1.0 has the tab as delimiter; senders that lost the tabs have blanks.
 * https://www.ibm.com/docs/en/dsm?topic=overview-leef-event-components
 */
export function parseLeef(body: string, line: Line): boolean {
  if (!body.startsWith(LEEF_MARK)) return false;
  const bars = barsFrom(body);
  const [, vendorBar, productBar, versionBar, idBar, delimiterBar] = [-1, ...bars];
  if (vendorBar === undefined || productBar === undefined || versionBar === undefined || idBar === undefined)
    return false;
  const idEnd = delimiterBar ?? body.length;
  const delimiter = body.startsWith("2", LEEF_MARK.length) ? delimiterBetween(body, idEnd + 1) : null;
  const extension = delimiter?.end ?? idEnd + 1;
  values.clear();
  const pairs = { start: extension, delimiter: delimiter?.code ?? presentDelimiter(body, extension) };
  readExtension(body, values, pairs);

  const { message } = line;
  message.parser = "leef";
  message.vendor = vendorName(body.slice(vendorBar + 1, productBar));
  const eventId = body.slice(idBar + 1, idEnd);
  message.msgid ??= fieldText(eventId);
  fillMessage(message, values.text);
  setActionOfCode(message, eventId);
  setActionOfEvent(message, values.text("category"));
  if (values.text("rare") !== "") {
    rare.clear();
    readExtension(body, rare, pairs);
    takeRare(message);
  }
  message.eventTimeMicros = readVendorTime(values.text("eventTime"), line) ?? message.eventTimeMicros;
  return true;
}

/** What ArcSight's custom keys and switches say, where no other key does. */
function takeRare(message: ParsedMessage): void {
  message.ruleId ??= fieldText(customRule(rare.text), MAX_RULE_LENGTH);
  for (const { key, label } of CUSTOM_LABELS)
    if (kindOfLabel(rare.text(label)) === "way") takeWay(message, rare.text(key));
  if (message.action !== null) return;
  const [granted, refused] = [rare.text("granted"), rare.text("refused")];
  if (TRUE.test(granted)) setActionMeaning(message, "allowed", "allow");
  else if (FALSE.test(granted)) setActionMeaning(message, "not allowed", "deny");
  else if (TRUE.test(refused)) setActionMeaning(message, "blocked", "deny");
}

/** The first five bars: behind version, vendor, product, product's version and event id. */
function barsFrom(body: string): number[] {
  const bars: number[] = [];
  for (let bar = body.indexOf("|"); bar !== -1 && bars.length < 5; bar = body.indexOf("|", bar + 1))
    bars.push(bar);
  return bars;
}

/** Version 2.0's own delimiter: one character, or its code as `x5E` or `0x5E`; null where the field is not there. */
export function delimiterBetween(body: string, start: number): { code: number; end: number } | null {
  const bar = body.indexOf("|", start);
  if (bar === -1 || bar - start > 6) return null;
  const text = body.slice(start, bar);
  if (text.includes("=")) return null;
  const code = /^(0?x)([0-9a-f]{1,4})$/i.exec(text)?.[2];
  if (code !== undefined) return { code: Number.parseInt(code, 16), end: bar + 1 };
  return { code: text === "" ? TAB : text.charCodeAt(0), end: bar + 1 };
}

function presentDelimiter(body: string, start: number): number {
  if (body.includes("\t", start)) return TAB;
  if (body.includes("^", start)) return 0x5e;
  return BARRED_PAIRS.test(body.slice(start, start + MAX_LOOK_AHEAD)) ? BAR : BLANK;
}
