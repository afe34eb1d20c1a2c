import type { Line } from "../../line";
import { readVendorTime } from "../../header/vendor-time";
import { portNumber } from "../../values/field-text";
import { canonicalAddress } from "../../values/ip-address";
import { protocolName } from "../../values/protocol";

/**
 * Snort's and Suricata's events as Barnyard2 writes them whole, `|| time 1 [1:1310:5] name || class || 6 A B 4 20 … ||
 * p q …`:
 * the header of IP, and behind the next mark that of TCP or UDP.
 */
const ROW =
  /\|\| (20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?) \d{1,3} \[\d{1,9}:\d{1,9}:\d{1,9}\] [^|]{1,240} \|\| [^|]{0,120}\|\| (\d{1,3}) ([\da-f.:]{3,39}) ([\da-f.:]{3,39}) [\d ]{1,96}\|\| (?:(\d{1,5}) (\d{1,5}) )?/i;
const PORTED = new Set(["6", "17"]);

/** Reads a sensor's whole event; false for any other text. */
export function readSensorRow(text: string, line: Line): boolean {
  const [, time = "", number = "", first = "", second = "", from = "", to = ""] = ROW.exec(text) ?? [];
  const [source, destination] = [canonicalAddress(first), canonicalAddress(second)];
  if (source === null || destination === null) return false;
  const { message } = line;
  [message.srcIp, message.dstIp] = [source, destination];
  if (PORTED.has(number)) [message.srcPort, message.dstPort] = [portNumber(from), portNumber(to)];
  message.protocol = protocolName(number);
  message.eventTimeMicros ??= readVendorTime(time, line);
  return true;
}
