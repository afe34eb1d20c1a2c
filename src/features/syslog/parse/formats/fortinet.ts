import { isLetter } from "../values/characters";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readPairs, separatorOf } from "../values/pairs";
import { namedSeverity } from "../header/priority";
import { parenthesised } from "../values/phrases";
import { readDateAndTime, readEpoch } from "../header/vendor-time";

/** FortiOS, FortiWeb and FortiMail (the keys with an underscore). */
type Name =
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
  | "ui";
export const FORTINET_KEYS: FieldKeys<Name> = {
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
  action: ["action"],
  interface: ["srcintf"],
  interfaceOut: ["dstintf", "outintf"],
  direction: ["direction", "dir"],
  ruleId: ["policyid", "policy_id", "policy"],
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
  ui: ["ui"],
};

const values = new KeyedValues(FORTINET_KEYS);
const SECOND_MICROS = 1e6;

/**
 * Fortinet's `key=value` log, separated by blanks or commas.
 * https://docs.fortinet.com/document/fortigate/latest/fortios-log-message-reference
 */
export function parseFortinet(body: string, line: Line): boolean {
  if (!isLetter(body.charCodeAt(0)) || !isFortinet(body)) return false;
  values.clear();
  readPairs(body, values, { separator: separatorOf(body) });

  return takeFortinet(values.text, line);
}

/** Sets what the pairs say. */
export function takeFortinet(text: (name: Name) => string, line: Line): true {
  const { message } = line;
  message.parser = "fortinet";
  message.vendor = "fortinet";
  fillMessage(message, (field) => fieldText(field, text));
  message.severity ??= namedSeverity(text("level"));
  message.eventTimeMicros = eventTime(text, line) ?? message.eventTimeMicros;
  return true;
}

function isFortinet(body: string): boolean {
  return body.includes("logid=") || (body.includes("log_id=") && body.includes(" pri="));
}

/**
 * A VPN's event names its two ends, an administrator's puts his address behind the interface: `ui="https(192.0.2.1)"`.
 */
function fieldText(field: Field, valueOf: (name: Name) => string): string {
  const text = valueOf(field);
  if (text !== "") return text;
  const hasLocal = valueOf("local") !== "";
  switch (field) {
    case "srcIp":
      return valueOf(hasLocal ? "local" : "remote") || parenthesised(valueOf("ui"));
    case "dstIp":
      return hasLocal ? valueOf("remote") : "";
    case "srcPort":
      return valueOf(hasLocal ? "localPort" : "remotePort");
    case "dstPort":
      return hasLocal ? valueOf("remotePort") : "";
    default:
      return "";
  }
}

/**
 * Date, time and zone where all stand there, with the fraction of `eventtime` where it is of the same second;
 * `eventtime`, which older versions give in seconds, where one of them is missing.
 */
function eventTime(text: (name: Name) => string, line: Line): number | null {
  const zone = text("zone");
  const printed = readDateAndTime(text("date"), text("time"), { zone, line });
  const epoch = readEpoch(text("epoch"));
  if (printed === null || epoch === null) return epoch ?? printed;
  if (zone === "") return epoch;
  return epoch - (epoch % SECOND_MICROS) === printed - (printed % SECOND_MICROS) ? epoch : printed;
}
