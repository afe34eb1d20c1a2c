import { isPrintable } from "../octets/octet-range";
import { emptyMessage, type Line } from "../line";
import type { MessageContext } from "../message";
import { MAX_PRIORITY } from "../header/priority";
import { CARRIERS } from "../header/rfc5424";
import { readOddHeader } from "../header/odd-header";
import { startsLikeTag } from "../header/tag";
import { textOf } from "../../event/byte-range";
import {
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  DASH,
  decimalIn,
  DOT,
  EQUALS,
  HASH,
  isDigit,
  isLetter,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERCENT,
  QUOTE,
  STAR,
  TILDE,
  UNDERSCORE,
} from "../values/characters";
import { fieldText, MAX_FIELD_LENGTH } from "../values/field-text";
import { octetHeader, type OctetHeader, timeReference } from "./header-state";
import { octetData, readDataOctets } from "./octet-data";
import { findFieldNames, learnNames } from "./octet-names";
import { markedTimeEnd, mayHaveOrigin } from "./octet-origin";
import {
  isLevelAt,
  procidAt,
  readNames,
  readNumberedTag,
  tagEnd,
  takeNames,
  takeProgram,
  takeTag,
} from "./octet-tag";
import { isAt, wordEnd } from "../octets/octet-search";
import { monthIn, octetTime, readBsdOctets, readIsoOctets } from "../octets/octet-time";

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const ZERO = 0x30;
const ONE = 0x31;
const TWO = 0x32;
const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
/** Of a device, behind its name. */
const MAX_SERIAL_LENGTH = 20;
const MAX_PRIORITY_DIGITS = 3;
const MAX_VERSION_DIGITS = 3;
const EPOCH_DIGITS = 10;
const LETTER_C = 0x43;
const LETTER_L = 0x4c;

const MAX_ODD_HEADER_LENGTH = 256;
const MAX_ASCII = 0x7f;
/** In octets. */
const MAX_MONTH_LENGTH = 14;
/** What nobody reads. */
const oddMessage = emptyMessage();

/**
 * Reads the header of a line as `parseMessage` does, of the forms that nearly all senders print, into `octetHeader`.
 * False, with some of it set, where the header has another form or octets that are not printable ASCII:
 * `parseMessage` takes the line.
 */
export function readOctetHeader(line: Uint8Array, context: MessageContext): boolean {
  const header = octetHeader;
  forget(header);
  timeReference.receivedAtMicros = context.receivedAtMicros;
  timeReference.timeZone = context.timeZone ?? "UTC";
  const start = readPriority(line, header);
  if (start === -1 || start >= line.length) return false;
  const end = readForm(line, start, header);
  if (end === -1 || (end >= line.length && header.structuredData === null)) return false;
  header.message = end;
  return (header.isKnown || isPrintable(line, 0, end)) && !(header.isThere && mayBeRelayed(line, header));
}

function forget(header: OctetHeader): void {
  header.isThere = header.clockUnset = false;
  header.eventTimeMicros = header.offsetSeconds = null;
  header.facility = header.severity = null;
  header.sourceHost = header.app = header.procid = header.msgid = header.structuredData = null;
  header.programs = 0;
  header.isKnown = false;
}

/** The offset behind the priority, 0 where there is none, -1 for one that counts for none. */
function readPriority(line: Uint8Array, header: OctetHeader): number {
  if (line[0] !== LESS_THAN) return 0;
  let end = 1;
  while (end <= MAX_PRIORITY_DIGITS && isDigit(line[end] ?? 0)) end++;
  if (line[end] !== GREATER_THAN || (line[1] === ZERO && end > 2)) return -1;
  const value = decimalIn(line, 1, end);
  if (value < 0 || value > MAX_PRIORITY) return -1;
  header.facility = value >> 3;
  header.severity = value & 7;
  header.isThere = true;
  return end + 1;
}

/** The offset behind the header whose time, version or program stands at `start`; -1: ask the parser. */
function readForm(line: Uint8Array, start: number, header: OctetHeader): number {
  const first = line[start] ?? 0;
  if (isLetter(first)) {
    const end = readBsdOctets(line, start, timeReference);
    if (end !== -1) return readNames(line, takeTime(header, end), header);
    return monthIn(line, start) === 0 && !mayHaveOrigin(line, start) ? withoutTime(line, start, header) : -1;
  }
  if (isDigit(first)) return readNumbered(line, start, header);
  // Blanks alone are skipped behind a priority, in front of a time, and nowhere else.
  const mayBeMark =
    first === STAR ||
    first === DOT ||
    first === COLON ||
    first === LESS_THAN ||
    (first === BLANK && header.isThere) ||
    ((first === PERCENT || first === HASH) && monthIn(line, start + 1) !== 0);
  return mayBeMark ? -1 : withoutTime(line, start, header);
}

function takeTime(header: OctetHeader, end: number): number {
  header.isThere = true;
  header.eventTimeMicros = octetTime.micros;
  header.offsetSeconds = octetTime.offsetSeconds;
  return end;
}

/** A version and RFC 5424, a time of ISO 8601, or a body that begins with a number. */
function readNumbered(line: Uint8Array, start: number, header: OctetHeader): number {
  if (line[start] === ONE && line[start + 1] === BLANK) {
    if (isEpoch(line, start + 2)) return withoutTime(line, start, header);
    const end = header.facility === null ? -1 : readIsoOctets(line, start + 2, timeReference);
    return end === -1 ? -1 : readFields(line, takeTime(header, end), header);
  }
  const end = readIsoOctets(line, start, timeReference);
  if (end !== -1) return readNames(line, takeTime(header, end), header);
  let digits = start;
  while (isDigit(line[digits] ?? 0)) digits++;
  const behind = line[digits];
  if (behind === COLON && digits > start) return readCount(line, digits + 1, header);
  const mayBeVersion = behind === BLANK && digits - start <= MAX_VERSION_DIGITS && header.isThere;
  const fifth = line[start + 4];
  const mayBeTime = fifth === DASH || fifth === COLON || fifth === BLANK;
  return mayBeVersion || mayBeTime || behind === COLON ? -1 : withoutTime(line, start, header);
}

/** Meraki's time: ten digits and a fraction of any length, which is a part of the message. */
function isEpoch(line: Uint8Array, start: number): boolean {
  return line[start + EPOCH_DIGITS] === DOT && decimalIn(line, start, start + EPOCH_DIGITS) > 0;
}

/** Behind the device's own count: Cisco's time. */
function readCount(line: Uint8Array, behind: number, header: OctetHeader): number {
  const end = markedTimeEnd(line, behind, header);
  return end === -1 ? -1 : readNames(line, takeTime(header, end), header);
}

/** Whether a header of an odd form stands there. */
function isOdd(line: Uint8Array, start: number, hasPriority: boolean): boolean {
  // A month's name may not be ASCII.
  if (mayBeWordedMonth(line, start, MAX_ASCII + 1)) return true;
  if (!mayBeUndated(line, start)) {
    if (isSurelyBody(line, start) || !(hasPriority || mayBeginTime(line, start))) return false;
  }
  const odd: Line = {
    text: textOf(line, start, Math.min(line.length, start + MAX_ODD_HEADER_LENGTH)),
    message: oddMessage,
    ...timeReference,
    headerOffsetSeconds: null,
  };
  return readOddHeader(odd, 0, hasPriority) !== -1;
}

/** Whether a program with its process, a priority by name or the kernel may begin a header without a date. */
function mayBeUndated(line: Uint8Array, start: number): boolean {
  const first = line[start] ?? 0;
  if (!isLetter(first) && first !== UNDERSCORE) return false;
  let end = start + 1;
  let dots = 0;
  while (isHostCharacter(line[end] ?? 0)) if (line[end++] === DOT) dots++;
  if (line[end] === OPEN_BRACKET) return isDigit(line[end + 1] ?? 0);
  if (line[end] !== BLANK) return false;
  return (
    dots === 1 || (line[end - 1] === COLON && line[end + 1] === OPEN_BRACKET) || mayBeDated(line, end + 1)
  );
}

/** Whether the year of a time in a bracket may stand there, perhaps behind a serial number (`readHostBeforeTime`). */
function mayBeDated(line: Uint8Array, start: number): boolean {
  let bracket = start;
  while (bracket - start <= MAX_SERIAL_LENGTH && isSerial(line[bracket] ?? 0)) bracket++;
  if (bracket > start && line[bracket++] !== BLANK) return false;
  const opening = line[bracket];
  const isOpen = opening === OPEN_BRACKET || opening === OPEN_PARENTHESIS;
  return isOpen && line[bracket + 1] === TWO && line[bracket + 2] === ZERO;
}

function isSerial(code: number): boolean {
  return isDigit(code) || (code >= LETTER_A && code <= LETTER_Z);
}

/** Whether a time may stand there, perhaps in a bracket: without a priority no odd header is without one. */
function mayBeginTime(line: Uint8Array, start: number): boolean {
  const first = line[start] ?? 0;
  if (isLetter(first))
    return (
      monthIn(line, start) !== 0 ||
      (line[start + 3] === BLANK && isDigit(line[start + 4] ?? 0)) ||
      monthIn(line, start + 4) !== 0 ||
      mayBeWordedMonth(line, start, BLANK)
    );
  return isDigit(first === OPEN_BRACKET ? (line[start + 1] ?? 0) : first);
}

/** Whether a word that has an octet from `least` on stands before the number of a day and a clock: `srp 06 18:28:58`. */
function mayBeWordedMonth(line: Uint8Array, start: number, least: number): boolean {
  let most = 0;
  let end = start;
  while (end - start < MAX_MONTH_LENGTH && (line[end] ?? 0) > BLANK) most = Math.max(most, line[end++] ?? 0);
  if (line[end] !== BLANK || most < least) return false;
  return line[end + 5] === COLON || line[end + 6] === COLON || line[end + 7] === COLON;
}

/** Whether a word stands there that begins no time and is no host, as `date=2026-11-21` or `{"time"`. */
function isSurelyBody(line: Uint8Array, start: number): boolean {
  const first = line[start] ?? 0;
  if (first === OPEN_BRACE || first === QUOTE) return true;
  if (!isLetter(first) || line[start + 3] === BLANK) return false;
  let end = start + 1;
  while (isHostCharacter(line[end] ?? 0)) end++;
  return end < line.length && line[end] !== BLANK;
}

function isHostCharacter(code: number): boolean {
  return (
    isLetter(code) || isDigit(code) || code === UNDERSCORE || code === DOT || code === COLON || code === DASH
  );
}

/** A line without a time: behind a priority a program may stand (`readBareTag`). */
function withoutTime(line: Uint8Array, start: number, header: OctetHeader): number {
  if (isOdd(line, start, header.isThere)) return -1;
  if (!header.isThere) return 0;
  if (!startsLikeTag(line[start] ?? 0)) return start;
  const end = tagEnd(line, start);
  if (end === start) return start;
  if (end + 1 >= line.length) return -1;
  if (line[end] === COLON && line[end - 1] === CLOSE_PARENTHESIS) return -1;
  if (line[end] === COLON && isLevelAt(line, start, end)) return start;
  if (line[end] === COLON)
    return line[end + 1] === BLANK ? takeTag(line, { start, end, next: end + 1 }, header) : start;
  if (line[end] !== OPEN_BRACKET) return start;
  return readNumberedTag(line, { start, bracket: end, mustHaveColon: true }, header);
}

/** `HOST APP PROCID MSGID - ` behind the time of RFC 5424. */
function readFields(line: Uint8Array, timeEnd: number, header: OctetHeader): number {
  const host = timeEnd + 1;
  // No host is in brackets.
  if (line[host] === OPEN_BRACKET) return -1;
  const names = findFieldNames(line, host);
  const procid = names === undefined ? wordEnd(line, wordEnd(line, host) + 1) + 1 : host + names.text.length;
  const msgid = wordEnd(line, procid) + 1;
  const data = wordEnd(line, msgid) + 1;
  if (!isField(line, procid, msgid) || !isField(line, msgid, data)) return -1;
  // A carrier's message stands there.
  if (isCarrier(line, procid) || isCarrier(line, msgid)) return -1;
  const end = dataEnd(line, data, header);
  if (end === -1) return -1;
  if (names === undefined) {
    if (!readHostAndProgram(line, host, procid, header)) return -1;
    learnNames(line, { start: host, end: procid }, header);
  } else {
    takeNames(header, names);
    header.isKnown = false;
  }
  header.procid = procidAt(line, procid, msgid - 1);
  header.msgid = line[msgid] === DASH && data === msgid + 2 ? null : fieldText(textOf(line, msgid, data - 1));
  return end;
}

/** Takes the structured data, and gives the offset behind the blank that ends them, or -1. */
function dataEnd(line: Uint8Array, start: number, header: OctetHeader): number {
  if (line[start] === DASH) return line[start + 1] === BLANK ? start + 2 : -1;
  const end = readDataOctets(line, start);
  if (end === -1) return isNoElement(line, start) ? start : -1;
  header.structuredData = octetData.json;
  if (end === line.length) return end;
  return line[end] === BLANK ? end + 1 : -1;
}

/** A bracket behind which no name of an element ends, as in Check Point's `[action:"Drop"; …`: the message begins with it. */
function isNoElement(line: Uint8Array, start: number): boolean {
  if (line[start] !== OPEN_BRACKET) return false;
  let offset = start + 1;
  while (isOfElementName(line[offset] ?? 0)) offset++;
  return line[offset] === QUOTE || line[offset] === EQUALS;
}

function isOfElementName(code: number): boolean {
  const isEnd = code === QUOTE || code === EQUALS || code === CLOSE_BRACKET;
  return code > BLANK && code <= TILDE && !isEnd;
}

// oxlint-disable-next-line max-params -- it runs once per line
function readHostAndProgram(line: Uint8Array, host: number, procid: number, header: OctetHeader): boolean {
  const app = wordEnd(line, host) + 1;
  if (isCarrier(line, host) || isCarrier(line, app)) return false;
  if (!isField(line, host, app) || !isField(line, app, procid)) return false;
  // `readRfc5424Header` takes the colon of an older header off.
  if (line[procid - 2] === COLON) return false;
  header.sourceHost = fieldText(textOf(line, host, app - 1));
  takeProgram(line, app, procid - 1, header);
  return true;
}

/** Whether a word may be a carrier's mark, which `readRfc5424Header` takes for no field. */
function isCarrier(line: Uint8Array, start: number): boolean {
  const first = line[start];
  return (first === LETTER_C || first === LETTER_L) && CARRIERS.some((mark) => isAt(line, start, mark));
}

/** A word of printable ASCII before `next`, without a bracket, that is stored as it stands there. */
function isField(line: Uint8Array, start: number, next: number): boolean {
  const end = next - 1;
  if (end <= start || end - start > MAX_FIELD_LENGTH) return false;
  for (let offset = start; offset < end; offset++) if (line[offset] === OPEN_BRACKET) return false;
  return true;
}

/** Whether a relay may have left another header there (`readRelayedHeader`). */
function mayBeRelayed(line: Uint8Array, { message, app }: OctetHeader): boolean {
  const first = line[message] ?? 0;
  if (first === LESS_THAN) return true;
  if (app !== null) return false;
  if (isLetter(first)) return line[message + 3] === BLANK && line[message + 6] === BLANK;
  if (!isDigit(first)) return false;
  const year = first === ONE && line[message + 1] === BLANK ? message + 2 : message;
  return line[year + 4] === DASH || line[year + 4] === COLON;
}
