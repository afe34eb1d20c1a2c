import { BLANK, COLON, decimalAt, DASH, isDigit, isLetter, PLUS, SLASH, wordEnd } from "../values/characters";
import type { Line } from "../line";
import { plainDate } from "./spoken-date";
import { epochMicros, readBsdTime, readIsoTime, type TimeReference, type Timestamp } from "./timestamp";

const MIN_LENGTH = 8;
const MAX_LENGTH = 64;
/** `Mar 04 2026 08:15:22 GMT+01:00`, `Mar 04 2026 08:15:22.123 +0100`, `11/21/2026 8:40:06 PM +01:00`. */
const NAMED_OFFSET = /^([\w :.]{14,40}|[\d/-]{8,10},? [\d:.]{7,16} ?[AP]M) (?:GMT|UTC)?([+-])(\d\d):?(\d\d)$/;
/** `2026-11-21T10:49:59UTC`. */
const JOINED_ZONE = /(?<=\d)(?:UTC|GMT)$/;
const BRACKETED_ZONE = / \(([A-Z]{2,5}|[+-]\d{2}:?\d{2})\)$/;
const OFFSET_BEFORE = /\d [+-]\d{4}$/;
const MAX_ZONE_NAME_LENGTH = 5;
const ZONE_LENGTH = "UTC".length;
const LETTER_C = 0x43;
const LETTER_T = 0x54;
/** Length of today's instants in microseconds; digits beyond are nanoseconds. */
const MICROSECOND_DIGITS = 16;
const HOUR_AND_MINUTE = /^\d\d:\d\d$/;
export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The instant, in microseconds, of a time in one of the shapes that vendors print in the body: ISO 8601 (also with
 * slashes), an epoch number, `Jan 17 2020 08:52:09`, `Mon Aug 28 08:05:55 2023`, `07/Feb/2020:11:56:54 +0000`, `7Feb2020 11:56:54`. A time
 * without an offset is in the zone of the header's time, else in the sender's; so is one with a zone's name other than
 * UTC and GMT, because IST is the time of India, Ireland or Israel. Null where the text has none of these shapes.
 */
export function readVendorTime(text: string, line: Line): number | null {
  const trimmed = text.trim();
  if (trimmed.length < MIN_LENGTH || trimmed.length > MAX_LENGTH) return null;
  const [, wall = "", sign, hours, minutes] = NAMED_OFFSET.exec(trimmed) ?? [];
  if (wall !== "") {
    const micros = readShape(plainDate(wall), { ...line, timeZone: "UTC" })?.micros ?? null;
    const seconds = (Number(hours) * 60 + Number(minutes)) * 60;
    return micros === null ? null : micros - (sign === "-" ? -seconds : seconds) * 1e6;
  }
  const plain = withJoinedOffset(withoutZoneName(plainDate(withoutBrackets(trimmed))));
  const time = readShape(plain, line);
  if (time === null || time.end !== plain.length) return null;
  return time.offsetSeconds === null ? inHeaderZone(plain, time, line) : time.micros;
}

/**
 * Date and time that stand apart, with the zone that the line names for them: `-0500`, `+11`, a zone's name, or
 * nothing.
 */
export function readDateAndTime(
  date: string,
  time: string,
  { zone, line }: { zone: string; line: Line },
): number | null {
  if (date === "" || time === "") return null;
  const text = `${date} ${time}${HOUR_AND_MINUTE.test(time) ? ":00" : ""}`;
  const offset = zoneOffset(zone);
  return readVendorTime(offset === null ? text : `${text}${offset}`, line);
}

/** `2026-11-21 10:49:59 +0100`: the offset directly behind the time, as ISO 8601 has it. */
function withJoinedOffset(text: string): string {
  const hasColon = text.charCodeAt(text.length - 3) === COLON;
  const sign = text.length - (hasColon ? 6 : 5);
  const code = text.charCodeAt(sign);
  const isApart = (code === DASH || code === PLUS) && text.charCodeAt(sign - 1) === BLANK;
  return isApart && text.charCodeAt(4) === DASH ? text.slice(0, sign - 1) + text.slice(sign) : text;
}

/** `2026-11-21 10:49:59 (UTC)`, `… (+0100)`: the zone without its brackets. */
function withoutBrackets(text: string): string {
  return text.endsWith(")") ? text.replace(BRACKETED_ZONE, " $1") : text;
}

/** Drops a zone's name in capitals behind a blank; of UTC and GMT it makes an offset, where ISO 8601 can have one. */
function withoutZoneName(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  if ((last === LETTER_C || last === LETTER_T) && text.charCodeAt(4) === DASH && JOINED_ZONE.test(text))
    return `${text.slice(0, -ZONE_LENGTH)}Z`;
  const blank = text.lastIndexOf(" ");
  const length = text.length - blank - 1;
  if (blank < MIN_LENGTH || length < 2 || length > MAX_ZONE_NAME_LENGTH) return text;
  for (let offset = blank + 1; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (!isLetter(code) || code > 0x5a) return text;
  }
  // Go prints both, `+0000 UTC`.
  if (OFFSET_BEFORE.test(text.slice(0, blank))) return text.slice(0, blank);
  const isUtc = text.endsWith(" UTC") || text.endsWith(" GMT");
  return isUtc && text.charCodeAt(4) === DASH ? `${text.slice(0, blank)}Z` : text.slice(0, blank);
}

/** `+0100`, `UTC+2` or `+11` as an ISO offset; null for a name, which means another zone in each country. */
export function zoneOffset(zone: string): string | null {
  if (zone === "UTC" || zone === "GMT") return "Z";
  const start = zone.startsWith("UTC") || zone.startsWith("GMT") ? 3 : 0;
  const sign = zone.charAt(start);
  if (sign !== "+" && sign !== "-") return null;
  const digits = zone.slice(start + 1).replace(":", "");
  return digits.length <= 2 ? `${sign}${digits.padStart(2, "0")}` : `${sign}${digits.padStart(4, "0")}`;
}

function readShape(text: string, reference: TimeReference): Timestamp | null {
  const first = text.charCodeAt(0);
  if (isLetter(first)) return readBsdTime(text, weekdayEnd(text), reference);
  if (!isDigit(first)) return null;
  const fifth = text.charCodeAt(4);
  if (fifth === DASH) return readIsoTime(text, 0, reference);
  if (fifth === SLASH && text.charCodeAt(7) === SLASH)
    return readIsoTime(text.replaceAll("/", "-"), 0, reference);
  if (text.charCodeAt(2) === SLASH) return readCommonLogTime(text, reference);
  const micros = readEpoch(text);
  return micros === null ? null : { micros, end: text.length, offsetSeconds: 0 };
}

/**
 * The instant of a number of seconds since 1970 with up to nine digits of fraction, or of milli-, micro- or
 * nanoseconds, told apart by its length; exact to the microsecond, which a floating-point number of nanoseconds is not.
 * Null for other text.
 */
export function readEpoch(text: string): number | null {
  const point = text.indexOf(".");
  const whole = point === -1 ? text.length : point;
  if (whole < 9 || whole > 19 || decimalAt(text, 0, whole) < 0) return null;
  const digits = text.slice(0, Math.min(whole, MICROSECOND_DIGITS));
  if (point === -1) return epochMicros(Number(digits));
  const fraction = text.slice(point + 1);
  if (fraction.length > 9 || decimalAt(fraction, 0, fraction.length) < 0) return null;
  const micros = epochMicros(Number(digits));
  return micros === null || whole > 10 ? micros : micros + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

/** `Mon ` in front of a date. */
function weekdayEnd(text: string): number {
  const end = wordEnd(text, 0);
  return end === 3 && isLetter(text.charCodeAt(4)) ? 4 : 0;
}

/**
 * Apache's `07/Feb/2020:11:56:54 +0000`; with a month's number it is `02/07/2020 11:56:54`, month first as in America.
 */
function readCommonLogTime(text: string, reference: TimeReference): Timestamp | null {
  const named = MONTHS.indexOf(text.slice(3, 6)) + 1;
  const yearStart = named > 0 ? 7 : 6;
  const day = named > 0 ? text.slice(0, 2) : text.slice(3, 5);
  const month = named > 0 ? String(named).padStart(2, "0") : text.slice(0, 2);
  const clockStart = yearStart + 5;
  const between = text.charCodeAt(clockStart - 1);
  if (between !== COLON && between !== BLANK && between !== DASH) return null;
  const zoneStart = text.indexOf(" ", clockStart);
  const clock = zoneStart === -1 ? text.slice(clockStart) : text.slice(clockStart, zoneStart);
  const zone = zoneOffset(zoneStart === -1 ? "" : text.slice(zoneStart + 1)) ?? "";
  const iso = `${text.slice(yearStart, yearStart + 4)}-${month}-${day}T${clock}${zone}`;
  const time = readIsoTime(iso, 0, reference);
  return time !== null && time.end === iso.length ? { ...time, end: text.length } : null;
}

/**
 * The header's offset holds for the body too, if it is one: a relay that stamps in UTC says nothing about the sender.
 */
function inHeaderZone(
  text: string,
  time: Timestamp,
  { receivedAtMicros, headerOffsetSeconds }: Line,
): number | null {
  if (headerOffsetSeconds === null || headerOffsetSeconds === 0) return time.micros;
  const micros = readShape(text, { receivedAtMicros, timeZone: "UTC" })?.micros ?? null;
  return micros === null ? null : micros - headerOffsetSeconds * 1e6;
}
