import { isRefused } from "../values/action";
import { BLANK, COMMA, isDigit, isLetter } from "../values/characters";
import { fieldText as storedText } from "../values/field-text";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { canonicalAddress } from "../values/ip-address";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readPairs, separatorOf } from "../values/pairs";
import { namedSeverity } from "../header/priority";
import { parenthesised } from "../values/phrases";
import { readDateAndTime, readEpoch } from "../header/vendor-time";

/** FortiOS, FortiWeb and FortiMail (the keys with an underscore). */
export const FORTINET_KEYS: FieldKeys<
  | Field
  | "date"
  | "time"
  | "zone"
  | "epoch"
  | "level"
  | "local"
  | "localPort"
  | "remote"
  | "remotePort"
  | "ui"
  | "client"
  | "sentence"
> = {
  sourceHost: ["devname", "device_id"],
  srcIp: ["srcip", "src", "src_ip", "client_ip", "userip"],
  dstIp: ["dstip", "dst", "dst_ip"],
  srcPort: ["srcport", "src_port", "sport"],
  dstPort: ["dstport", "dst_port", "dport"],
  natSrcIp: ["transip", "trans_src"],
  natDstIp: ["tranip", "trans_dst"],
  natSrcPort: ["transport", "trans_src_port"],
  natDstPort: ["tranport", "trans_dst_port"],
  protocol: ["proto"],
  action: ["action", "disposition"],
  interface: ["srcintf"],
  interfaceOut: ["dstintf", "outintf"],
  direction: ["direction", "dir"],
  ruleId: ["policyid", "policy_id", "policy", "polid"],
  trackerId: ["poluuid"],
  reason: ["reason", "attack", "virus"],
  bytesSent: ["sentbyte", "obytes"],
  bytesReceived: ["rcvdbyte", "ibytes"],
  packetsSent: ["sentpkt"],
  packetsReceived: ["rcvdpkt"],
  date: ["date"],
  time: ["time"],
  zone: ["tz", "timezone"],
  epoch: ["eventtime", "itime", "timestamp"],
  level: ["level", "pri"],
  local: ["locip"],
  localPort: ["locport"],
  remote: ["remip"],
  remotePort: ["remport"],
  ui: ["ui", "userfrom"],
  client: ["client_name"],
  sentence: ["msg"],
};

const values = new KeyedValues(FORTINET_KEYS);
/** Forcepoint has a `logid=`, too, and its node beside it. */
const FOREIGN_KEY = " nodeid=";
const ID_KEY = "logid=";
/** It is one of the first keys. */
const MAX_FOREIGN_OFFSET = 96;
const SECOND_MICROS = 1e6;
/** The way by which an administrator came, alone, and with his address behind it. */
const PLAIN_UI = /^(?:gui|cli|web|https?|ssh|telnet)$/i;
const BRACKETED = /(?:^| )\[([\da-f.:]{3,45})\]$/i;
const ADMINISTRATOR_AT =
  / (?:from|via) (?:(?:gui|cli|web|https?|ssh|telnet)(?: ?-> ?|\/))?(?:gui|cli|web|https?|ssh|telnet|jsconsole) ?\(([\da-f.:]{3,45})\)/i;

/**
 * Fortinet's `key=value` log, separated by blanks or commas.
 * https://docs.fortinet.com/document/fortigate/latest/fortios-log-message-reference
 */
export function parseFortinet(body: string, line: Line): boolean {
  if (!isLetter(body.charCodeAt(0)) || !isFortinet(body)) return false;
  values.clear();
  readPairs(body, values, { separator: separatorOf(body) });

  const { message } = line;
  message.parser = "fortinet";
  message.vendor = "fortinet";
  fillMessage(message, fieldText);
  // Of what was refused for no other reason it says why.
  if (message.reason === null && isRefused(message)) message.reason = storedText(values.text("sentence"));
  message.severity ??= namedSeverity(values.text("level"));
  message.eventTimeMicros = eventTime(line) ?? message.eventTimeMicros;
  return true;
}

/** Sidewinder's is a digit, without quotes. */
function isDigitAlone(body: string, start: number): boolean {
  const code = body.charCodeAt(start + 1);
  return isDigit(body.charCodeAt(start)) && (code === COMMA || code === BLANK || start + 1 === body.length);
}

/** Whether a body is Fortinet's. */
export function isFortinet(body: string): boolean {
  const key = body.indexOf(ID_KEY);
  if (key !== -1)
    return (
      body.lastIndexOf(FOREIGN_KEY, MAX_FOREIGN_OFFSET) === -1 && !isDigitAlone(body, key + ID_KEY.length)
    );
  return body.includes("log_id=") && body.includes(" pri=");
}

/**
 * A VPN's event names its two ends, an administrator's puts his address behind the interface: `ui="https(192.0.2.1)"`.
 */
function fieldText(field: Field): string {
  const text = values.text(field);
  if (text !== "") return text;
  const hasLocal = values.text("local") !== "";
  switch (field) {
    case "srcIp":
      return values.text(hasLocal ? "local" : "remote") || administratorAddress() || clientAddress();
    case "dstIp":
      return hasLocal ? values.text("remote") : "";
    case "srcPort":
      return values.text(hasLocal ? "localPort" : "remotePort");
    case "dstPort":
      return hasLocal ? values.text("remotePort") : "";
    default:
      return "";
  }
}

/** `ui="https(192.0.2.1)"`, or `ui=GUI msg="User admin login successfully from GUI(192.0.2.1)"`, `from GUI->HTTPS(192.0.2.1)`. */
function administratorAddress(): string {
  const ui = values.text("ui");
  const address = parenthesised(ui);
  if (address !== "" || canonicalAddress(ui) !== null) return address || ui;
  if (!PLAIN_UI.test(ui)) return "";
  return ADMINISTRATOR_AT.exec(values.text("sentence"))?.[1] ?? "";
}

/** FortiMail's `client_name="mx.example.org [192.0.2.1]"`, or the address alone. */
function clientAddress(): string {
  const client = values.text("client");
  return BRACKETED.exec(client)?.[1] ?? client;
}

/**
 * Date, time and zone where all stand there, with the fraction of `eventtime` where it is of the same second;
 * `eventtime`, which older versions give in seconds, where one of them is missing.
 */
function eventTime(line: Line): number | null {
  const zone = values.text("zone");
  const printed = readDateAndTime(values.text("date"), values.text("time"), { zone, line });
  const epoch = readEpoch(values.text("epoch"));
  if (printed === null || epoch === null) return epoch ?? printed;
  if (zone === "") return epoch;
  return epoch - (epoch % SECOND_MICROS) === printed - (printed % SECOND_MICROS) ? epoch : printed;
}
