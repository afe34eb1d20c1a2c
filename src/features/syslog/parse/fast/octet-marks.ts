import {
  BLANK,
  CLOSE_PARENTHESIS,
  COLON,
  DOT,
  EQUALS,
  isDigit,
  isKeyCharacter,
  isLetter,
  OPEN_PARENTHESIS,
  QUOTE,
  SLASH,
  TAB,
  TILDE,
} from "../values/characters";
import { keyMarks } from "./key-marks";
import { MARKS } from "./marks";
import { isAt } from "../octets/octet-search";

const LETTER_I = 0x69;
const MAX_KEY_LENGTH = 32;
const MAX_NUMBER_LENGTH = 8;
/** Dots of an address of version 4, colons of one of version 6 without a gap, and how far apart they are at most. */
const IPV4_DOTS = 3;
const IPV4_STEP = 4;
const IPV6_COLONS = 7;
const IPV6_STEP = 5;
const MAX_GROUP_DIGITS = 4;

/** Of octets that must be looked at more closely, and of those that are not read here. */
const CLOSER = 2 ** 29;
const REFUSED = 2 ** 30;
/** By octet: its mark. */
const KINDS = Int32Array.from({ length: 256 }, (_, code) => kindOf(code));

function kindOf(code: number): number {
  const { comma, bar, percent, brace, semicolon, hash, tab } = MARKS;
  if (code === TAB) return tab;
  if (code < BLANK || code > TILDE) return REFUSED;
  const character = String.fromCharCode(code);
  if ("=:.[".includes(character)) return CLOSER;
  return [0, comma, bar, percent, brace, semicolon, hash][" ,|%{;#".indexOf(character)] ?? 0;
}

/**
 * The marks that stand in a line from `start` on, found in one pass; -1 where it has octets that are neither printable
 * ASCII nor tabs.
 */
export function marksIn(line: Uint8Array, start: number): number {
  let marks = 0;
  let dots = 0;
  let lastDot = 0;
  let colons = 0;
  let lastColon = 0;
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    const kind = KINDS[code] ?? 0;
    marks |= kind;
    if (kind < CLOSER) continue;
    if (kind === REFUSED) return -1;
    const next = line[offset + 1] ?? 0;
    if (code === DOT) {
      if (!isDigit(next)) continue;
      dots = offset - lastDot <= IPV4_STEP ? dots + 1 : 1;
      lastDot = offset;
      if (dots === IPV4_DOTS) marks |= MARKS.address;
    } else if (code === COLON) {
      marks |= colonMark(line, offset, start);
      if (!isHexadecimal(next)) continue;
      colons = offset - lastColon <= IPV6_STEP ? colons + 1 : 1;
      lastColon = offset;
      if (colons === IPV6_COLONS) marks |= MARKS.address;
    } else {
      marks |= code === EQUALS ? MARKS.equals | keyMark(line, offset, start) : bracketMark(line, offset + 1);
    }
  }
  return marks & ~CLOSER;
}

/** Behind a colon: the rest of `: in:`, a text in quotes, or the gap of an address of version 6. */
function colonMark(line: Uint8Array, colon: number, start: number): number {
  const next = colon + 1;
  const code = line[next];
  if (code === BLANK) return line[next + 1] === LETTER_I && isAt(line, next, " in:") ? MARKS.chain : 0;
  if (code === COLON) return isBehindGroup(line, colon, start) ? MARKS.address : 0;
  return code === QUOTE ? MARKS.colonQuote : 0;
}

/** Whether four hexadecimal digits at most end there, not the name of a class as in `Pool::find`. */
function isBehindGroup(line: Uint8Array, end: number, limit: number): boolean {
  let start = end;
  while (start > limit && end - start <= MAX_GROUP_DIGITS && isHexadecimal(line[start - 1] ?? 0)) start--;
  const before = start === limit ? 0 : (line[start - 1] ?? 0);
  return end - start <= MAX_GROUP_DIGITS && !isLetter(before) && !isDigit(before);
}

function bracketMark(line: Uint8Array, next: number): number {
  if (line[next + 2] === SLASH && isDigit(line[next] ?? 0)) return MARKS.timeBracket;
  return isAt(line, next, "client ") ? MARKS.peer : 0;
}

/** Of the key in front of an equals sign. */
function keyMark(line: Uint8Array, equals: number, start: number): number {
  const end = line[equals - 1] === CLOSE_PARENTHESIS ? parenthesisBefore(line, equals, start) : equals;
  let keyStart = end;
  const limit = Math.max(start, end - MAX_KEY_LENGTH);
  while (keyStart > limit && isKeyCharacter(line[keyStart - 1] ?? 0)) keyStart--;
  return keyStart === end ? 0 : keyMarks(line, keyStart, end);
}

/** Of a key with a number in brackets behind it, `SrcIP(1003)=`. */
function parenthesisBefore(line: Uint8Array, equals: number, start: number): number {
  const limit = Math.max(start, equals - 1 - MAX_NUMBER_LENGTH);
  let open = equals - 1;
  while (open > limit && line[open] !== OPEN_PARENTHESIS) open--;
  return open;
}

/** ASCII digits and letters from A to F. */
export function isHexadecimal(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}
