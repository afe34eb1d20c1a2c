import { type Field, type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readPairs } from "../values/pairs";
import { namedSeverity } from "../header/priority";
import { readDateAndTime, readVendorTime } from "../header/vendor-time";

/** Sophos Firewall (XG, SFOS); the last keys of a list are UTM's. */
export const SOPHOS_KEYS: FieldKeys<Field | "date" | "time" | "zone" | "timestamp" | "level"> = {
  sourceHost: ["device_name", "sys"],
  srcIp: ["src_ip", "sourceip", "srcip"],
  dstIp: ["dst_ip", "destinationip", "localip", "dstip"],
  srcPort: ["src_port", "srcport"],
  dstPort: ["dst_port", "dstport"],
  natSrcIp: ["tran_src_ip"],
  natDstIp: ["tran_dst_ip"],
  natSrcPort: ["tran_src_port"],
  natDstPort: ["tran_dst_port"],
  protocol: ["protocol", "proto"],
  action: ["log_subtype", "status", "action"],
  interface: ["in_interface", "initf"],
  interfaceOut: ["out_interface", "outitf"],
  direction: ["dir_disp"],
  ruleId: ["signature_id", "fw_rule_id", "fwrule"],
  trackerId: ["nat_rule_id"],
  reason: ["reason", "message", "signature_msg", "name"],
  bytesSent: ["sent_bytes", "bytes_sent"],
  bytesReceived: ["recv_bytes", "bytes_received"],
  packetsSent: ["sent_pkts", "packets_sent"],
  packetsReceived: ["recv_pkts", "packets_received"],
  date: ["date"],
  time: ["time"],
  zone: ["timezone"],
  timestamp: ["timestamp"],
  level: ["priority", "severity"],
};

/** UTM has another status beside the action. */
const values = new KeyedValues({ ...SOPHOS_KEYS, utmAction: ["action"] });

/**
 * Sophos Firewall's and UTM's `key="value"` log.
 * https://docs.sophos.com/nsg/sophos-firewall/latest/Help/en-us/webhelp/onlinehelp/AdministratorHelp/Logs/
 */
export function parseSophos(body: string, line: Line): boolean {
  const parser = sophosProduct(body);
  if (parser === null) return false;
  values.clear();
  readPairs(body, values);

  const { message } = line;
  message.parser = parser;
  message.vendor = "sophos";
  const isUtm = parser === "sophos-utm";
  fillMessage(message, (field) =>
    isUtm && field === "action" ? values.text("utmAction") || values.text(field) : values.text(field),
  );
  message.severity ??= namedSeverity(values.text("level"));
  message.eventTimeMicros = eventTime(line) ?? message.eventTimeMicros;
  return true;
}

/** The parser of a Sophos product, or null. */
export function sophosProduct(body: string): string | null {
  if (body.startsWith('id="')) return body.includes(' sub="') ? "sophos-utm" : null;
  return body.includes("log_component=") ? "sophos-xg" : null;
}

function eventTime(line: Line): number | null {
  const timestamp = values.text("timestamp");
  if (timestamp !== "") return readVendorTime(timestamp, line);
  return readDateAndTime(values.text("date"), values.text("time"), { zone: values.text("zone"), line });
}
