import { BACKSLASH, COLON, isLetter, isWordCharacter, OPEN_BRACKET, QUOTE } from "../values/characters";
import { setAction } from "../values/action";
import { fieldText, MAX_INTERFACE_LENGTH } from "../values/field-text";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readVendorTime } from "../header/vendor-time";

export const CHECKPOINT_KEYS: FieldKeys<Field | "time" | "certificateName"> = {
  sourceHost: ["hostname", "origin", "orig"],
  srcIp: ["src", "client_ip"],
  dstIp: ["dst"],
  srcPort: ["s_port", "sport_svc", "src_port"],
  dstPort: ["service", "d_port", "svc"],
  natSrcIp: ["xlatesrc"],
  natDstIp: ["xlatedst"],
  natSrcPort: ["xlatesport"],
  natDstPort: ["xlatedport"],
  protocol: ["proto"],
  action: ["action", "rule_action"],
  interface: ["ifname", "i/f_name", "inzone"],
  direction: ["ifdir", "i/f_dir"],
  ruleId: ["rule", "rule_uid", "rule_name"],
  reason: ["action_reason", "reason", "message_info", "drop_reason", "protection_name", "attack"],
  bytes: ["bytes"],
  bytesSent: ["client_outbound_bytes", "sent_bytes"],
  bytesReceived: ["client_inbound_bytes", "received_bytes"],
  packets: ["packets"],
  packetsSent: ["client_outbound_packets"],
  packetsReceived: ["client_inbound_packets"],
  time: ["time"],
  certificateName: ["origin_sic_name", "originsicname"],
};

const values = new KeyedValues(CHECKPOINT_KEYS);
const ESCAPED = /\\([\\=|])/g;
/** Day and time, the action, perhaps in a column, the gateway and its interface with an arrow for the direction. */
const TRACKER_HEAD =
  /^(?:: )?(\d{1,2}[A-Z][a-z]{2}\d{4} {1,2}[\d:]{7,8}) {1,2}([a-z]{3,12}) {1,8}([\w.:-]{1,64}) {1,8}([<>])([\w.-]{1,40}) /;
const DAEMON = "daemon";
const MAX_TRACKER_PAIRS = 100;

/**
 * Check Point's Log Exporter: `[action:"Drop"; src:"192.0.2.1"; …]` (format syslog) and `time=…|action=Drop|src=…`
 * (formats splunk and generic). Its CEF and LEEF are read as such.
 */
export function parseCheckPoint(body: string, line: Line): boolean {
  const bracket = body.startsWith("syslog[") ? 6 : 0;
  values.clear();
  if (body.charCodeAt(bracket) === OPEN_BRACKET && hasKeys(body, ':"')) readQuotedPairs(body, bracket + 1);
  else if (isLetter(body.charCodeAt(0)) && body.includes("|") && hasKeys(body, "=")) readBarredPairs(body);
  else if (body.includes("; product: ")) return readTrackerLine(body, line);
  else return false;

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

/** Every record has one of these; `orig` is of the older OPSEC clients. */
function hasKeys(body: string, mark: string): boolean {
  if (body.includes(`loguid${mark}`)) return true;
  return body.includes(`product${mark}`) && (body.includes(`origin${mark}`) || body.includes(`|orig${mark}`));
}

/** `key=value|key=value`; a key may have a slash (`i/f_name`), and a backslash keeps a bar. */
function readBarredPairs(text: string): void {
  for (let start = 0; start < text.length;) {
    let end = text.indexOf("|", start);
    while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH) end = text.indexOf("|", end + 1);
    if (end === -1) end = text.length;
    const equals = text.indexOf("=", start);
    if (equals !== -1 && equals < end) {
      const slot = values.slotOf(text, start, equals);
      if (slot !== -1)
        values.put(
          slot,
          text
            .slice(equals + 1, end)
            .replaceAll(ESCAPED, "$1")
            .trim(),
        );
    }
    start = end + 1;
  }
}

/**
 * `21Nov2026 10:49:59 accept 10.1.1.1 >eth1 src: 192.0.2.1; dst: …; product: …;`, the text of the log tracker and `fw
 * log`.
 */
function readTrackerLine(body: string, line: Line): boolean {
  const { message } = line;
  const head = TRACKER_HEAD.exec(body);
  if (head === null) return false;
  const [whole, time = "", action = "", host = "", arrow = "", name = ""] = head;
  for (const pair of body.slice(whole.length).split(";", MAX_TRACKER_PAIRS)) {
    const colon = pair.indexOf(": ");
    const key = colon === -1 ? "" : pair.slice(0, colon).trim();
    const slot = values.slotOf(key, 0, key.length);
    if (slot !== -1) values.put(slot, pair.slice(colon + 2).trim());
  }
  message.parser = "checkpoint";
  message.vendor = "checkpoint";
  fillMessage(message, values.text);
  setAction(message, action);
  message.sourceHost ??= fieldText(host);
  // What the gateway says of itself has no interface.
  if (name !== DAEMON) message.interface ??= fieldText(name, MAX_INTERFACE_LENGTH);
  message.direction = arrow === ">" ? "in" : "out";
  if (message.direction === "out") message.interfaceOut ??= message.interface;
  message.eventTimeMicros ??= readVendorTime(time, line);
  return true;
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
    while (keyStart > offset && isWordCharacter(text.charCodeAt(keyStart - 1))) keyStart--;
    let end = quote + 1;
    while (end < text.length && text.charCodeAt(end) !== QUOTE)
      end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
    const slot = keyEnd === quote || keyStart === keyEnd ? -1 : values.slotOf(text, keyStart, keyEnd);
    if (slot !== -1) values.put(slot, text.slice(quote + 1, Math.min(end, text.length)));
    offset = end + 1;
  }
}

/** The gateway's name in its certificate's: `CN=gateway,O=management..abcdef`. */
function commonName(text: string): string {
  return /^cn=([^,]+)/i.exec(text)?.[1] ?? "";
}
