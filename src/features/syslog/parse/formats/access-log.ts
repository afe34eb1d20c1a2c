import { BLANK, isDigit, isLetter, OPEN_BRACKET, SLASH } from "../values/characters";
import { setAction } from "../values/action";
import { countNumber, portNumber } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { addressAt, addressBehind, findAddress } from "../values/phrases";
import { readVendorTime } from "../header/vendor-time";

/** How far into the line the time is looked for. */
const MAX_PREFIX_LENGTH = 512;
/** Kerio's filter log, `DENY "Block other traffic" packet from …`. */
const FIREWALLS = /^\] [A-Z]{4,8} "[^"]{1,80}" (?:packet|connection|traffic|session) /;
const CLIENT = "[client ";
/** Behind the module and the level. */
const PROCESS = /^\] \[[\w:-]{1,48}\] \[pid (\d{1,10})[\]:]/;
const CONNECT = "Connect from ";
/** What stands before the address of who answered. */
const ANSWERERS: ReadonlySet<string> = new Set(["backend", "upstream"]);
/** `fe be/srv 0/0/5007 212 -- ` and `fe be/srv 0/-1/-1/-1/0 403 192 - - ` (https://docs.haproxy.org/3.2/configuration.html#8.2). */
const PROXIED =
  /^ \S{1,128} \S{1,256}\/\S{1,128} -?\d{1,10}\/-?\d{1,10}\/(?:\+?-?\d{1,10} \+?(\d{1,15}) [A-Za-z-]{2} |-?\d{1,10}\/-?\d{1,10}\/\+?-?\d{1,10} (?:\d{3}|-1) \+?(\d{1,15}) )/;
/** Behind the status and counts of a proxy that filters, before the request. */
const JUDGED =
  /^\] \d{3} (?:\d{1,12} ){1,3}(allow|pass|permit|block|deny|drop|reject)(?:ed)? (?=[^"]{0,160}")/i;
/** A time, also one that no clock can have told: `31/Feb/2020`, `+9930`, the year 619. */
const TIME_OF_ACCESS = /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?:\.\d{1,9})?(?: [+-]\d{4})?$/;
const TIME_OF_ERROR = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \d{4}$/;
/** `"bob" 192.0.2.1 403 `, and the request's quote. */
const USER = /^ "[^" ]{0,128}" (?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:.]{2,39}) \d{3} (?=")/i;
const HEADER_BEFORE = /\bheader:? ?["']?$/i;

/**
 * Access logs of Apache httpd and nginx in the common and combined format, with or without the virtual host in front,
 * and of HAProxy (`192.0.2.1:1234 [07/Feb/2020:11:56:54.123] frontend backend/server …`); Apache's error log with a
 * client. The header's time wins, where there is one; an impossible one counts for nothing. https://httpd.apache.org/docs/current/logs.html
 */
export function parseAccessLog(body: string, line: Line): boolean {
  if (isWeekday(body)) return readErrorLog(body, line);
  if (body.startsWith(CONNECT)) return readConnect(body, line);
  const open = timeBracket(body);
  const close = open === -1 ? -1 : body.indexOf("]", open);
  if (close === -1) return false;
  const { message } = line;
  const prefix = body.slice(0, open).trim();
  const time = body.slice(open + 1, close);
  const micros = readVendorTime(time, line);
  if (micros === null && !TIME_OF_ACCESS.test(time)) return false;
  const behind = body.charCodeAt(close + 2);
  const judged = isDigit(behind) ? JUDGED.exec(body.slice(close, close + MAX_PREFIX_LENGTH))?.[1] : undefined;
  const isProxy =
    message.app === "haproxy" ||
    !(judged !== undefined || body.startsWith(' "', close + 1) || body.startsWith('  "', close + 1));
  if (open === 0) {
    // A firewall's has a verdict and a rule's name.
    if (FIREWALLS.test(body.slice(close, close + MAX_PREFIX_LENGTH))) return false;
    // A program's own log has no request.
    if (!body.includes('"', close)) return false;
    message.srcIp = addressIn(body.slice(close + 1, close + 1 + MAX_PREFIX_LENGTH));
  } else if (!readClient(prefix, line)) {
    return false;
  }
  message.parser = isProxy && open > 0 ? "haproxy" : "access-log";
  message.eventTimeMicros ??= micros;
  if (judged !== undefined) setAction(message, judged.toLowerCase());
  if (message.parser === "access-log") readRequest(body, close + 1, line);
  else if (open > 0) message.bytes = proxiedBytes(body.slice(close + 1, close + 1 + MAX_PREFIX_LENGTH));
  return true;
}

/** What went to the client: behind three times of TCP, and behind five and the status of HTTP. */
function proxiedBytes(text: string): number | null {
  const [, bytes, bytesOfHttp] = PROXIED.exec(text) ?? [];
  return countNumber(bytes ?? bytesOfHttp ?? "");
}

/** The first address of a text; what stands in a header that a client sent is nobody's. */
function addressIn(text: string): string | null {
  const found = findAddress(text);
  return found === null || HEADER_BEFORE.test(text.slice(0, found.start)) ? null : found.ip;
}

/** The bracket of `[07/Feb/2020:` or `[02/07/2020 `, or -1. */
function timeBracket(body: string): number {
  const limit = Math.min(body.length, MAX_PREFIX_LENGTH);
  for (let open = body.indexOf("["); open !== -1 && open < limit; open = body.indexOf("[", open + 1)) {
    if (body.charCodeAt(open + 3) !== SLASH || !isDigit(body.charCodeAt(open + 1))) continue;
    if (body.charCodeAt(open + 7) === SLASH || body.charCodeAt(open + 6) === SLASH) return open;
  }
  return -1;
}

/** What stands before the time: perhaps `host:port`, then the client, `address`, `address:port` or `-:port`. */
function readClient(prefix: string, { message }: Line): boolean {
  const words = prefix.split(/[ ,"]+/, 12).filter((word) => word !== "");
  let isClient = false;
  for (const [index, word] of words.entries()) {
    // Balancers may name whom they asked before who asked.
    if (ANSWERERS.has(words[index - 1] ?? "")) continue;
    const colon = word.lastIndexOf(":");
    const ip = canonicalAddress(word) ?? (colon > 0 ? canonicalAddress(word.slice(0, colon)) : null);
    if (ip !== null) {
      message.srcIp = ip;
      if (canonicalAddress(word) === null) message.srcPort = portNumber(word.slice(colon + 1));
      return true;
    }
    const port = colon === -1 ? null : portNumber(word.slice(colon + 1));
    if (word.startsWith("-:")) message.srcPort = port;
    else if (port !== null) message.dstPort ??= port;
    isClient ||= port !== null;
  }
  return isClient;
}

/** `"CONNECT host:443 HTTP/1.1" 200 512`, before which a user may stand in quotes of his own. */
function readRequest(body: string, start: number, { message }: Line): void {
  const user = USER.exec(body.slice(start, start + MAX_PREFIX_LENGTH))?.[0].length ?? 0;
  const quote = body.indexOf('"', start + user);
  const end = quote === -1 ? -1 : body.indexOf('"', quote + 1);
  if (end === -1) return;
  const [method, url = ""] = body.slice(quote + 1, end).split(" ", 3);
  if (method === "CONNECT") message.dstPort ??= portNumber(url.slice(url.lastIndexOf(":") + 1));
  const [, , bytes = ""] = body.slice(end + 1, end + 32).split(" ", 4);
  message.bytes = countNumber(bytes);
}

/** `[Mon Apr 15 15:44:09.056862 2024] [:error] [pid 1:tid 2] [client 192.0.2.1:1234] …`. */
function readErrorLog(body: string, line: Line): boolean {
  const close = body.indexOf("]");
  const time = body.slice(1, close);
  const micros = readVendorTime(time, line);
  if (micros === null && !TIME_OF_ERROR.test(time)) return false;
  // A program's own log has neither a module nor a level there.
  if (!body.startsWith("] [", close)) return false;
  const { message } = line;
  const client = addressBehind(body, [CLIENT]);
  message.parser = "apache-error";
  if (message.app === null)
    message.procid ??= PROCESS.exec(body.slice(close, close + MAX_PREFIX_LENGTH))?.[1] ?? null;
  message.eventTimeMicros ??= micros;
  message.srcIp = client?.ip ?? null;
  message.srcPort = client?.port ?? null;
  return true;
}

function isWeekday(body: string): boolean {
  if (body.charCodeAt(0) !== OPEN_BRACKET || !isLetter(body.charCodeAt(1))) return false;
  return body.charCodeAt(4) === BLANK && isLetter(body.charCodeAt(5));
}

/** HAProxy's `Connect from 192.0.2.1:1234 to 198.51.100.2:443 (frontend/HTTP)`. */
function readConnect(body: string, { message }: Line): boolean {
  const source = addressAt(body, CONNECT.length);
  const destination = addressBehind(body, [" to "]);
  if (source === null || destination === null) return false;
  message.parser = "haproxy";
  message.srcIp = source.ip;
  message.srcPort = source.port;
  message.dstIp = destination.ip;
  message.dstPort = destination.port;
  return true;
}
