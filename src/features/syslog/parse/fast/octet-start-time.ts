import {
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  DASH,
  decimalIn,
  EQUALS,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SLASH,
} from "../values/characters";
import { MAX_TIME_WITHIN } from "../extract/heads/start-time";
import { textOf } from "../../event/byte-range";
import { MAX_YEAR, MIN_YEAR } from "../header/body-year";
import { exactTime, MAX_TIME_LENGTH } from "../header/exact-time";
import { type OctetHeader, timeReference } from "./header-state";

/** Beside letters and digits what stands in front of a time, or is the beginning of a label that is one. */
const BEGINNINGS = new Set(Array.from("[\"@#*>'<|({=~-`^;,\t", (mark) => mark.charCodeAt(0)));
/** A dash may also stand in front of a count, as whoever labels lines puts it: `- 1795258199 2026.11.21 fw-1 …`. */
const MAX_DATE_DIGITS = 8;
/** Behind a bracket: a weekday, a year, a day of a month. */
const WEEKDAY_LENGTH = 3;
const YEAR_LENGTH = 4;
const DAY_LENGTH = 2;
/** Before the year that stands last. */
const DATE_LENGTH = "21.11.".length;
const NAMED_DATE_LENGTH = "21/Nov/".length;
/** Of the marks before a minute and a second that a bracket ends. */
const MINUTE_BEFORE_END = ":49:59)".length;
const SECOND_BEFORE_END = ":59)".length;
const LOWER_CASE = 0x20;
const LETTER_D = 0x64;
const LETTER_T = 0x74;
const MAX_TIME_NAME = "timestamp".length;

/** Whether `takeStartTime` may find a time in the body that begins at `start`: where it begins, or behind a bracket. */
export function mayTellTime(line: Uint8Array, start: number): boolean {
  const first = line[start] ?? 0;
  if (isDigit(first) || isLetter(first)) return true;
  if (BEGINNINGS.has(first) && (first !== DASH || !isCounted(line, start))) return true;
  const limit = Math.min(line.length, start + MAX_TIME_WITHIN);
  for (let offset = start; offset < limit; offset++)
    if (opens(line[offset] ?? 0) && mayBeTime(line, offset + 1)) return true;
  return false;
}

/** Whether the body begins with a date of another year than the header's time, which `takeBodyYear` compares. */
export function hasOtherYear(line: Uint8Array, { message, eventTimeMicros }: OctetHeader): boolean {
  if (eventTimeMicros === null) return false;
  const start = line[message] === OPEN_BRACKET ? message + 1 : message;
  if (!isDigit(line[start] ?? 0))
    return endsInTime(line) || hasOtherNamedYear(line, message, eventTimeMicros);
  if (!isDigit(line[start + 1] ?? 0)) return false;
  const third = line[start + DAY_LENGTH] ?? 0;
  const year = isDigit(third) ? start : start + DATE_LENGTH;
  const digits = decimalIn(line, year, year + YEAR_LENGTH);
  if (digits < MIN_YEAR || digits > MAX_YEAR) return third !== COLON && isNamedDate(line, start);
  return digits !== new Date(eventTimeMicros / 1e3).getUTCFullYear();
}

/** `time="2024-11-21T10:49:59Z"`. */
function hasOtherNamedYear(line: Uint8Array, start: number, eventTimeMicros: number): boolean {
  const first = (line[start] ?? 0) | LOWER_CASE;
  if (first !== LETTER_T && first !== LETTER_D) return false;
  const sign = line.subarray(start, start + MAX_TIME_NAME + 1).indexOf(EQUALS);
  if (sign === -1) return false;
  const year = start + sign + (isDigit(line[start + sign + 1] ?? 0) ? 1 : 2);
  const digits = decimalIn(line, year, year + YEAR_LENGTH);
  if (digits < MIN_YEAR || digits > MAX_YEAR) return false;
  return digits !== new Date(eventTimeMicros / 1e3).getUTCFullYear();
}

/** Takes the time that the body begins with, where it is exacter than the header's. */
export function takeExactTime(line: Uint8Array, header: OctetHeader): void {
  const { message, eventTimeMicros, offsetSeconds } = header;
  if (eventTimeMicros === null) return;
  const start = line[message] === OPEN_BRACKET ? message + 1 : message;
  if (!isDigit(line[start] ?? 0) || !isDigit(line[start + 1] ?? 0)) return;
  const head = textOf(line, message, Math.min(line.length, message + MAX_TIME_LENGTH));
  header.eventTimeMicros =
    exactTime(head, { eventTimeMicros, offsetSeconds }, timeReference) ?? eventTimeMicros;
}

/** Whether a clock and a bracket may stand at the end. */
function endsInTime(line: Uint8Array): boolean {
  const last = line[line.length - 1];
  const isClosed = last === CLOSE_PARENTHESIS || last === CLOSE_BRACKET;
  const [minute, second] = [line.length - MINUTE_BEFORE_END, line.length - SECOND_BEFORE_END];
  return isClosed && line[minute] === COLON && line[second] === COLON;
}

/** `21/Nov/2026`. */
function isNamedDate(line: Uint8Array, start: number): boolean {
  return isLetter(line[start + DAY_LENGTH + 1] ?? 0) && isDigit(line[start + NAMED_DATE_LENGTH] ?? 0);
}

/** Whether a dash stands before more digits than a date has. */
function isCounted(line: Uint8Array, start: number): boolean {
  const from = line[start + 1] === BLANK ? start + 2 : start + 1;
  let end = from;
  while (end - from <= MAX_DATE_DIGITS && isDigit(line[end] ?? 0)) end++;
  return end - from > MAX_DATE_DIGITS;
}

function opens(code: number): boolean {
  return code === OPEN_BRACKET || code === OPEN_PARENTHESIS;
}

function mayBeTime(line: Uint8Array, start: number): boolean {
  if (line[start + WEEKDAY_LENGTH] === BLANK || line[start + DAY_LENGTH] === SLASH) return true;
  const behindYear = line[start + YEAR_LENGTH];
  return behindYear === DASH || behindYear === SLASH;
}
