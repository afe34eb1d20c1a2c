import { setActionOfEvent } from "../values/action";
import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { canonicalAddress } from "../values/ip-address";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readPairs } from "../values/pairs";
import { namedSeverity } from "../header/priority";
import { readVendorTime } from "../header/vendor-time";

export const SONICWALL_KEYS: FieldKeys<
  Field | "source" | "destination" | "natSource" | "natDestination" | "time" | "level" | "sentence"
> = {
  sourceHost: ["fw"],
  protocol: ["proto"],
  action: ["fw_action"],
  ruleId: ["rule"],
  trackerId: ["m"],
  reason: ["note", "msg"],
  bytesSent: ["sent"],
  bytesReceived: ["rcvd"],
  packetsSent: ["spkt"],
  packetsReceived: ["rpkt"],
  natSrcPort: ["snpt"],
  natDstPort: ["dnpt"],
  source: ["src"],
  destination: ["dst"],
  natSource: ["natSrc"],
  natDestination: ["natDst"],
  time: ["time"],
  level: ["pri"],
  sentence: ["msg"],
};

const values = new KeyedValues(SONICWALL_KEYS);

/**
 * SonicOS's default syslog format: `id=firewall sn=… time="…" … src=192.0.2.1:1234:X0 dst=…`.
 * https://www.sonicwall.com/techdocs/pdf/sonicos-6-5-4-log-events-reference-guide.pdf
 */
export function parseSonicWall(body: string, line: Line): boolean {
  if (!body.startsWith("id=") || !body.includes(" sn=")) return false;
  values.clear();
  readPairs(body, values);

  const { message } = line;
  message.parser = "sonicwall";
  message.vendor = "sonicwall";
  const source = readEnd(values.text("source"));
  const destination = readEnd(values.text("destination"));
  const natSource = readEnd(values.text("natSource"));
  const natDestination = readEnd(values.text("natDestination"));
  const texts: { [field in Field]?: string } = {
    srcIp: source.ip,
    srcPort: source.port,
    interface: source.interface,
    dstIp: destination.ip,
    dstPort: destination.port,
    interfaceOut: destination.interface,
    natSrcIp: natSource.ip,
    natSrcPort: natSource.port,
    natDstIp: natDestination.ip,
    natDstPort: natDestination.port,
  };
  fillMessage(message, (field) => texts[field] || values.text(field));
  // Without a rule's action the sentence alone says it: `IP spoof dropped`.
  if (message.action === null) setActionOfEvent(message, values.text("sentence"));
  message.severity ??= namedSeverity(values.text("level"));
  const time = values.text("time");
  // Its clock may be the device's local one; only the header's time then is of a zone that can be set.
  if (message.eventTimeMicros === null || time.endsWith(" UTC")) {
    message.eventTimeMicros = readVendorTime(time, line) ?? message.eventTimeMicros;
  }
  return true;
}

type End = { ip: string; port: string; interface: string };

/** `address:port:interface:name`, of which all but the address may be missing; an IPv6 address has colons itself. */
function readEnd(text: string): End {
  if (text.startsWith("[")) {
    const close = text.indexOf("]:");
    const [port = "", name = ""] = close === -1 ? [] : text.slice(close + 2).split(":", 2);
    return { ip: close === -1 ? "" : text.slice(1, close), port, interface: name };
  }
  const parts = text.split(":", 12);
  for (let count = parts.length; count > 0; count--) {
    const ip = parts.slice(0, count).join(":");
    // The longest address wins only for IPv6: of `10.0.0.1:80` nothing but the first part is one.
    if (canonicalAddress(ip) !== null)
      return { ip, port: parts[count] ?? "", interface: parts[count + 1] ?? "" };
  }
  return { ip: "", port: "", interface: "" };
}
