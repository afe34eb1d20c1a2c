import type { Line } from "../line";
import {
  BLANK,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DASH,
  decimalAt,
  DOT,
  isDigit,
  isLetter,
  PLUS,
  skipBlanks,
  skipDigits,
} from "../values/characters";
import { civilSeconds, type ClockTime, isClock, isDate, nearestYear } from "./civil-time";
import { instantOf } from "./time-zone";

/**
 * A time as found in a text: the instant, null where no such moment exists, the offset behind it, and the seconds east
 * of UTC that the text names, null where it names no zone.
 */
export type Timestamp = { micros: number | null; end: number; offsetSeconds: number | null };

/** Takes the time of a header for that of the event. */
export function takeHeaderTime(line: Line, { micros, offsetSeconds }: Timestamp): void {
  line.message.eventTimeMicros = micros;
  line.headerOffsetSeconds = offsetSeconds;
}

/** What a time that names no zone, or no year, is read against. */
export type TimeReference = { readonly receivedAtMicros: number; readonly timeZone: string };

/** First and last second of the years 1 to 9999, which every store and client can show. */
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;
/** Beyond it a number does not hold single microseconds, so the fraction is dropped. */
const MAX_EXACT_SECONDS = 9_007_199_253;

/**
 * Hours east of UTC of zone names that network devices print. Where one has several meanings, the American or European.
 */
export const ZONE_HOURS = new Map([
  ["UTC", 0],
  ["GMT", 0],
  ["Z", 0],
  ["WET", 0],
  ["WEST", 1],
  ["BST", 1],
  ["CET", 1],
  ["CEST", 2],
  ["MET", 1],
  ["MEST", 2],
  ["EET", 2],
  ["EEST", 3],
  ["MSK", 3],
  ["IST", 5.5],
  ["SGT", 8],
  ["HKT", 8],
  ["AWST", 8],
  ["JST", 9],
  ["KST", 9],
  ["ACST", 9.5],
  ["ACDT", 10.5],
  ["AEST", 10],
  ["AEDT", 11],
  ["NZST", 12],
  ["NZDT", 13],
  ["NST", -3.5],
  ["NDT", -2.5],
  ["AST", -4],
  ["ADT", -3],
  ["EST", -5],
  ["EDT", -4],
  ["CST", -6],
  ["CDT", -5],
  ["MST", -7],
  ["MDT", -6],
  ["PST", -8],
  ["PDT", -7],
  ["AKST", -9],
  ["AKDT", -8],
  ["HST", -10],
]);
/** Longer words behind a time are none. */
export const MAX_ZONE_NAME_LENGTH = 4;

/** Whether a word behind a time may be its zone. */
export function isZoneName(word: string): boolean {
  return ZONE_HOURS.has(word);
}

const MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

/**
 * Reads an ISO 8601 or RFC 3339 time at `start`: `2026-11-21T10:50:00.123456Z`, also with a blank for the `T`, a comma
 * before the fraction, an offset without colon, or none (then the reference's zone holds). The fraction is cut to
 * microseconds. Null where the text does not have that shape.
 */
export function readIsoTime(text: string, start: number, reference: TimeReference): Timestamp | null {
  if (text.charCodeAt(start + 4) !== DASH || text.charCodeAt(start + 7) !== DASH) return null;
  if (text.charCodeAt(start + 13) !== COLON || text.charCodeAt(start + 16) !== COLON) return null;
  const separator = text.charCodeAt(start + 10);
  if ((separator | 0x20) !== 0x74 && separator !== BLANK) return null;
  const year = decimalAt(text, start, start + 4);
  const time: ClockTime = {
    month: decimalAt(text, start + 5, start + 7),
    day: decimalAt(text, start + 8, start + 10),
    hour: decimalAt(text, start + 11, start + 13),
    minute: decimalAt(text, start + 14, start + 16),
    second: decimalAt(text, start + 17, start + 19),
  };
  const fraction = readFraction(text, start + 19);
  const offset = readOffset(text, fraction.end);
  if (year < 0 || time.month < 0 || time.day < 0) return null;
  if (
    !isDate(year, time.month, time.day) ||
    !isClock(time) ||
    fraction.micros < 0 ||
    Number.isNaN(offset.seconds)
  ) {
    return { micros: null, end: offset.end, offsetSeconds: null };
  }
  const wall = civilSeconds(year, time);
  const seconds =
    offset.seconds === null
      ? instantOf(wall, reference.timeZone, reference.receivedAtMicros / 1e6)
      : wall - offset.seconds;
  return {
    micros: instantMicros(seconds, fraction.micros),
    end: offset.end,
    offsetSeconds: offset.seconds,
  };
}

/**
 * Reads an RFC 3164 time at `start`, `Oct 1 22:14:15`, and its variants: a fraction, a year before or behind the time,
 * a year in front (NX-OS), a zone name before a colon or a year (IOS). Without a year it is the one nearest to the
 * arrival. Null where the text does not have that shape.
 */
export function readBsdTime(text: string, start: number, reference: TimeReference): Timestamp | null {
  let offset = start;
  let year = -1;
  if (isDigit(text.charCodeAt(start)) && text.charCodeAt(start + 4) === BLANK) {
    year = decimalAt(text, start, start + 4);
    if (year < 0) return null;
    offset = start + 5;
  }
  const month = monthAt(text, offset);
  if (month === 0 || text.charCodeAt(offset + 3) !== BLANK) return null;
  offset = skipBlanks(text, offset + 3);
  const dayEnd = skipDigits(text, offset);
  if (dayEnd === offset || dayEnd - offset > 2 || text.charCodeAt(dayEnd) !== BLANK) return null;
  const day = decimalAt(text, offset, dayEnd);
  offset = skipBlanks(text, dayEnd);
  if (year < 0 && text.charCodeAt(offset + 4) === BLANK) {
    year = decimalAt(text, offset, offset + 4);
    if (year < 0) return null;
    offset = skipBlanks(text, offset + 4);
  }
  return readBsdClock(text, offset, { reference, year, month, day });
}

/**
 * The instant in microseconds since 1970 of an epoch number in seconds, milliseconds, microseconds or nanoseconds, told
 * apart by its size; null where it lies outside the years that can be shown.
 */
export function epochMicros(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  let seconds = value;
  if (value >= 1e17) seconds = value / 1e9;
  else if (value >= 1e14) seconds = value / 1e6;
  else if (value >= 1e11) seconds = value / 1e3;
  const whole = Math.floor(seconds);
  return instantMicros(whole, Math.min(Math.round((seconds - whole) * 1e6), 999_999));
}

type BsdDate = { reference: TimeReference; year: number; month: number; day: number };

function readBsdClock(
  text: string,
  start: number,
  { reference, year, month, day }: BsdDate,
): Timestamp | null {
  if (text.charCodeAt(start + 2) !== COLON || text.charCodeAt(start + 5) !== COLON) return null;
  const time: ClockTime = {
    month,
    day,
    hour: decimalAt(text, start, start + 2),
    minute: decimalAt(text, start + 3, start + 5),
    second: decimalAt(text, start + 6, start + 8),
  };
  if (time.hour < 0 || time.minute < 0 || time.second < 0) return null;
  const fraction = readFraction(text, start + 8);
  const trailer = readTrailer(text, fraction.end);
  const nearSeconds = reference.receivedAtMicros / 1e6;
  const printedYear = year >= 0 ? year : trailer.year;
  const usedYear = printedYear >= 0 ? printedYear : nearestYear(time, nearSeconds);
  if (usedYear === null || !isDate(usedYear, month, day) || !isClock(time) || fraction.micros < 0) {
    return { micros: null, end: trailer.end, offsetSeconds: null };
  }
  const wall = civilSeconds(usedYear, time);
  const offsetSeconds = trailer.zoneHours === null ? null : trailer.zoneHours * 3600;
  const seconds =
    offsetSeconds === null ? instantOf(wall, reference.timeZone, nearSeconds) : wall - offsetSeconds;
  return { micros: instantMicros(seconds, fraction.micros), end: trailer.end, offsetSeconds };
}

/** A zone name and a year behind the clock, in this order, each optional: ` CST 1987`, ` UTC:`, ` 2009 `; `+01:00`. */
function readTrailer(text: string, start: number): { zoneHours: number | null; year: number; end: number } {
  const nothing = { zoneHours: null, year: -1, end: start };
  const mark = text.charCodeAt(start);
  if (mark === PLUS || mark === DASH) {
    const { seconds, end } = readOffset(text, start);
    const isWord = text.charCodeAt(end) === BLANK || text.charCodeAt(end) === COLON;
    return seconds === null || Number.isNaN(seconds) || !isWord
      ? nothing
      : { zoneHours: seconds / 3600, year: -1, end };
  }
  if (text.charCodeAt(start) !== BLANK) return nothing;
  const first = text.charCodeAt(start + 1);
  if (isDigit(first)) {
    const year = trailingYear(text, start + 1);
    return year < 0 ? nothing : { zoneHours: null, year, end: start + 5 };
  }
  let end = start + 1;
  while (end - start <= MAX_ZONE_NAME_LENGTH && isLetter(text.charCodeAt(end))) end++;
  const behind = text.charCodeAt(end);
  if (behind !== COLON && behind !== BLANK) return nothing;
  const zoneHours = ZONE_HOURS.get(text.slice(start + 1, end));
  if (zoneHours === undefined) return nothing;
  if (behind === COLON) return { zoneHours, year: -1, end };
  const year = trailingYear(text, end + 1);
  return year < 0 ? nothing : { zoneHours, year, end: end + 5 };
}

/**
 * A year from 1970 to 2099 that is a word of its own, or ends a bracket, or -1: elsewhere four digits may be a host name or
 * an address.
 */
function trailingYear(text: string, start: number): number {
  const behind = text.charCodeAt(start + 4);
  const end = behind === COLON || behind === COMMA ? start + 5 : start + 4;
  if (end < text.length && text.charCodeAt(end) !== BLANK && behind !== CLOSE_BRACKET) return -1;
  const year = decimalAt(text, start, start + 4);
  return year >= 1970 && year <= 2099 ? year : -1;
}

/** Whether three digits and a blank stand there, as some write milliseconds behind a colon: `10:49:59:739 `. */
function areMillis(text: string, start: number): boolean {
  return text.charCodeAt(start + 3) === BLANK && decimalAt(text, start, start + 3) >= 0;
}

/** The fraction at `start` in microseconds: 0 where there is none, -1 where the point has no digits. */
function readFraction(text: string, start: number): { micros: number; end: number } {
  const point = text.charCodeAt(start);
  const isPoint = point === DOT || point === COMMA || (point === COLON && areMillis(text, start + 1));
  if (!isPoint) return { micros: 0, end: start };
  const end = skipDigits(text, start + 1);
  if (end === start + 1) return { micros: point === DOT ? -1 : 0, end: start };
  let micros = 0;
  for (let offset = start + 1; offset <= start + 6; offset++) {
    micros = micros * 10 + (offset < end ? text.charCodeAt(offset) - 0x30 : 0);
  }
  return { micros, end };
}

/** `Z`, `+hh:mm`, `+hhmm` or `+hh` in seconds; null where there is none, NaN where it is no offset. */
function readOffset(text: string, start: number): { seconds: number | null; end: number } {
  const sign = text.charCodeAt(start);
  if (sign === 0x5a || sign === 0x7a) return { seconds: 0, end: start + 1 };
  if (sign !== PLUS && sign !== DASH) return { seconds: null, end: start };
  const hours = decimalAt(text, start + 1, start + 3);
  if (hours < 0) return { seconds: Number.NaN, end: start + 1 };
  const minutesStart = text.charCodeAt(start + 3) === COLON ? start + 4 : start + 3;
  const hasMinutes = isDigit(text.charCodeAt(minutesStart));
  const minutes = hasMinutes ? decimalAt(text, minutesStart, minutesStart + 2) : 0;
  const end = hasMinutes ? minutesStart + 2 : start + 3;
  if (hours > 23 || minutes < 0 || minutes > 59) return { seconds: Number.NaN, end };
  const seconds = hours * 3600 + minutes * 60;
  return { seconds: sign === DASH ? -seconds : seconds, end };
}

/** 1 to 12, or 0 where no English month name of three letters, in any case, stands at `start`. */
function monthAt(text: string, start: number): number {
  const first = text.charCodeAt(start) | 0x20;
  const second = text.charCodeAt(start + 1) | 0x20;
  const third = text.charCodeAt(start + 2) | 0x20;
  for (let index = 0; index < MONTHS.length; index += 3) {
    if (
      MONTHS.charCodeAt(index) === first &&
      MONTHS.charCodeAt(index + 1) === second &&
      MONTHS.charCodeAt(index + 2) === third
    ) {
      return index / 3 + 1;
    }
  }
  return 0;
}

/** Microseconds since 1970; null outside of the years that can be shown. */
export function instantMicros(seconds: number, micros: number): number | null {
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) return null;
  return seconds * 1e6 + (Math.abs(seconds) <= MAX_EXACT_SECONDS ? micros : 0);
}
