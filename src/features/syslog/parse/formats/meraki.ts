import { isDigit, wordEnd } from "../values/characters";
import { setAction, setActionMeaning } from "../values/action";
import { fieldText, MAX_RULE_LENGTH, portNumber } from "../values/field-text";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line, ParsedMessage } from "../line";
import { readPairs } from "../values/pairs";
import { addressAt, addressBehind } from "../values/phrases";
import { readEpoch } from "../header/vendor-time";

export const MERAKI_KEYS: FieldKeys<Field | "natPort" | "peer" | "type" | "text"> = {
  srcIp: ["src", "client_ip", "local_ip"],
  dstIp: ["dst", "server"],
  srcPort: ["sport"],
  dstPort: ["dport"],
  natSrcIp: ["translated_src_ip"],
  natDstIp: ["translated_dst_ip"],
  protocol: ["protocol"],
  action: ["decision", "action"],
  direction: ["direction"],
  ruleId: ["signature"],
  natPort: ["translated_port"],
  peer: ["peer_contact"],
  reason: ["message", "reason", "name"],
  type: ["type"],
  text: ["msg"],
};

/** Kinds of events, by which a line is told: the third word. */
export const KINDS: ReadonlySet<string> = new Set([
  "flows",
  "firewall",
  "urls",
  "ids-alerts",
  "security_event",
  "events",
  "airmarshal_events",
  "ip_flow_start",
  "ip_flow_end",
  "ids_alerted",
  "cellular_firewall",
  "vpn_firewall",
  "bridge_anyconnect_client_vpn_firewall",
  "l7_firewall",
]);
/** What an event is called that tells what a filter did: `content_filtering_block`. */
export const BLOCKING_EVENT = "_block";
export const PATTERN = "pattern: ";
/** An intrusion's name, which is the rest of the line. */
export const MESSAGE = " message: ";
export const PATTERN_ACTIONS: ReadonlyMap<string, string> = new Map([
  ["0", "deny"],
  ["1", "allow"],
  ["allow", "allow"],
  ["deny", "deny"],
]);

const values = new KeyedValues(MERAKI_KEYS);

/**
 * Meraki's `<epoch> <device> <kind> …`, also behind `<134>1 `.
 * https://documentation.meraki.com/General_Administration/Monitoring_and_Reporting/Syslog_Event_Types_and_Log_Samples
 */
export function parseMeraki(body: string, line: Line): boolean {
  const start = body.startsWith("1 ") ? 2 : 0;
  if (!isDigit(body.charCodeAt(start))) return false;
  const timeEnd = wordEnd(body, start);
  if (timeEnd - start < 10 || timeEnd - start > 20) return false;
  const nameEnd = wordEnd(body, timeEnd + 1);
  const kindEnd = wordEnd(body, nameEnd + 1);
  const kind = body.slice(nameEnd + 1, kindEnd);
  if (!KINDS.has(kind)) return false;
  const micros = readEpoch(body.slice(start, timeEnd));
  if (micros === null) return false;
  values.clear();
  readPairs(body, values, { start: kindEnd });

  const { message } = line;
  message.parser = "meraki";
  message.vendor = "meraki";
  message.eventTimeMicros = micros;
  message.sourceHost = fieldText(body.slice(timeEnd + 1, nameEnd)) ?? message.sourceHost;
  message.app ??= kind;
  fillMessage(message, values.text);
  readEnds(line);
  if (message.action === null) readVerdict(body, kindEnd, line);
  readNatPort(message);
  // In a flow it is ICMP's type.
  if (kind.endsWith("events")) message.reason ??= fieldText(values.text("type"));
  if (kind === "events") readEvent(body, line);
  message.reason ??= fieldText(textBehind(body, MESSAGE));
  return true;
}

/** One key for the port of whichever end was translated. */
function readNatPort(message: ParsedMessage): void {
  const port = portNumber(values.text("natPort"));
  if (message.natSrcIp !== null) message.natSrcPort = port;
  else if (message.natDstIp !== null) message.natDstPort = port;
}

function textBehind(body: string, mark: string): string {
  const at = body.indexOf(mark);
  return at === -1 ? "" : body.slice(at + mark.length);
}

/** `src=192.0.2.1:1234`: some kinds have the port behind the address. */
function readEnds({ message }: Line): void {
  const source = message.srcIp === null ? addressAt(values.text("srcIp"), 0) : null;
  message.srcIp ??= source?.ip ?? null;
  message.srcPort ??= source?.port ?? null;
  const destination = message.dstIp === null ? addressAt(values.text("dstIp"), 0) : null;
  message.dstIp ??= destination?.ip ?? null;
  message.dstPort ??= destination?.port ?? null;
}

/** `flows allow src=…`, or the pattern at the end: `pattern: 1 all`, `pattern: deny all`. */
function readVerdict(body: string, kindEnd: number, { message }: Line): void {
  const first = body.slice(kindEnd + 1, wordEnd(body, kindEnd + 1));
  if (first === "allow" || first === "deny") {
    setAction(message, first);
    return;
  }
  if (first.endsWith(BLOCKING_EVENT)) {
    setActionMeaning(message, first, "block");
    return;
  }
  const at = body.indexOf(PATTERN, kindEnd);
  if (at === -1) return;
  const start = at + PATTERN.length;
  const end = wordEnd(body, start);
  const action = PATTERN_ACTIONS.get(body.slice(start, end));
  if (action !== undefined) setAction(message, action);
  message.ruleId ??= fieldText(body.slice(action === undefined ? start : end), MAX_RULE_LENGTH);
}

/** VPN events name their ends in a text. */
function readEvent(body: string, { message }: Line): void {
  const peer = addressBehind(body, ["Peer IP=", "connected from "]) ?? addressAt(values.text("peer"), 0);
  const server = addressBehind(body, ["Server IP="]);
  message.srcIp = peer?.ip ?? message.srcIp;
  message.srcPort ??= portBehind(body, "Peer port=") ?? peer?.port ?? null;
  message.dstIp = server?.ip ?? message.dstIp;
  message.dstPort ??= portBehind(body, "Server port=");
}

function portBehind(body: string, phrase: string): number | null {
  const at = body.indexOf(phrase);
  if (at === -1) return null;
  const port = Number.parseInt(body.slice(at + phrase.length, at + phrase.length + 5), 10);
  return port >= 0 && port <= 65535 ? port : null;
}
