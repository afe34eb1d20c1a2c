import { setActionMeaning } from "../values/action";
import { isDigit } from "../values/characters";
import { countNumber, portNumber } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { readEpoch } from "../header/vendor-time";

/** Time, milliseconds, client, result, bytes, method, URL, user, hierarchy; the type is not read. */
const COLUMNS = 9;
const DENIED = "DENIED";

/** Squid's native access log. http://www.squid-cache.org/Doc/config/logformat/ */
export function parseSquid(body: string, { message }: Line): boolean {
  if (!isDigit(body.charCodeAt(0)) || body.charCodeAt(10) !== 0x2e) return false;
  const words = body.split(/ +/, COLUMNS);
  const [time = "", , client = "", result = "", bytes = "", method = "", url = "", , hierarchy = ""] = words;
  const slash = result.indexOf("/");
  const micros = readEpoch(time);
  if (words.length < COLUMNS || slash === -1 || micros === null || canonicalAddress(client) === null)
    return false;

  message.parser = "squid";
  message.vendor = "squid";
  message.eventTimeMicros = micros;
  message.srcIp = canonicalAddress(client);
  message.dstIp = canonicalAddress(hierarchy.slice(hierarchy.indexOf("/") + 1));
  if (method === "CONNECT") message.dstPort = portNumber(url.slice(url.lastIndexOf(":") + 1));
  const code = result.slice(0, slash);
  if (code.startsWith("TCP_")) message.protocol = "tcp";
  else if (code.startsWith("UDP_")) message.protocol = "udp";
  setActionMeaning(message, code, code.includes(DENIED) ? "denied" : code);
  message.bytes = countNumber(bytes);
  return true;
}
