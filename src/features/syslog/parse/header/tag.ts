import {
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DASH,
  DOT,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERCENT,
  QUOTE,
  skipBlanks,
  skipDigits,
  SLASH,
  UNDERSCORE,
  wordEnd,
} from "../values/characters";
import { MAX_FIELD_LENGTH, fieldText } from "../values/field-text";
import type { Line } from "../line";
import { namedSeverity } from "./priority";

/** What logs of programs have in this place. */
const LEVEL =
  /^(?:trace|debug|verbose|info|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|severe|alert|emerg|panic|fatal|log\d|thread-?\d{1,6})$/i;
/** ISE's and ACS's `CISE_Failed_Attempts 0000418842 1 0 `: the message's number, of how many parts, and which of them. */
const COUNTED_CATALOGUE = /^[A-Za-z]{2,16}_[\w-]{2,48} \d{10} \d{1,3} \d{1,3} /;
/** Kerberos' `krb5kdc[7](info): `. */
const LEVEL_BEHIND = /^\([A-Za-z]{3,8}\):(?= )/;
const MAX_LEVEL = 16;
const AT = 0x40;
/** One of several of a service, with its process. */
const INSTANCE = /^([A-Za-z_][\w.-]{0,31}@[\w.:-]{1,24})\[\d{1,10}\]: /;
/** A process in brackets that a blank parts from its program: `app [7]: `. */
const PROCESS = /^\[\d{1,10}\]: /;
const MAX_PROCESS = 16;
/** A process in parentheses; `ls(1)` is a page of a manual. */
const NUMBERED = /^([A-Za-z_][\w./-]{1,47})\((\d{3,10})\)$/;
/** `INFO (6): `, `INFO(6): `, and a place in a source: `net.c(12): `. */
const NUMBER =
  /^(?:(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)?\(\d{1,5}\)|[\w./-]{1,48}\.(?:cc?|cpp|cs|cxx|go|hh?|hpp|java|js|kt|py|rs|swift|ts)\(\d{1,6}\))$/;
/** Of the longest of these. */
export const MAX_NO_TAG_LENGTH = 64;
const CARD = String.raw`(?:[\da-f]{12}|(?:[\da-f]{2}[:-]){5}[\da-f]{2})`;
const DEVICE_NAME = String.raw`(?:[A-Za-z][\w.-]{0,31},)?${CARD},(?:[A-Za-z][\w-]{0,31}-)?v?\d{1,3}(?:\.\d{1,6}){1,4}(?:\+\d{1,8})?`;
/** What an access point is, its card's address and its version, before the program: `U7PG2,788a2056b182,v4.0.66.10832: `. */
const DEVICE = new RegExp(
  String.raw`^(?:${DEVICE_NAME}:|\("${DEVICE_NAME}"\)) (?=[A-Za-z_/][\w./-]{0,47}(?:\[\d{1,10}\])?: )`,
);
const MAX_DEVICE = 160;
/** Programs with blanks in their name (macOS) are looked for this far. */
const MAX_SPACED_TAG_LENGTH = 64;

/** True for a letter, `%`, `/` or `_`: what program names and Cisco message names begin with. */
export function startsLikeTag(code: number): boolean {
  return isLetter(code) || code === PERCENT || code === SLASH || code === UNDERSCORE;
}

/**
 * Reads the TAG at `start`, `app[procid]: ` in its variants (RFC 3164 5.3), into app and procid, and gives the offset
 * of the content behind it and its blanks. Where no tag stands there, that is `start`.
 */
export function readTag(line: Line, start: number): number {
  const { text } = line;
  const tagStart = skipBlanks(text, start);
  const end = tagWordEnd(text, tagStart);
  if (end === tagStart) return start;
  switch (text.charCodeAt(end)) {
    case COLON:
      return readColonTag(line, { start, tagStart, end });
    case OPEN_BRACKET:
      return readTagWithProcid(line, { start, tagStart, bracket: end });
    case BLANK:
      return readUnmarkedTag(line, { start, tagStart, end });
    case AT:
      return readInstance(line, start, tagStart);
    case COMMA:
    case QUOTE: {
      const device = DEVICE.exec(text.slice(tagStart, tagStart + MAX_DEVICE));
      return device === null ? start : readTag(line, tagStart + device[0].length);
    }
    default:
      return end === text.length && startsLikeTag(text.charCodeAt(tagStart))
        ? takeTag(line, { tagStart, tagEnd: end, end })
        : start;
  }
}

/**
 * Reads a TAG where no timestamp led to it, so only one that its colon proves: `app: ` or `app[procid]: `. Gives the
 * offset of the content, or `start`.
 */
export function readBareTag(line: Line, start: number): number {
  const { text } = line;
  const end = tagWordEnd(text, start);
  if (end === start || !startsLikeTag(text.charCodeAt(start))) return start;
  const code = text.charCodeAt(end);
  if (code === COLON) {
    if (isNoTag(text.slice(start, end))) return start;
    const next = text.charCodeAt(end + 1);
    const isEnd = next === BLANK || end + 1 === text.length;
    return isEnd ? takeTag(line, { tagStart: start, tagEnd: end, end: end + 1 }) : start;
  }
  if (code !== OPEN_BRACKET) return start;
  const close = text.indexOf("]", end);
  if (close === -1 || close - end > MAX_FIELD_LENGTH || text.charCodeAt(close + 1) !== COLON) return start;
  return readTagWithProcid(line, { start, tagStart: start, bracket: end });
}

type Tag = { tagStart: number; tagEnd: number; end: number };

/** Stores the tag and skips the blanks behind it. */
function takeTag({ text, message }: Line, { tagStart, tagEnd, end }: Tag): number {
  message.app = fieldText(text.slice(tagStart, tagEnd));
  return skipBlanks(text, end);
}

/** `app[procid]:`, also without the colon; launchd's `app[1] (name[2]):` is one tag. */
function readTagWithProcid(line: Line, at: { start: number; tagStart: number; bracket: number }): number {
  const { text, message } = line;
  const close = text.indexOf("]", at.bracket);
  if (close === -1 || close - at.bracket > MAX_FIELD_LENGTH || close > wordEnd(text, at.bracket))
    return at.start;
  const behind = text.charCodeAt(close + 1);
  if (behind === BLANK && text.charCodeAt(close + 2) === OPEN_PARENTHESIS) {
    const end = text.indexOf("): ", close);
    if (end !== -1 && end - at.tagStart <= MAX_FIELD_LENGTH) {
      return takeTag(line, { tagStart: at.tagStart, tagEnd: end + 1, end: end + 2 });
    }
  }
  // Behind a number the sentence may begin at once: `CLI[5]User alice logged in`.
  if (isLetter(behind) && skipDigits(text, at.bracket + 1) === close && close > at.bracket + 1)
    return takeTag(line, { tagStart: at.tagStart, tagEnd: at.bracket, end: close + 1 });
  const level =
    behind === OPEN_PARENTHESIS ? LEVEL_BEHIND.exec(text.slice(close + 1, close + MAX_LEVEL)) : null;
  if (behind !== COLON && behind !== BLANK && close + 1 !== text.length && level === null) return at.start;
  message.procid = fieldText(text.slice(at.bracket + 1, close));
  return takeTag(line, {
    tagStart: at.tagStart,
    tagEnd: at.bracket,
    end: level === null ? (behind === COLON ? close + 2 : close + 1) : close + 1 + level[0].length,
  });
}

/** A word without colon is a tag before a bracket (`apache_error [Tue`), or as part of `Google Chrome[85294]:`. */
function readUnmarkedTag(line: Line, at: { start: number; tagStart: number; end: number }): number {
  const { text } = line;
  if (!startsLikeTag(text.charCodeAt(at.tagStart))) return at.start;
  if (text.charCodeAt(at.end + 1) === OPEN_BRACKET && isNoTag(text.slice(at.tagStart, at.end)))
    return at.start;
  if (text.charCodeAt(at.end + 1) === OPEN_BRACKET)
    return PROCESS.test(text.slice(at.end + 1, at.end + MAX_PROCESS))
      ? readTagWithProcid(line, { ...at, bracket: at.end + 1 })
      : takeTag(line, { ...at, tagEnd: at.end });
  if (isDigit(text.charCodeAt(at.end + 1)) && COUNTED_CATALOGUE.test(text.slice(at.tagStart, at.end + 24)))
    return takeTag(line, { ...at, tagEnd: at.end });
  // Without a process, as RFC 5424 writes it, or `app -: `.
  const isWithout = text.startsWith(" - {", at.end) || text.startsWith(" -: ", at.end);
  if (isWithout && !LEVEL.test(text.slice(at.tagStart, at.end)))
    return takeTag(line, { ...at, tagEnd: at.end, end: at.end + 3 });
  let offset = at.end;
  while (text.charCodeAt(offset) === BLANK && offset - at.tagStart < MAX_SPACED_TAG_LENGTH) {
    const wordStart = offset + 1;
    offset = tagWordEnd(text, wordStart);
    if (offset === wordStart) return at.start;
  }
  if (text.charCodeAt(offset) !== OPEN_BRACKET || offset - at.tagStart > MAX_SPACED_TAG_LENGTH)
    return at.start;
  const close = skipDigits(text, offset + 1);
  if (
    close === offset + 1 ||
    text.charCodeAt(close) !== CLOSE_BRACKET ||
    text.charCodeAt(close + 1) !== COLON
  ) {
    return at.start;
  }
  const first = text.slice(at.tagStart, at.end);
  const isLevel = isLevelBefore(first, text.slice(at.end, offset));
  if (isLevel) line.message.severity ??= namedSeverity(first);
  const tagStart = isLevel ? at.end + 1 : at.tagStart;
  return readTagWithProcid(line, { start: at.start, tagStart, bracket: offset });
}

/** `app: text`, or `app:text` where no address, time or URL stands there. */
function isTagColon(text: string, tagStart: number, colon: number): boolean {
  const next = text.charCodeAt(colon + 1);
  if (next === BLANK || colon + 1 === text.length) return true;
  if (!startsLikeTag(text.charCodeAt(tagStart)) || next === SLASH || next === COLON || isDigit(next))
    return false;
  // A carrier of pairs may stand directly behind it.
  if (text.startsWith("CEF:", colon + 1) || text.startsWith("LEEF:", colon + 1)) return true;
  const second = text.indexOf(":", colon + 1);
  return second === -1 || second > wordEnd(text, colon);
}

/** `app: `, or `app(712): ` with its process. */
function readColonTag(
  line: Line,
  { start, tagStart, end }: { start: number; tagStart: number; end: number },
): number {
  const { text } = line;
  const word = text.slice(tagStart, end);
  if (isNoTag(word) || !isTagColon(text, tagStart, end)) return start;
  const [, name = "", procid = ""] =
    text.charCodeAt(end - 1) === CLOSE_PARENTHESIS ? (NUMBERED.exec(word) ?? []) : [];
  if (name === "") return takeTag(line, { tagStart, tagEnd: end, end: end + 1 });
  line.message.procid = fieldText(procid);
  return takeTag(line, { tagStart, tagEnd: tagStart + name.length, end: end + 1 });
}

/** `app@3[7]: `; `bob@fw-1: ` is no program. */
function readInstance(line: Line, start: number, tagStart: number): number {
  const name = INSTANCE.exec(line.text.slice(tagStart, tagStart + MAX_SPACED_TAG_LENGTH))?.[1];
  return name === undefined
    ? start
    : readTagWithProcid(line, { start, tagStart, bracket: tagStart + name.length });
}

/** Whether what stands before a colon is how bad it is, as a word or a number in brackets, and no program. */
export function isNoTag(word: string): boolean {
  if (word.length > MAX_NO_TAG_LENGTH) return false;
  return word.charCodeAt(word.length - 1) === CLOSE_PARENTHESIS ? NUMBER.test(word) : LEVEL.test(word);
}

/** Whether a word is how bad it is, before a program of one word with its process: `warning tmm[23068]: `. */
export function isLevelBefore(word: string, behind: string): boolean {
  // `Error handler[21]` may be a name.
  const isWhole = word === word.toLowerCase() || word === word.toUpperCase();
  return isWhole && LEVEL.test(word) && behind.lastIndexOf(" ") === 0;
}

/** The end of a program name: letters, digits and `. _ - / % ( )`, at most 255 characters. */
function tagWordEnd(text: string, start: number): number {
  const limit = start + MAX_FIELD_LENGTH;
  let offset = start;
  while (offset < limit && isTagCharacter(text.charCodeAt(offset))) offset++;
  return offset;
}

/** What a program's name consists of. */
export function isTagCharacter(code: number): boolean {
  if (isLetter(code) || isDigit(code)) return true;
  switch (code) {
    case DOT:
    case UNDERSCORE:
    case DASH:
    case SLASH:
    case PERCENT:
    case OPEN_PARENTHESIS:
    case CLOSE_PARENTHESIS:
      return true;
    default:
      return code > 0x7f;
  }
}
