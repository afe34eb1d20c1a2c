import { isPrintable } from "../octets/octet-range";
import { indexIn, wordEnd } from "../octets/octet-search";
import { maySkipBeforeHost } from "../header/before-host";
import { BARE_FIELDS, isNoHostCharacter, MAX_BARE_FIELDS_LENGTH, RELAY_PREFIXES } from "../header/rfc3164";
import { mayBeNoHost } from "../header/no-hosts";
import { namedPriority } from "../header/priority";
import { isLevelBefore, isNoTag, isTagCharacter, startsLikeTag } from "../header/tag";
import { isSame, textOf } from "../../event/byte-range";
import {
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DASH,
  decimalIn,
  DOT,
  EQUALS,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERCENT,
  QUOTE,
  SLASH,
  STAR,
  TAB,
  UNDERSCORE,
} from "../values/characters";
import { textOfBytes } from "../values/field-memo";
import { fieldText, MAX_FIELD_LENGTH } from "../values/field-text";
import type { OctetHeader } from "./header-state";
import { findTagNames, learnNames, type Names, programAt } from "./octet-names";
import { mayHaveOrigin, relayedEnd } from "./octet-origin";

const ZERO = 0x30;
const LESS_THAN = 0x3c;
const AT = 0x40;
const CARD_DIGITS = 12;
/** With what parts its octets. */
const CARD_LENGTH = 17;
const EVENT_MARKS = [DOT, DASH, UNDERSCORE];
/** Of a message that a catalogue counts. */
const NUMBER_LENGTH = 10;
const MAX_NAMED_PRIORITY_LENGTH = 16;
/** Of a word before the host. */
const MAX_BEFORE_HOST_LENGTH = 40;
/** As far as a program with blanks in its name is looked for. */
const MAX_SPACED_TAG_LENGTH = 64;
/** Digits of a number without leading zeros, whose text a number tells. */
const MAX_NUMBER_DIGITS = 9;
/** Of the longest, `thread-123456`. */
const MAX_LEVEL_LENGTH = 13;

/** Where the tag that was read last ends: its colon or bracket. */
const tag = { stop: -1 };

/** Reads HOSTNAME and TAG behind the time of RFC 3164: the offset of the content, or -1 where the parser is to be asked. */
export function readNames(line: Uint8Array, timeEnd: number, header: OctetHeader): number {
  tag.stop = -1;
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
  // What stands behind a program without a host before it can make a host of it, and a count of a number.
  if (
    end !== -1 &&
    header.sourceHost !== null &&
    header.app !== null &&
    !isDigit(header.app.charCodeAt(0)) &&
    tag.stop !== -1 &&
    isPrintable(line, 0, tag.stop)
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

/** Whether in a bracket a word stands with a colon behind it, as in `[kern_audit:info:2290]`. */
function mayBeEvent(line: Uint8Array, start: number): boolean {
  let end = start;
  while (isLetter(line[end] ?? 0) || isDigit(line[end] ?? 0) || EVENT_MARKS.includes(line[end] ?? 0)) end++;
  return end > start && line[end] === COLON;
}

function readHostAndTag(line: Uint8Array, start: number, header: OctetHeader): number {
  const end = wordEnd(line, start);
  if (end === start || end + 1 >= line.length || mayBeRelay(line, start)) return -1;
  if (mayNotBeHost(line, start, end)) return -1;
  if (line[end - 1] === COLON) {
    // A device's name may stand twice.
    const second = line[end + 1];
    if (second === BLANK || (second === line[start] && line[end + 1 + end - start] === BLANK)) return -1;
    if (line[end + 1] === OPEN_BRACKET && mayBeEvent(line, end + 2)) return -1;
    if (line[tagEnd(line, end + 1)] === OPEN_BRACKET) return -1;
    if (line[end + 1] !== PERCENT || line[end - 2] === CLOSE_BRACKET) return readTag(line, start, header);
    header.sourceHost = fieldText(textOf(line, start, end - 1));
    return readTag(line, end + 1, header);
  }
  // A node's number may stand behind the host.
  if (line[end - 1] === CLOSE_PARENTHESIS) return -1;
  if (line[start] === PERCENT) return readTag(line, start, header);
  // Host and kind may be columns.
  if (!isHost(line, start, end)) return hasTab(line, start, end) ? -1 : readTag(line, start, header);
  const host = textOfBytes(line, start, end);
  if (mayBeNoHost(host) || line[end + 1] === EQUALS) return -1;
  header.sourceHost = fieldText(host);
  const next = end + 1;
  if (line[next] === BLANK) return readTagBehindBlanks(line, next, header);
  const relayed = isDigit(line[next] ?? 0) ? relayedEnd(line, next, header) : -1;
  if (relayed !== -1) {
    const content = readTag(line, relayed, header);
    // The count is another in each line.
    tag.stop = -1;
    return content;
  }
  return mayBeNoTag(line, next) || mayBeBareFields(line, next) ? -1 : readTag(line, next, header);
}

/** A tag behind more blanks than one; where none stands there the blanks are of the content. */
function readTagBehindBlanks(line: Uint8Array, start: number, header: OctetHeader): number {
  let first = start;
  while (line[first] === BLANK) first++;
  if (!startsLikeTag(line[first] ?? 0)) return -1;
  const content = readTag(line, first, header);
  return content === first ? start : content;
}

/** Whether a zone, another time or its like may stand before the host (`skipBeforeHost`). */
function mayNotBeHost(line: Uint8Array, start: number, end: number): boolean {
  if (line[start] === QUOTE) return true;
  return (
    end - start <= MAX_BEFORE_HOST_LENGTH && maySkipBeforeHost(line[start] ?? 0, textOf(line, start, end))
  );
}

/** Whether a serial number, or the fields of RFC 5424 without its priority, may stand behind the host. */
function mayBeBareFields(line: Uint8Array, start: number): boolean {
  if (line[start] === OPEN_BRACKET) return true;
  const second = line[wordEnd(line, start) + 1] ?? 0;
  if (!isDigit(second) && second !== DASH) return false;
  return BARE_FIELDS.test(textOf(line, start, Math.min(line.length, start + MAX_BARE_FIELDS_LENGTH)));
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

function hasTab(line: Uint8Array, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset++) if (line[offset] === TAB) return true;
  return false;
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
  // A device's own time.
  if (first === OPEN_PARENTHESIS && isDigit(line[start + 1] ?? 0)) return true;
  if (first === COLON) return !isColonMessage(line, start);
  if (first === STAR || first === DOT || first === BLANK || first === LESS_THAN) return true;
  if (!isDigit(first)) return false;
  let end = start + 1;
  while (isDigit(line[end] ?? 0)) end++;
  if (line[end] === COLON) return !isColonMessage(line, end);
  const behindYear = line[start + 4];
  return behindYear === BLANK || behindYear === DASH || behindYear === SLASH;
}

/** ASA's `: %ASA-6-302013: Built …`, which is the message; a count may stand before it. */
function isColonMessage(line: Uint8Array, start: number): boolean {
  const message = start + 2;
  return line[start + 1] === BLANK && line[message] === PERCENT && !mayHaveOrigin(line, message);
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
        // A process may stand there, or a place in a source.
        if (line[end - 1] === CLOSE_PARENTHESIS) return -1;
        if (isLevelAt(line, start, end)) return start;
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
    case COMMA:
      return mayBeDevice(line, start, end) ? -1 : start;
    case QUOTE:
      return line[start] === OPEN_PARENTHESIS ? -1 : start;
    // One of several of a service.
    case AT:
      return -1;
    default:
      return start;
  }
}

/** Whether a card's address stands before or behind a comma, as access points have it before the program. */
function mayBeDevice(line: Uint8Array, start: number, comma: number): boolean {
  return (
    comma - start === CARD_DIGITS ||
    line[comma + CARD_DIGITS + 1] === COMMA ||
    line[comma + CARD_LENGTH + 1] === COMMA
  );
}

/** Whether a word is how bad it is, and so no program. */
export function isLevelAt(line: Uint8Array, start: number, end: number): boolean {
  return end - start <= MAX_LEVEL_LENGTH && isNoTag(textOf(line, start, end));
}

/** As `readTagWithProcid`; a tag that no time led to must have its colon (`readBareTag`). */
export function readNumberedTag(
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
  // A level.
  if (behind === OPEN_PARENTHESIS) return -1;
  if (isLetter(behind ?? 0) && !mustHaveColon) return -1;
  if (behind !== COLON && (mustHaveColon || behind !== BLANK)) return start;
  if (behind === BLANK && line[close + 2] === OPEN_PARENTHESIS) {
    // launchd's `app[1] (name[2]): ` is one tag.
    const stop = indexIn(line, "): ", close);
    if (stop !== -1 && stop - start <= MAX_FIELD_LENGTH)
      return takeTag(line, { start, end: stop + 1, next: stop + 2 }, header);
  }
  header.procid = procidAt(line, bracket + 1, close);
  if (behind === COLON) tag.stop = bracket;
  return takeTag(line, { start, end: bracket, next: behind === COLON ? close + 2 : close + 1 }, header);
}

/** As `readUnmarkedTag`: `apache_error [Tue`, or `Google Chrome[85294]:`. */
function readUnmarkedTag(line: Uint8Array, start: number, header: OctetHeader): number {
  const end = tagEnd(line, start);
  if (!startsLikeTag(line[start] ?? 0)) return start;
  if (line[end + 1] === OPEN_BRACKET)
    return isDigit(line[end + 2] ?? 0) || line[end - 1] === CLOSE_PARENTHESIS || isLevelAt(line, start, end)
      ? -1
      : takeTag(line, { start, end, next: end }, header);
  // ` -: `, a process that there is none of.
  if (line[end + 1] === DASH && line[end + 2] === COLON) return -1;
  // A catalogue's number.
  if (isDigit(line[end + 1] ?? 0) && isDigit(line[end + NUMBER_LENGTH] ?? 0)) return -1;
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
  const isLevel =
    end - start <= MAX_LEVEL_LENGTH && isLevelBefore(textOf(line, start, end), textOf(line, end, offset));
  // How bad it is counts where no priority says it.
  if (isLevel && header.severity === null) return -1;
  const content = readNumberedTag(
    line,
    { start: isLevel ? end + 1 : start, bracket: offset, mustHaveColon: false },
    header,
  );
  // Behind the same names another line may have no priority.
  if (isLevel) tag.stop = -1;
  return content;
}

/** Takes the program, and gives the offset of what stands behind `next` and its blanks. */
export function takeTag(
  line: Uint8Array,
  { start, end, next }: { start: number; end: number; next: number },
  header: OctetHeader,
): number {
  takeProgram(line, start, end, header);
  let content = next;
  while (line[content] === BLANK) content++;
  return content;
}

/** Takes the program that stands there. */
// oxlint-disable-next-line max-params -- it runs once per line
export function takeProgram(line: Uint8Array, start: number, end: number, header: OctetHeader): void {
  const { app, programs } = programAt(line, start, end);
  header.app = app;
  header.programs = programs;
}

/** Mostly a number, which is another for each line: it is not remembered. */
export function procidAt(line: Uint8Array, start: number, end: number): string | null {
  const isNumber = end - start <= MAX_NUMBER_DIGITS && line[start] !== ZERO;
  const value = isNumber ? decimalIn(line, start, end) : -1;
  if (value >= 0) return String(value);
  return fieldText(textOf(line, start, end));
}

/** Takes what known names say. */
export function takeNames(header: OctetHeader, { sourceHost, app, programs }: Names): void {
  header.sourceHost = sourceHost;
  header.app = app;
  header.programs = programs;
  header.isKnown = true;
}

/** The end of a program's name, which is no longer than what is stored. */
export function tagEnd(line: Uint8Array, start: number): number {
  const limit = Math.min(line.length, start + MAX_FIELD_LENGTH);
  let end = start;
  while (end < limit && isTagCharacter(line[end] ?? 0)) end++;
  return end;
}
