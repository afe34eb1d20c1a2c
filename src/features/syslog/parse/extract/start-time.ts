import { DASH, isDigit, isLetter, OPEN_BRACKET, SLASH } from "../values/characters";
import type { Line } from "../line";
import { readIsoTime } from "../header/timestamp";
import { readEpoch, readVendorTime } from "../header/vendor-time";

const MAX_TIME_LENGTH = 40;
/** `2026-11-21 10:49:59`, also with slashes, a `T`, a fraction behind point or comma, an offset. */
const ISO =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[ T:](\d\d:\d\d:\d\d)([.,]\d{1,9})?(Z| ?[+-]\d\d:?\d\d)?(?= UTC| GMT|[\s\],:;|"]|$)( UTC| GMT)?/;
/** `21/Nov/2026 10:49:59`, `11/21/2026:10:49:59 GMT`, `21-11-2026 10:49:59`. */
const DAY_FIRST =
  /^(\d\d)[-/]([A-Z][a-z]{2}|\d\d)[-/](\d{4})[ :](\d\d:\d\d:\d\d)( [+-]\d{4}| GMT| UTC)?(?=[\s\],]|$)/;
/** Ten digits of seconds, perhaps a fraction, or thirteen of milliseconds. */
const EPOCH = /^(?:\d{10}(?:\.\d{1,9})?|\d{13})(?=[\s,|])/;
/** Citrix puts host and packet engine behind the time. */
const HOST_BEHIND = /^ {1,2}([\w.-]{1,64}) \d{1,3}-PPE-\d{1,3} : /;
const MIN_EPOCH_MICROS = 1_000_000_000e6;
const MAX_EPOCH_MICROS = 4_000_000_000e6;
const LAST_MONTH = 12;

/**
 * Takes the time that a text begins with, alone or in square brackets, where no header gave one: ISO 8601 with a blank
 * or slashes, `21/Nov/2026 10:49:59`, `11/21/2026:10:49:59 GMT`, seconds or milliseconds since 1970. Gives the
 * offset behind it, 0 where it begins otherwise.
 */
export function takeStartTime(text: string, line: Line): number {
  const { message } = line;
  const first = text.charCodeAt(0);
  const start = first === OPEN_BRACKET || first === 0x22 ? 1 : 0;
  if (message.eventTimeMicros !== null || !isDigit(text.charCodeAt(start))) return 0;
  const head = text.slice(start, start + MAX_TIME_LENGTH);
  const time = isoTime(head, line) ?? dayFirstTime(head, line) ?? epochTime(head);
  if (time === null) return 0;
  message.eventTimeMicros = time.micros;
  const behind = start + time.length;
  if (message.sourceHost === null && text.startsWith("-PPE-", text.indexOf("-PPE-", behind)))
    message.sourceHost = HOST_BEHIND.exec(text.slice(behind, behind + 80))?.[1] ?? null;
  return behind + start;
}

type StartTime = { micros: number; length: number };

function isoTime(head: string, line: Line): StartTime | null {
  const match = ISO.exec(head);
  if (match === null) return null;
  const [whole, year, month, day, clock, fraction = "", offset = "", zone = ""] = match;
  const text = `${year}-${month}-${day}T${clock}${fraction}${offset.trim()}${zone === "" ? "" : "Z"}`;
  const micros = readIsoTime(text, 0, line)?.micros ?? null;
  return micros === null ? null : { micros, length: whole.length };
}

function dayFirstTime(head: string, line: Line): StartTime | null {
  const mark = head.charCodeAt(2);
  if (mark !== SLASH && mark !== DASH) return null;
  const match = DAY_FIRST.exec(head);
  if (match === null) return null;
  const [whole, first = "", second = "", year, clock, zone = ""] = match;
  const isNamed = isLetter(second.charCodeAt(0));
  // Two numbers with slashes are month and day, as in America, unless the first is no month.
  const isDayFirst = isNamed || (mark === SLASH ? Number(first) > LAST_MONTH : Number(second) <= LAST_MONTH);
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const offset = zone === " GMT" || zone === " UTC" ? "+0000" : zone.trim();
  const text = isNamed
    ? `${day}/${month}/${year}:${clock}${offset === "" ? "" : ` ${offset}`}`
    : `${year}-${month}-${day}T${clock}${offset}`;
  const micros = readVendorTime(text, line);
  return micros === null ? null : { micros, length: whole.length };
}

function epochTime(head: string): StartTime | null {
  const text = EPOCH.exec(head)?.[0];
  const micros = text === undefined ? null : readEpoch(text);
  if (text === undefined || micros === null) return null;
  return micros >= MIN_EPOCH_MICROS && micros < MAX_EPOCH_MICROS ? { micros, length: text.length } : null;
}
