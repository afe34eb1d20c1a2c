import { fieldText, MAX_RULE_LENGTH } from "../values/field-text";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readPairs } from "../values/pairs";
import { addressBehind } from "../values/phrases";
import { namedSeverity } from "../header/priority";
import { readVendorTime } from "../header/vendor-time";

const KEYS: FieldKeys<Field | "time" | "level" | "text"> = {
  sourceHost: ["vpn", "fw"],
  srcIp: ["src"],
  dstIp: ["dst"],
  protocol: ["protocol"],
  action: ["result", "op"],
  bytesSent: ["sent"],
  bytesReceived: ["rcvd"],
  time: ["time"],
  level: ["pri"],
  text: ["msg"],
};

const values = new KeyedValues(KEYS);
const POLICY = " policy '";
/** Array's gateways name their tunnels so, too, and the ends of each. */
const OTHER = "id=ArrayOS ";

/**
 * Ivanti (Pulse) Connect Secure in WELF form: `id=firewall time="…" pri=6 fw=… vpn=… user=… src=… msg="AUT24803: …"`.
 */
export function parseIvanti(body: string, line: Line): boolean {
  if (!body.startsWith("id=") || !body.includes(" vpn=") || body.startsWith(OTHER)) return false;
  values.clear();
  readPairs(body, values);

  const { message } = line;
  const text = values.text("text");
  message.parser = "ivanti";
  message.vendor = "ivanti";
  fillMessage(message, values.text);
  const code = text.slice(0, Math.max(text.indexOf(":"), 0));
  if (/^[A-Z]{3}\d{5}$/.test(code)) message.msgid ??= code;
  message.ruleId ??= policyIn(text);
  const peer = message.dstIp === null ? addressBehind(text, [" to ", " to peer: "]) : null;
  if (peer !== null) {
    message.dstIp = peer.ip;
    message.dstPort ??= peer.port;
  }
  message.severity ??= namedSeverity(values.text("level"));
  message.eventTimeMicros = readVendorTime(values.text("time"), line) ?? message.eventTimeMicros;
  return true;
}

/** The host checker's policy in the text. */
function policyIn(text: string): string | null {
  const start = text.indexOf(POLICY);
  const end = start === -1 ? -1 : text.indexOf("'", start + POLICY.length);
  return end === -1 ? null : fieldText(text.slice(start + POLICY.length, end), MAX_RULE_LENGTH);
}
