import type { MessageContext } from "../message";
import { isNoHostCharacter, RELAY_PREFIXES } from "../header/rfc3164";
import { MAX_PRIORITY, namedPriority } from "../header/priority";
import { isTagCharacter, startsLikeTag } from "../header/tag";
import { isSame, textOf } from "../../event/byte-range";
import {
  BLANK,
  CLOSE_BRACKET,
  COLON,
  DASH,
  decimalIn,
  DOT,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  PERCENT,
  SLASH,
  STAR,
} from "../values/characters";
import { textOfBytes } from "../values/field-memo";
import { fieldText, MAX_FIELD_LENGTH } from "../values/field-text";
import { findFieldNames, findTagNames, learnNames, type Names, programAt } from "./octet-names";
import { monthIn, octetTime, readBsdOctets, readIsoOctets } from "./octet-time";

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const OPEN_PARENTHESIS = 0x28;
const ZERO = 0x30;
const ONE = 0x31;
const TILDE = 0x7e;
const MAX_PRIORITY_DIGITS = 3;
const MAX_VERSION_DIGITS = 3;
const MAX_NAMED_PRIORITY_LENGTH = 16;
/** As far as a host in front of a Cisco time, and a program with blanks in its name, are looked for. */
const MAX_ORIGIN_LENGTH = 80;
const MAX_SPACED_TAG_LENGTH = 64;
/** Digits of a number without leading zeros, whose text a number tells. */
const MAX_NUMBER_DIGITS = 9;

/** What the header of a line says, and where it ends. */
export type OctetHeader = {
  /** Where the message begins, blanks before it included. */
  message: number;
  /** False where the line has neither priority nor time: the message is the whole line. */
  isThere: boolean;
  eventTimeMicros: number | null;
  offsetSeconds: number | null;
  sourceHost: string | null;
  facility: number | null;
  severity: number | null;
  app: string | null;
  procid: string | null;
  msgid: string | null;
  /** Parsers that know lines by the program. */
  programs: number;
  /** Its names were met before. */
  isKnown: boolean;
};

/** The header of the line that was read last. */
export const octetHeader: OctetHeader = {
  message: 0,
  isThere: false,
  eventTimeMicros: null,
  offsetSeconds: null,
  sourceHost: null,
  facility: null,
  severity: null,
  app: null,
  procid: null,
  msgid: null,
  programs: 0,
  isKnown: false,
};

/** Where the tag that was read last ends: its colon or bracket. */
const tag = { stop: -1 };
const reference = { receivedAtMicros: 0, timeZone: "UTC" };

/**
 * Reads the header of a line as `parseMessage` does, of the forms that nearly all senders print, into `octetHeader`.
 * False, with some of it set, where the header has another form or octets that are not printable ASCII:
 * `parseMessage` takes the line.
 */
export function readOctetHeader(line: Uint8Array, context: MessageContext): boolean {
  const header = octetHeader;
  forget(header);
  reference.receivedAtMicros = context.receivedAtMicros;
  reference.timeZone = context.timeZone ?? "UTC";
  const start = readPriority(line, header);
  if (start === -1 || start >= line.length) return false;
  tag.stop = -1;
  const end = readForm(line, start, header);
  if (end === -1 || end >= line.length) return false;
  header.message = end;
  return (header.isKnown || isPrintable(line, end)) && !(header.isThere && mayBeRelayed(line, header));
}

function forget(header: OctetHeader): void {
  header.isThere = false;
  header.eventTimeMicros = header.offsetSeconds = null;
  header.facility = header.severity = null;
  header.sourceHost = header.app = header.procid = header.msgid = null;
  header.programs = 0;
  header.isKnown = false;
}

function isPrintable(line: Uint8Array, end: number): boolean {
  for (let offset = 0; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (code < BLANK || code > TILDE) return false;
  }
  return true;
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
    const end = readBsdOctets(line, start, reference);
    if (end !== -1) return readNames(line, takeTime(header, end), header);
    return monthIn(line, start) === 0 && !mayHaveOrigin(line, start) ? withoutTime(line, start, header) : -1;
  }
  if (isDigit(first)) return readNumbered(line, start, header);
  const mayBeMark =
    first === STAR || first === DOT || first === COLON || first === BLANK || first === LESS_THAN;
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
    const end = header.facility === null ? -1 : readIsoOctets(line, start + 2, reference);
    return end === -1 ? -1 : readFields(line, takeTime(header, end), header);
  }
  const end = readIsoOctets(line, start, reference);
  if (end !== -1) return readNames(line, takeTime(header, end), header);
  let digits = start;
  while (isDigit(line[digits] ?? 0)) digits++;
  const behind = line[digits];
  const mayBeVersion = behind === BLANK && digits - start <= MAX_VERSION_DIGITS && header.isThere;
  const fifth = line[start + 4];
  const mayBeTime = fifth === DASH || fifth === COLON || fifth === BLANK;
  return mayBeVersion || mayBeTime || behind === COLON ? -1 : withoutTime(line, start, header);
}

/** Whether a host or a node may stand there, and a Cisco time behind it. */
function mayHaveOrigin(line: Uint8Array, start: number): boolean {
  const limit = Math.min(line.length, start + MAX_ORIGIN_LENGTH + 1);
  let word = -1;
  for (let offset = start; offset < limit; offset++) {
    const code = line[offset] ?? 0;
    if (code === SLASH && isSame("/CPU", line, offset, Math.min(offset + 4, line.length))) return true;
    if (code === BLANK && word === -1) word = offset;
  }
  if (word === -1 || line[word - 1] !== COLON) return false;
  const next = line[word + 1] ?? 0;
  return isLetter(next) || isDigit(next) || next === STAR || next === DOT || next === BLANK;
}

/** A line without a time: behind a priority a program may stand (`readBareTag`). */
function withoutTime(line: Uint8Array, start: number, header: OctetHeader): number {
  if (!header.isThere) return 0;
  if (!startsLikeTag(line[start] ?? 0)) return start;
  const end = tagEnd(line, start);
  if (end === start || end >= line.length) return end === start ? start : -1;
  if (line[end] === COLON)
    return line[end + 1] === BLANK ? takeTag(line, { start, end, next: end + 1 }, header) : start;
  if (line[end] !== OPEN_BRACKET) return start;
  return readNumberedTag(line, { start, bracket: end, mustHaveColon: true }, header);
}

/** `HOST APP PROCID MSGID - ` behind the time of RFC 5424. */
function readFields(line: Uint8Array, timeEnd: number, header: OctetHeader): number {
  const host = timeEnd + 1;
  const names = findFieldNames(line, host);
  const procid = names === undefined ? wordEnd(line, wordEnd(line, host) + 1) + 1 : host + names.text.length;
  const msgid = wordEnd(line, procid) + 1;
  const data = wordEnd(line, msgid) + 1;
  if (line[data] !== DASH || line[data + 1] !== BLANK) return -1;
  if (!isField(line, procid, msgid) || !isField(line, msgid, data)) return -1;
  if (names === undefined) {
    if (!readHostAndProgram(line, host, procid, header)) return -1;
    learnNames(line, { start: host, end: procid }, header);
  } else {
    takeNames(header, names);
    header.isKnown = false;
  }
  header.procid = procidAt(line, procid, msgid - 1);
  header.msgid = line[msgid] === DASH && data === msgid + 2 ? null : fieldText(textOf(line, msgid, data - 1));
  return data + 2;
}

// oxlint-disable-next-line max-params -- it runs once per line
function readHostAndProgram(line: Uint8Array, host: number, procid: number, header: OctetHeader): boolean {
  const app = wordEnd(line, host) + 1;
  if (!isField(line, host, app) || !isField(line, app, procid)) return false;
  header.sourceHost = fieldText(textOf(line, host, app - 1));
  takeProgram(line, app, procid - 1, header);
  return true;
}

function takeNames(header: OctetHeader, { sourceHost, app, programs }: Names): void {
  header.sourceHost = sourceHost;
  header.app = app;
  header.programs = programs;
  header.isKnown = true;
}

/** A word of printable ASCII before `next`, without a bracket, that is stored as it stands there. */
function isField(line: Uint8Array, start: number, next: number): boolean {
  const end = next - 1;
  if (end <= start || end - start > MAX_FIELD_LENGTH) return false;
  for (let offset = start; offset < end; offset++) if (line[offset] === OPEN_BRACKET) return false;
  return true;
}

/** HOSTNAME and TAG behind the time of RFC 3164. */
function readNames(line: Uint8Array, timeEnd: number, header: OctetHeader): number {
  const blank = line[timeEnd] === COLON ? timeEnd + 1 : timeEnd;
  if (line[blank] !== BLANK) return -1;
  const start = blank + 1;
  const names = findTagNames(line, start);
  if (names !== undefined) {
    const end = readKnownTag(line, start + names.text.length, header);
    if (end !== -1) {
      takeNames(header, names);
      return end;
    }
  }
  const end = readHostAndTag(line, start, header);
  // What stands behind a program without a host before it can make a host of it.
  if (
    end !== -1 &&
    header.sourceHost !== null &&
    header.app !== null &&
    tag.stop !== -1 &&
    isPrintable(line, tag.stop)
  )
    learnNames(line, { start, end: tag.stop + 1 }, header);
  return end;
}

/** Behind known names that end in a bracket: the number, and `]: `. Gives the offset of the content, or -1. */
function readKnownTag(line: Uint8Array, start: number, header: OctetHeader): number {
  let content = start;
  if (line[start - 1] === OPEN_BRACKET) {
    while (isDigit(line[content] ?? 0)) content++;
    if (content === start || line[content] !== CLOSE_BRACKET || line[content + 1] !== COLON) return -1;
    header.procid = procidAt(line, start, content);
    content += 2;
  }
  while (line[content] === BLANK) content++;
  return content;
}

function readHostAndTag(line: Uint8Array, start: number, header: OctetHeader): number {
  const end = wordEnd(line, start);
  if (end === start || end + 1 >= line.length || mayBeRelay(line, start)) return -1;
  if (line[end - 1] === COLON) {
    if (line[end + 1] === BLANK) return -1;
    if (line[end + 1] !== PERCENT) return readTag(line, start, header);
    header.sourceHost = fieldText(textOf(line, start, end - 1));
    return readTag(line, end + 1, header);
  }
  if (line[start] === PERCENT || !isHost(line, start, end)) return readTag(line, start, header);
  header.sourceHost = fieldText(textOfBytes(line, start, end));
  const next = end + 1;
  return mayBeNoTag(line, next) ? -1 : readTag(line, next, header);
}

function mayBeRelay(line: Uint8Array, start: number): boolean {
  return (
    RELAY_PREFIXES.some((prefix) => startsWith(line, prefix, start)) ||
    startsWith(line, "last message", start)
  );
}

function startsWith(line: Uint8Array, text: string, start: number): boolean {
  return (
    line[start] === text.charCodeAt(0) &&
    isSame(text, line, start, Math.min(start + text.length, line.length))
  );
}

function isHost(line: Uint8Array, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset++)
    if (isNoHostCharacter[line[offset] ?? 0] === 1) return false;
  return end - start <= MAX_FIELD_LENGTH;
}

/** Whether a priority's name or a relayed Cisco header may stand behind the host. */
function mayBeNoTag(line: Uint8Array, start: number): boolean {
  const first = line[start] ?? 0;
  if (startsLikeTag(first)) {
    const end = wordEnd(line, start);
    if (end - start > MAX_NAMED_PRIORITY_LENGTH || !isLetter(first)) return false;
    for (let offset = start; offset < end; offset++)
      if (line[offset] === DOT) return namedPriority(textOf(line, start, end)) !== null;
    return false;
  }
  if (first === STAR || first === DOT || first === COLON || first === BLANK) return true;
  if (!isDigit(first)) return false;
  let end = start + 1;
  while (isDigit(line[end] ?? 0)) end++;
  return line[end] === COLON || line[start + 4] === BLANK;
}

/** As `readTag`. */
function readTag(line: Uint8Array, start: number, header: OctetHeader): number {
  const end = tagEnd(line, start);
  if (end === start) return line[start] === BLANK ? -1 : start;
  if (end + 1 >= line.length) return -1;
  const next = line[end + 1] ?? 0;
  switch (line[end]) {
    case COLON:
      if (next === BLANK) {
        tag.stop = end;
        return takeTag(line, { start, end, next: end + 1 }, header);
      }
      return !startsLikeTag(line[start] ?? 0) || next === SLASH || next === COLON || isDigit(next)
        ? start
        : -1;
    case OPEN_BRACKET:
      return readNumberedTag(line, { start, bracket: end, mustHaveColon: false }, header);
    case BLANK:
      return readUnmarkedTag(line, start, header);
    default:
      return start;
  }
}

/** As `readTagWithProcid`; a tag that no time led to must have its colon (`readBareTag`). */
function readNumberedTag(
  line: Uint8Array,
  { start, bracket, mustHaveColon }: { start: number; bracket: number; mustHaveColon: boolean },
  header: OctetHeader,
): number {
  let close = bracket + 1;
  while (close < line.length && line[close] !== CLOSE_BRACKET && line[close] !== BLANK) {
    if (line[close] === OPEN_BRACKET) return -1;
    close++;
  }
  if (line[close] !== CLOSE_BRACKET) return start;
  if (close - bracket > MAX_FIELD_LENGTH || close + 1 >= line.length) return -1;
  const behind = line[close + 1];
  if (behind !== COLON && (mustHaveColon || behind !== BLANK)) return start;
  if (behind === BLANK && line[close + 2] === OPEN_PARENTHESIS) return -1;
  header.procid = procidAt(line, bracket + 1, close);
  if (behind === COLON) tag.stop = bracket;
  return takeTag(line, { start, end: bracket, next: behind === COLON ? close + 2 : close + 1 }, header);
}

/** As `readUnmarkedTag`: `apache_error [Tue`, or `Google Chrome[85294]:`. */
function readUnmarkedTag(line: Uint8Array, start: number, header: OctetHeader): number {
  const end = tagEnd(line, start);
  if (!startsLikeTag(line[start] ?? 0)) return start;
  if (line[end + 1] === OPEN_BRACKET) return takeTag(line, { start, end, next: end }, header);
  let offset = end;
  while (line[offset] === BLANK && offset - start < MAX_SPACED_TAG_LENGTH) {
    const word = offset + 1;
    offset = tagEnd(line, word);
    if (offset === word) return start;
  }
  if (line[offset] !== OPEN_BRACKET || offset - start > MAX_SPACED_TAG_LENGTH) return start;
  let close = offset + 1;
  while (isDigit(line[close] ?? 0)) close++;
  if (close === offset + 1 || line[close] !== CLOSE_BRACKET || line[close + 1] !== COLON) return start;
  return readNumberedTag(line, { start, bracket: offset, mustHaveColon: false }, header);
}

function takeTag(
  line: Uint8Array,
  { start, end, next }: { start: number; end: number; next: number },
  header: OctetHeader,
): number {
  takeProgram(line, start, end, header);
  let content = next;
  while (line[content] === BLANK) content++;
  return content;
}

// oxlint-disable-next-line max-params -- it runs once per line
function takeProgram(line: Uint8Array, start: number, end: number, header: OctetHeader): void {
  const { app, programs } = programAt(line, start, end);
  header.app = app;
  header.programs = programs;
}

/** Mostly a number, which is another for each line: it is not remembered. */
function procidAt(line: Uint8Array, start: number, end: number): string | null {
  const isNumber = end - start <= MAX_NUMBER_DIGITS && line[start] !== ZERO;
  const value = isNumber ? decimalIn(line, start, end) : -1;
  if (value >= 0) return String(value);
  return fieldText(textOf(line, start, end));
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

function wordEnd(line: Uint8Array, start: number): number {
  let end = start;
  while (end < line.length && line[end] !== BLANK) end++;
  return end;
}

/** The end of a program's name, which is no longer than what is stored. */
function tagEnd(line: Uint8Array, start: number): number {
  const limit = Math.min(line.length, start + MAX_FIELD_LENGTH);
  let end = start;
  while (end < limit && isTagCharacter(line[end] ?? 0)) end++;
  return end;
}
