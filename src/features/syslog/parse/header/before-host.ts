import { BLANK, isDigit, OPEN_BRACKET, PLUS, DASH, skipBlanks, wordEnd } from "../values/characters";
import type { Line } from "../line";
import { namedPriority } from "./priority";
import { readLeadingTime } from "./leading-time";
import { ZONE_HOURS } from "./timestamp";

/** `2026-` or `21/`, also alone. */
const DATE_START = /^(?:\d{4}[-/]|\d\d(?:[-/]|$))/;
const OFFSET = /^([+-])(\d\d):?(\d\d) /;
const MAX_OFFSET_LENGTH = 8;
/** A serial number, as `[S=12345]`. */
const SERIAL = /^\[(?:SN?=)?\d{1,12}\] (?=\S)/;
const MAX_SERIAL_LENGTH = 20;
const MAX_PRIORITY_LENGTH = 16;
const MAX_ZONE_LENGTH = 4;
const UTC = new Set(["UTC", "GMT", "Z"]);
/** A host may be called as a zone is; where another host follows, it is the zone. */
const HOST_AND_TAG = /^ {1,2}[\w.-]{1,64} [\w./%-]{1,48}(?:\[\d|: )/;
const MAX_HOST_AND_TAG_LENGTH = 120;
/** Facilities that devices name there, by their first letter. */
const FACILITIES = new Map(
  ["local", "kern.", "user.", "daemon.", "auth"].map((name) => [name.charCodeAt(0), name]),
);

/** Whether `skipBeforeHost` may skip a word that begins with these characters; `word` ends before the next blank. */
export function maySkipBeforeHost(first: number, word: string): boolean {
  if (first === PLUS || first === DASH || first === OPEN_BRACKET) return true;
  if (isDigit(first)) return DATE_START.test(word);
  return ZONE_HOURS.has(word) || namedPriority(word) !== null;
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
  if (code >= 0x41 && code <= 0x5a) return skipZone(line, start);
  const facility = FACILITIES.get(code);
  return facility !== undefined && text.startsWith(facility, start) ? skipPriority(line, start) : start;
}

function skipOffset(line: Line, start: number): number {
  const match = OFFSET.exec(line.text.slice(start, start + MAX_OFFSET_LENGTH));
  if (match === null) return start;
  const [whole, sign, hours, minutes] = match;
  line.headerOffsetSeconds ??= (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
  return start + whole.length;
}

function skipZone(line: Line, start: number): number {
  const { text } = line;
  const end = wordEnd(text, start);
  if (end - start > MAX_ZONE_LENGTH || end === text.length) return start;
  const zone = text.slice(start, end);
  const hours = ZONE_HOURS.get(zone);
  if (hours === undefined) return start;
  if (!UTC.has(zone) && !HOST_AND_TAG.test(text.slice(end, end + MAX_HOST_AND_TAG_LENGTH))) return start;
  line.headerOffsetSeconds ??= hours * 3600;
  return skipBlanks(text, end);
}

function skipTime(line: Line, start: number): number {
  const time = readLeadingTime(line.text, start, line);
  if (time === null || line.text.charCodeAt(time.end) !== BLANK) return start;
  line.message.eventTimeMicros = time.micros;
  line.headerOffsetSeconds = time.offsetSeconds;
  return skipBlanks(line.text, time.end);
}

export function skipSerial(text: string, start: number): number {
  return start + (SERIAL.exec(text.slice(start, start + MAX_SERIAL_LENGTH))?.[0].length ?? 0);
}

function skipPriority({ text, message }: Line, start: number): number {
  const end = wordEnd(text, start);
  const named = end - start > MAX_PRIORITY_LENGTH ? null : namedPriority(text.slice(start, end));
  if (named === null || end === text.length) return start;
  message.facility ??= named.facility;
  message.severity ??= named.severity;
  return skipBlanks(text, end);
}
