import { BLANK, CLOSE_BRACKET, isDigit, isLetter, OPEN_BRACKET } from "../values/characters";
import type { Line } from "../line";
import { readLeadingTime } from "./leading-time";
import { readWordedMonth } from "./month-words";
import { readBsdTime, type Timestamp, ZONE_HOURS } from "./timestamp";
import { readEpoch } from "./vendor-time";

const DAY_AND_MONTH = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d\d:\d\d:\d\d)(?=[ .,])/;
const MAX_DAY_AND_MONTH = 16;
const MAX_ASCII = 0x7f;
/** Seconds since 1970 with a fraction, as the journal and `logread -t` print them. */
const SECONDS = /^(?:1[4-9]|[23]\d)\d{8}\.\d{1,9}(?= |\])/;
const MAX_SECONDS_LENGTH = 24;
/** How far two times of one moment may be apart, of which one has whole seconds. */
const SAME_MICROS = 1_000_000;
const ZONE = /^ ([A-Z]{3,4}) (?=\S)/;
const ZONE_LENGTH = " CEST x".length;

/**
 * Reads a time in front of an odd header's host, in any form that log files have, perhaps in a bracket, behind a weekday or
 * before its zone's name; where the same moment stands behind it in a bracket as seconds since 1970 it is that. Null where
 * none stands there.
 */
export function readOddTime(line: Line, start: number): Timestamp | null {
  const time = readTime(line, start);
  if (time === null) return null;
  const { text } = line;
  const end = text.charCodeAt(time.end) === CLOSE_BRACKET ? time.end + 1 : time.end;
  return readExact(text, end, time) ?? readZone(line, start, end) ?? { ...time, end };
}

/** `Sat Nov 21 10:49:59 2026 [1795258199.123] `. */
function readExact(text: string, end: number, { micros }: Timestamp): Timestamp | null {
  if (text.charCodeAt(end + 1) !== OPEN_BRACKET) return null;
  const exact = readSeconds(text, end + 2);
  if (exact === null || exact.micros === null || text.charCodeAt(exact.end) !== CLOSE_BRACKET) return null;
  const isSame = micros !== null && exact.micros >= micros && exact.micros - micros < SAME_MICROS;
  return { ...exact, micros: isSame ? exact.micros : micros, end: exact.end + 1 };
}

/** `2026-11-21 10:49:59 CET app[7]: `: a host may be called so, too, where a program follows. */
function readZone(line: Line, start: number, end: number): Timestamp | null {
  const name = ZONE.exec(line.text.slice(end, end + ZONE_LENGTH))?.[1] ?? "";
  const hours = ZONE_HOURS.get(name);
  const wall = hours === undefined ? null : readTime({ ...line, timeZone: "UTC" }, start);
  if (hours === undefined || wall === null || wall.micros === null || wall.offsetSeconds !== null)
    return null;
  const offsetSeconds = hours * 3600;
  return { micros: wall.micros - offsetSeconds * 1e6, offsetSeconds, end: end + 1 + name.length };
}

function readSeconds(text: string, start: number): Timestamp | null {
  const digits = SECONDS.exec(text.slice(start, start + MAX_SECONDS_LENGTH))?.[0];
  const micros = digits === undefined ? null : readEpoch(digits);
  if (digits === undefined || micros === null) return null;
  return { micros, end: start + digits.length, offsetSeconds: 0 };
}

function readTime(line: Line, start: number): Timestamp | null {
  const { text } = line;
  const first = text.charCodeAt(start);
  if (isLetter(first) || first > MAX_ASCII) {
    const isParted = text.charCodeAt(start + 3) === BLANK;
    const behindDay = isParted && isDigit(text.charCodeAt(start + 4)) ? start + 4 : -1;
    const numbered = behindDay === -1 ? null : readLeadingTime(text, behindDay, line);
    if (numbered !== null) return numbered;
    const isWeekday = isParted && isLetter(text.charCodeAt(start + 4));
    return readBsdTime(text, isWeekday ? start + 4 : start, line) ?? readWordedMonth(text, start, line);
  }
  const leading = readLeadingTime(text, first === OPEN_BRACKET ? start + 1 : start, line);
  return (
    leading ?? readSeconds(text, start) ?? readDayFirst(line, start) ?? readWordedMonth(text, start, line)
  );
}

/** `21 Nov 10:49:59`. */
function readDayFirst(line: Line, start: number): Timestamp | null {
  const match = DAY_AND_MONTH.exec(line.text.slice(start, start + MAX_DAY_AND_MONTH));
  if (match === null) return null;
  const [whole, day, month, clock] = match;
  const time = readBsdTime(`${month} ${day} ${clock}`, 0, line);
  return time === null || time.micros === null ? null : { ...time, end: start + whole.length };
}
