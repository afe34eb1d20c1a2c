import { BACKSLASH, BLANK, COLON, isDigit, isLetter, OPEN_BRACKET, QUOTE, UNDERSCORE } from "../characters";
import { type Field, type FieldKeys, fillMessage } from "../fields";
import { KeyedValues } from "../keyed-values";
import type { Line } from "../line";
import { readExtension } from "../pairs";
import { readVendorTime } from "../vendor-time";

const KEYS: FieldKeys<Field | "time" | "certificateName"> = {
  sourceHost: ["hostname", "origin"],
  srcIp: ["src"],
  dstIp: ["dst"],
  srcPort: ["s_port", "sport_svc", "src_port"],
  dstPort: ["service", "d_port", "svc"],
  natSrcIp: ["xlatesrc"],
  natDstIp: ["xlatedst"],
  natSrcPort: ["xlatesport"],
  natDstPort: ["xlatedport"],
  protocol: ["proto"],
  action: ["action", "rule_action"],
  interface: ["ifname", "inzone"],
  direction: ["ifdir"],
  ruleId: ["rule", "rule_uid", "rule_name"],
  reason: ["action_reason", "reason", "message_info", "drop_reason"],
  bytes: ["bytes"],
  bytesSent: ["client_outbound_bytes", "sent_bytes"],
  bytesReceived: ["client_inbound_bytes", "received_bytes"],
  packets: ["packets"],
  packetsSent: ["client_outbound_packets"],
  packetsReceived: ["client_inbound_packets"],
  time: ["time"],
  certificateName: ["origin_sic_name", "originsicname"],
};

const values = new KeyedValues(KEYS);
const BAR = 0x7c;

/**
 * Check Point's Log Exporter: `[action:"Drop"; src:"192.0.2.1"; …]` (format syslog) and `time=…|action=Drop|src=…` (formats
 * splunk and generic). Its CEF and LEEF are read as such.
 */
export function parseCheckPoint(body: string, line: Line): boolean {
  const bracket = body.startsWith("syslog[") ? 6 : 0;
  const isBracketed = body.charCodeAt(bracket) === OPEN_BRACKET && hasKeys(body, ':"');
  if (!isBracketed && !(isLetter(body.charCodeAt(0)) && body.includes("|") && hasKeys(body, "=")))
    return false;
  values.clear();
  if (isBracketed) readQuotedPairs(body, bracket + 1);
  else readExtension(body, values, { start: 0, delimiter: BAR });

  const { message } = line;
  message.parser = "checkpoint";
  message.vendor = "checkpoint";
  fillMessage(message, (field) => {
    const text = values.text(field);
    return field === "sourceHost" ? commonName(values.text("certificateName")) || text : text;
  });
  message.eventTimeMicros = readVendorTime(values.text("time"), line) ?? message.eventTimeMicros;
  return true;
}

/** Every record has one of these. */
function hasKeys(body: string, mark: string): boolean {
  return (
    body.includes(`loguid${mark}`) || (body.includes(`origin${mark}`) && body.includes(`product${mark}`))
  );
}

/** `key:"value"; key::"value"; …`; within the quotes a backslash keeps what follows. */
function readQuotedPairs(text: string, start: number): void {
  let offset = start;
  for (;;) {
    const quote = text.indexOf('"', offset);
    if (quote === -1) return;
    let keyEnd = quote;
    while (keyEnd > offset && text.charCodeAt(keyEnd - 1) === COLON) keyEnd--;
    let keyStart = keyEnd;
    while (keyStart > offset && isKeyCharacter(text.charCodeAt(keyStart - 1))) keyStart--;
    let end = quote + 1;
    while (end < text.length && text.charCodeAt(end) !== QUOTE)
      end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
    const slot = keyEnd === quote || keyStart === keyEnd ? -1 : values.slotOf(text, keyStart, keyEnd);
    if (slot !== -1) values.put(slot, text.slice(quote + 1, Math.min(end, text.length)));
    offset = end + 1;
  }
}

function isKeyCharacter(code: number): boolean {
  return code > BLANK && (isLetter(code) || isDigit(code) || code === UNDERSCORE);
}

/** The gateway's name in its certificate's: `CN=gateway,O=management..abcdef`. */
function commonName(text: string): string {
  return /^cn=([^,]+)/i.exec(text)?.[1] ?? "";
}
