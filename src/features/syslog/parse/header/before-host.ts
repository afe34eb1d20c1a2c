import {
  BLANK,
  isDigit,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PLUS,
  DASH,
  SLASH,
  skipBlanks,
  wordEnd,
} from "../values/characters";
import type { Line } from "../line";
import { namedPriority, namedSeverity } from "./priority";
import { readLeadingTime } from "./leading-time";
import { readBsdTime, takeHeaderTime, type Timestamp, ZONE_HOURS } from "./timestamp";
import { MONTHS } from "./vendor-time";

const LESS_THAN = 0x3c;
/** `2026-` or `21/`, also alone. */
const DATE_START = /^(?:\d{4}[-/]|\d\d(?:[-/]|$))/;
const OFFSET = /^([+-])(\d\d):?(\d\d) /;
const MAX_OFFSET_LENGTH = 8;
/** A serial number, as `[S=12345]` and `[SN=AB12]`, or the seconds since the start. */
const SERIAL = /^\[(?:SN?=[\w-]{1,20}|\d{1,12}(?:\.\d{1,9})?)\] (?=\S)/;
const MAX_SERIAL_LENGTH = 32;
/** A level in a bracket of its own. */
const LEVEL = /^[[<]([A-Za-z]{3,9})[\]>]:? (?=[A-Za-z_/])/;
const MAX_LEVEL_LENGTH = 16;
const MAX_PRIORITY_LENGTH = 18;
const MAX_ZONE_LENGTH = 4;
const UTC = new Set(["UTC", "GMT", "Z"]);
/** Behind a time with its offset, which counts the hour of the summer already. */
const SUMMER = "DST";
/** A host may be called as a zone is; where another host follows, it is the zone. */
const HOST_AND_TAG =
  /^ {1,2}(?:"?[\w.-]{1,64}"? (?:[\w./%-]{1,48}(?:\[\d|: |\(\w\)(?:\[\d{1,10}\])?:)|(?:CEF|LEEF):\d)|(?:\d{1,3}\.){3}\d{1,3} |(?:[\w-]{1,63}\.){2,8}[a-z]{2,24} )/;
const MAX_HOST_AND_TAG_LENGTH = 120;
const MONTH_NAMES: ReadonlySet<string> = new Set(MONTHS);
/** With its process or a colon; a sentence begins with a capital letter. */
const PROGRAM = /^([a-z_%/][\w./%-]{0,47}|[A-Za-z][\w.-]{0,47}(?=\[\d))(?:\[\d{1,10}\])?: /;
const MAX_PROGRAM_LENGTH = 64;
const NO_PROGRAMS = new Set("trace fatal failure failed success user src dst from to".split(" "));
/** Facilities that devices name there, by their first letter. */
const FACILITIES = new Map(
  ["local", "kern.", "user.", "daemon.", "auth"].map((name) => [name.charCodeAt(0), name]),
);

/** Whether `skipBeforeHost` may skip a word that begins with these characters; `word` ends before the next blank. */
export function maySkipBeforeHost(first: number, word: string): boolean {
  if (first === PLUS || first === DASH || first === OPEN_BRACKET || first === LESS_THAN) return true;
  if (isDigit(first)) return DATE_START.test(word);
  return (
    ZONE_HOURS.has(word) ||
    word === SUMMER ||
    MONTH_NAMES.has(word) ||
    namedPriority(word.toLowerCase()) !== null
  );
}

/**
 * Skips what some devices print between the time and the host: the offset of the time, a second time of the device's own,
 * which wins, a priority by name, a serial number in brackets. Gives the offset of the host; the
 * offset of the time is noted in the line, where it had none.
 */
export function skipBeforeHost(line: Line, start: number): number {
  let offset = start;
  for (let next = skipOne(line, offset); next !== offset; next = skipOne(line, offset)) offset = next;
  return offset;
}

function skipOne(line: Line, start: number): number {
  const { text } = line;
  const code = text.charCodeAt(start);
  if (code === PLUS || code === DASH) return skipOffset(line, start);
  if (isDigit(code)) return skipTime(line, start);
  if (code === OPEN_BRACKET) return skipSerial(text, start);
  if (code === LESS_THAN) return skipNamedPriority(line, start);
  if (code >= 0x41 && code <= 0x5a) return skipCapital(line, start);
  const facility = FACILITIES.get(code);
  return facility !== undefined && text.startsWith(facility, start) ? skipNamedPriority(line, start) : start;
}

function skipOffset(line: Line, start: number): number {
  const match = OFFSET.exec(line.text.slice(start, start + MAX_OFFSET_LENGTH));
  if (match === null) return start;
  const [whole, sign, hours, minutes] = match;
  line.headerOffsetSeconds ??= (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
  return skipBlanks(line.text, start + whole.length);
}

/** A month's name with which a second time begins, or a zone. */
function skipCapital(line: Line, start: number): number {
  const { text } = line;
  const end = wordEnd(text, start);
  if (MONTH_NAMES.has(text.slice(start, end))) {
    const time = readBsdTime(text, start, line);
    return skipTakenTime(line, start, time?.micros === null ? null : time);
  }
  const named = skipNamedPriority(line, start);
  if (named !== start) return named;
  return skipZone(line, start, end);
}

function skipZone(line: Line, start: number, end: number): number {
  const { text } = line;
  if (end - start > MAX_ZONE_LENGTH || end === text.length) return start;
  const zone = text.slice(start, end);
  const hours = ZONE_HOURS.get(zone);
  if (zone === SUMMER) return isBeforeHost(text, end) ? skipBlanks(text, end) : start;
  if (hours === undefined) return start;
  if (!UTC.has(zone) && !isBeforeHost(text, end)) return start;
  line.headerOffsetSeconds ??= hours * 3600;
  return skipBlanks(text, end);
}

function isBeforeHost(text: string, end: number): boolean {
  return HOST_AND_TAG.test(text.slice(end, end + MAX_HOST_AND_TAG_LENGTH));
}

function skipTime(line: Line, start: number): number {
  return skipTakenTime(line, start, readLeadingTime(line.text, start, line));
}

function skipTakenTime(line: Line, start: number, time: Timestamp | null): number {
  if (time === null || line.text.charCodeAt(time.end) !== BLANK) return start;
  takeHeaderTime(line, time);
  return skipBlanks(line.text, time.end);
}

/**
 * Skips what some devices print between the host and the program: a serial number in brackets, or the device's own
 * time, which wins; without a letter before the number only where a program follows.
 */
export function skipBehindHost(line: Line, start: number): number {
  const { text } = line;
  const code = text.charCodeAt(start);
  const isBracket = code === OPEN_BRACKET || code === OPEN_PARENTHESIS;
  if (code === OPEN_BRACKET || code === LESS_THAN) {
    const levelEnd = skipLevel(line, start);
    if (levelEnd !== start) return levelEnd;
  }
  if (!isBracket && !isDigit(code)) return start;
  const end = code === OPEN_BRACKET ? skipSerial(text, start) : start;
  if (end !== start) return text.charAt(start + 1) === "S" || isProgram(text, end) ? end : start;
  if (!mayBeYear(text, isBracket ? start + 1 : start)) return start;
  const time = readLeadingTime(text, isBracket ? start + 1 : start, line);
  const timeEnd = time === null ? start : isBracket ? time.end + 1 : time.end;
  const behind = skipBlanks(text, timeEnd);
  if (time === null || behind === timeEnd || !isProgram(text, behind)) return start;
  // Firewalls that have theirs in round brackets have it in UTC, without saying so.
  if (code !== OPEN_PARENTHESIS) takeHeaderTime(line, time);
  return behind;
}

/** Skips `[info] ` or `<info> ` before a program, which is how bad it is where no priority says it. */
function skipLevel({ text, message }: Line, start: number): number {
  const [whole, level = ""] = LEVEL.exec(text.slice(start, start + MAX_LEVEL_LENGTH)) ?? [];
  const severity = namedSeverity(level);
  if (whole === undefined || severity === null || !isProgram(text, start + whole.length)) return start;
  message.severity ??= severity;
  return start + whole.length;
}

/** Four digits, and what parts them from a month. */
function mayBeYear(text: string, start: number): boolean {
  const code = text.charCodeAt(start + 4);
  return code === DASH || code === SLASH;
}

/** Whether a program's name stands there, with its process or a colon. */
export function isProgram(text: string, start: number): boolean {
  const name = PROGRAM.exec(text.slice(start, start + MAX_PROGRAM_LENGTH))?.[1];
  return name !== undefined && namedSeverity(name) === null && !NO_PROGRAMS.has(name);
}

export function skipSerial(text: string, start: number): number {
  return start + (SERIAL.exec(text.slice(start, start + MAX_SERIAL_LENGTH))?.[0].length ?? 0);
}

/** Skips a word such as `local5.info`, `<local5.info>` or `Local5.Notice`, which is the priority where there is no other. */
export function skipNamedPriority({ text, message }: Line, start: number): number {
  const end = wordEnd(text, start);
  if (end - start > MAX_PRIORITY_LENGTH || end === text.length) return start;
  const isMarked = text.charCodeAt(start) === LESS_THAN && text.charAt(end - 1) === ">";
  const word = isMarked ? text.slice(start + 1, end - 1) : text.slice(start, end);
  const named = namedPriority(word.toLowerCase());
  if (named === null) return start;
  message.facility ??= named.facility;
  message.severity ??= named.severity;
  return skipBlanks(text, end);
}
