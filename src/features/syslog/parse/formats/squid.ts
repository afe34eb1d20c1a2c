import { setActionMeaning } from "../values/action";
import { decimalAt, DOT } from "../values/characters";
import { countNumber, portNumber } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { readEpoch } from "../header/vendor-time";

/** Time, milliseconds, client, result, bytes, method, URL, user, hierarchy; the type is not read. */
const COLUMNS = 9;
const SECONDS_LENGTH = 10;
const DENIED = "DENIED";
/** With a group before them, the type and the decision behind them. */
const MAX_COLUMNS = COLUMNS + 3;
const NOBODY = "-";
/** `host:443`, `tunnel://host:443/`. */
const ASKED_PORT = /:(\d{1,5})\/?$/;
/** `ALLOW_WBRS_12-DefaultGroup-…`: what a policy of Cisco's did, and the policies that were asked. */
const DECISION = /^((?:ALLOW|BLOCK|DROP)(?:_[A-Z]{2,24}){1,4})(?:_\d{1,5})?-[\w.-]{1,64}-/;

/**
 * Squid's native access log, also as Cisco's proxies write it: `CONNECT tunnel://host:443/`, a group before the client, and
 * what was decided behind the type. http://www.squid-cache.org/Doc/config/logformat/
 */
export function parseSquid(body: string, { message }: Line): boolean {
  // Seconds since 1970 and their fraction.
  if (body.charCodeAt(SECONDS_LENGTH) !== DOT || decimalAt(body, 0, SECONDS_LENGTH) === -1) return false;
  const columns = body.split(/ +/, MAX_COLUMNS);
  // A group of users before the client, where there is none.
  const words = columns[2] === NOBODY ? columns.toSpliced(2, 1) : columns;
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
  if (method === "CONNECT") message.dstPort = portNumber(ASKED_PORT.exec(url)?.[1] ?? "");
  const code = result.slice(0, slash);
  if (code.startsWith("TCP_")) message.protocol = "tcp";
  else if (code.startsWith("UDP_")) message.protocol = "udp";
  const decided = DECISION.exec(words[COLUMNS + 1] ?? "")?.[1];
  if (code.includes(DENIED) || decided === undefined)
    setActionMeaning(message, code, code.includes(DENIED) ? "denied" : code);
  else setActionMeaning(message, decided, decided.slice(0, decided.indexOf("_")).toLowerCase());
  message.bytes = countNumber(bytes);
  return true;
}
