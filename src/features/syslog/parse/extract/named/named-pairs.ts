import {
  APOSTROPHE,
  BACKSLASH,
  BAR,
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  isDigit,
  isKeyCharacter,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  QUOTE,
  SEMICOLON,
  skipDigits,
  SLASH,
  TAB,
} from "../../values/characters";
import { COUNT_FIELDS, groupedCountAt, MAX_PORT_DIGITS } from "../../values/field-text";
import { type FoundName, isLooseReason, type nameBefore, type NameTarget } from "../names/field-names";
import { addressTarget, portTarget } from "../names/key-roles";
import type { NamedField } from "../names/known-names";
import { SIDES } from "../names/leaf-targets";
import { timeRank } from "../names/time-names";
import { toldAt, type ToldValue } from "../names/value-words";

/** Behind a tab, bar, semicolon or comma that parts pairs stands the next key. */
const DELIMITERS: readonly [code: number, mark: RegExp][] = [
  [TAB, /\t\s?[\w .@-]{1,34}[=:](?!\d\d[:.])/g],
  [BAR, /\|\s?[\w .@-]{1,34}[=:](?!\d\d[:.])/g],
  [SEMICOLON, /;\s?[\w .@-]{1,34}[=:](?!\d\d[:.])/g],
  [COMMA, /,(?!\d{1,5} )\s?[\w .@-]{1,34}[=:](?!\d\d[:.])/g],
];
/** A value that may hold blanks ends where the next key begins all the same. */
const NEXT_KEY = /\s[\w.@-]{1,34}\s?=/;
const VALUE_OPENINGS = " \"'[/";
const MAX_OCTET_DIGITS = 3;
const MAX_GROUP_DIGITS = 4;
/** Behind these a number goes on, or behind a character of a word. */
const NO_PORT_ENDS = "_.:-";
/** `Protocol(1001)=`. */
const MAX_NUMBER_BEHIND = 8;
const MIN_KEY = 3;
const MAX_KEY = 34;
/** `[2001:db8::1]:443`. */
const BRACKETED_END = /\[[\da-f]{0,4}:[\da-f:.]{1,40}(?:%[\w.-]{1,16})?\](?::\d{1,5}(?!\d))?/iy;
const BRACKETED_PORT = /[\da-f]\(\d{1,5}$/i;
/** A word that is no key itself. */
const COLUMN_VALUE = /[ \t]{2,16}(?![A-Za-z]\w{0,32}(?: \w{1,32}){0,2}[:=])[\w[]/y;
const REASON_WORDS =
  /(?: (?:- )?[A-Za-z\u3040-\ud7a3][A-Za-z\u3040-\ud7a3'-]*(?![\w=:@-]|\.(?!\s*$| [[A-Z]))){1,8}(?=\.?\s*$|[,;|)\]]| [\w.@-]{1,34}[=:]|\.? \[|\. [A-Z])/y;
/** A bracket of its own behind a sentence: `. [CLIENT: 192.0.2.1]`. */
const BRACKET_BEHIND = /\.? \[[A-Za-z][\w .-]{0,32}[:=] ?[^[\]]{1,64}\]\s*$/;
/** What is said beyond it. */
const CLAUSE = /; [a-z].*$/;
/** `. Duration: 5 seconds`. */
const NEXT_SENTENCE = /(?<=[A-Za-z)])\. [A-Z][A-Za-z]{2,16}: .*$/;
/** Of a sentence, not of dots. */
const STOP = /(?<=[a-z)])\.$/i;
/** What has a number behind a blank. */
const PLACE_KIND =
  /^(?:ppp|eth|ethernet|fastethernet|gigabitethernet|tengigabitethernet|gigaethernet|vlan|vlanif|wan|lan|tun|tunnel|serial|dialer|cellular|loopback|port-channel|bundle-ether|bvi|adsl|dsl|atm|wlan)$/i;
const PLACE_NUMBER = / \d{1,4}(?:\/\d{1,4}){0,3}(?:\.\d{1,4})?(?=\s|[,;|)\]]|$)/y;
const ENTRY = /;\d{1,6}(?=\s|$)/y;
const WORDS_IN_BRACKETS = /(?: [\w.'&/-]{1,32}){1,8}(?=[)\]])/y;
const DEFAULT = /^(?:default|implicit)$/i;
const WORDS_AT_END = /(?: [A-Za-z][A-Za-z-]{1,15}){1,3}(?=\.?\s*$)/y;
const PLACE_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>(["interface", "interfaceOut"]);
const TRANSLATED_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>(["natSrcIp", "natDstIp"]);
const ADDRESS_BEFORE =
  /^(\/?(?:\[[\da-f:.]{3,45}\]|[\da-f.:]{7,45}?)(?::\d{1,5})?)[\])}>]?[;,]?(?: (?!port|\d|\()|[\])}>]$)/i;
const CLOSING = /[\]}][\]}\s]{0,8}$/;
const SPOKEN_KEY = / [\w-]{2,34}: /;
/** A whole date and time. */
const TIME_VALUE =
  /20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?(?![\w:])/y;
/** Seconds and smaller units since 1970. */
const EPOCH_VALUE = /1\d{9}(?:\.\d{1,9}|\d{3}|\d{6}|\d{9})?(?=[\s,;|"')\]}]|$)/y;
const EPOCH_DIGITS = 9;
const DIGIT_ONE = 0x31;
const DIGIT_TWO = 0x32;
const TRAILING_QUOTES = /["']{1,4}\s?$/;
/** Behind these an open value ends where pairs are parted by blanks. */
const ENDS = ",;|)]}>\"'";

const ESCAPED_QUOTE = '\\"';
const PAIR_BEHIND = /[,;]?\s{1,4}[\w.-]{1,34}=/y;

/** Before a key of a URL's query, which whoever asks for the URL has written. */
const URL_MARKS = "?&/%#+";

/**
 * Takes one value of a known name, and says whether more are wanted. `isSpoken`: behind a colon, as people write it;
 * `isBracketed`: its key stands directly behind a square bracket; `isColumn`: it and its key are all that stands
 * between
 * brackets, or behind a mark that parts them from others.
 */
type Take = (target: NameTarget, value: string, at: PairPlace) => boolean;
type PairPlace = { isSpoken: boolean; isBracketed: boolean; isColumn: boolean };

const UNPLACED: PairPlace = { isSpoken: false, isBracketed: false, isColumn: false };

/**
 * Reads `key=value`, `key = value`, `key: value`, `"key":"value"` from a text whose names `find` knows; keys of up to
 * three
 * words. Values in quotes are passed over whole, so that nothing is read from within them. One pass.
 */
export function readNamedPairs(text: string, find: typeof nameBefore, take: Take): void {
  let delimiter = -1;
  let limit = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code !== EQUALS && code !== COLON) continue;
    if (code === COLON && !mayPart(text, offset)) continue;
    const end = keyEnd(text, offset);
    const longest = find(text, end, limit);
    const name =
      (isOfWords(text, longest, end) ? find(text, end, text.lastIndexOf(" ", end - 1) + 1) : longest) ??
      roleBefore(text, offset, limit);
    const told = name === null ? unknownAt(text, valueStart(text, offset + 1), end) : null;
    if (told !== null) take(told.target, told.text, UNPLACED);
    if (name === null || URL_MARKS.includes(text.charAt(name.start - 1) || " ")) {
      // Linux' audit has pairs within a value in apostrophes.
      const isOpen = text.charCodeAt(offset + 1) === APOSTROPHE && text.indexOf("=", offset + 1) !== -1;
      const quoted = code === EQUALS && !isOpen ? quotedEnd(text, offset + 1) : -1;
      if (quoted !== -1) offset = quoted;
      limit = offset + 1;
      continue;
    }
    if (delimiter === -1) delimiter = delimiterOf(text);
    const start = valueStart(text, offset + 1);
    if (code === EQUALS && delimiter === BLANK && isEmptyAt(text, offset)) {
      limit = offset + 1;
      continue;
    }
    const count = COUNT_FIELDS.has(name.target.field) ? groupedCountAt(text, start) : null;
    const value = count ?? valueAt(text, start, delimiter);
    if (SIDES.has(name.target.field)) endBehindAddress(start, value);
    if (name.target.field === "reason") {
      if (delimiter === BLANK) extendReason(text, start, value);
      if (!isQuote(text.charCodeAt(start)))
        value.text = value.text
          .replace(BRACKET_BEHIND, "")
          .replace(CLAUSE, "")
          .replace(NEXT_SENTENCE, "")
          .replace(STOP, "");
    }
    if (PLACE_FIELDS.has(name.target.field)) {
      endBeforeKey(start, value);
      extendByNumber(text, value);
    }
    if (name.target.field === "ruleId") {
      extendInBrackets(text, name.start, value);
      if (delimiter === BLANK && code === COLON) extendByDefault(text, value);
      if (value.end === text.length) value.text = value.text.replace(STOP, "");
      if (delimiter === BLANK && code === EQUALS) extendByEntry(text, value);
    }
    const isSpoken = code === COLON && !isQuote(text.charCodeAt(offset - 1));
    const isBracketed = text.charCodeAt(name.start - 1) === OPEN_BRACKET;
    const isColumn =
      (isBracketed && text.charCodeAt(value.end) === CLOSE_BRACKET) || isMarked(text, name.start, delimiter);
    const at = { isSpoken, isBracketed, isColumn };
    // `DNAT: 192.0.2.1:1234 to …` is what the line is about.
    const isTitle = isSpoken && name.start === 0 && TRANSLATED_FIELDS.has(name.target.field);
    if (value.text !== "" && !isTitle && !take(name.target, value.text, at)) return;
    limit = Math.max(offset + 1, value.end);
    offset = limit - 1;
  }
}

/** Whether a key stands directly behind a bar or a tab, which part the pairs. */
function isMarked(text: string, start: number, delimiter: number): boolean {
  if (delimiter !== BAR && delimiter !== TAB) return false;
  const before = text.charCodeAt(start - 1) === BLANK ? start - 2 : start - 1;
  return text.charCodeAt(before) === delimiter;
}

/** Whether the word before a key was taken for a part of it: `level=error msg="…"`, `login failure. Reason: …`. */
function isOfWords(text: string, name: FoundName | null, end: number): boolean {
  if (name === null || !isLooseReason(name.target)) return false;
  const blank = text.indexOf(" ", name.start);
  return blank !== -1 && blank < end;
}

/** What is told by a value whose key is none that is known. */
function unknownAt(text: string, start: number, end: number): ToldValue | null {
  const at = isQuote(text.charCodeAt(start)) ? start + 1 : start;
  if (text.charCodeAt(at) === DIGIT_ONE && isDigit(text.charCodeAt(at + EPOCH_DIGITS)))
    return timeAt(text, { start: at, end }, EPOCH_VALUE);
  if (text.charCodeAt(at) !== DIGIT_TWO || isDigit(text.charCodeAt(at + 4))) return toldAt(text, start, end);
  return timeAt(text, { start: at, end }, TIME_VALUE);
}

/** A time of that form at `start`, where the key that ends at `end` tells that it is the event's. */
function timeAt(
  text: string,
  { start, end }: { start: number; end: number },
  form: RegExp,
): ToldValue | null {
  form.lastIndex = start;
  const time = form.exec(text)?.[0];
  if (time === undefined) return null;
  let first = end;
  while (first > 0 && end - first <= MAX_KEY && isKeyCharacter(text.charCodeAt(first - 1))) first--;
  const rank = timeRank(text.slice(first, end));
  return rank === null ? null : { target: { field: "time", rank, isWeak: false }, text: time };
}

/** What the words of a key say of an address behind it. */
function roleBefore(text: string, offset: number, limit: number): FoundName | null {
  let value = offset + 1;
  while (VALUE_OPENINGS.includes(text.charAt(value)) && value < offset + 4) value++;
  if (!mayBeginAddress(text.charCodeAt(value))) return null;
  const isAddress = isAddressStart(text, value);
  if (!isAddress && !isPort(text, value)) return null;
  const end = keyEnd(text, offset);
  let start = end;
  while (start > limit && end - start <= MAX_KEY && isKeyCharacter(text.charCodeAt(start - 1))) start--;
  // Behind a colon stands a part of a program: `api::server: A`.
  if (end - start < MIN_KEY || text.charCodeAt(start - 1) === COLON) return null;
  const key = text.slice(start, end);
  const target = isAddress ? addressTarget(key) : portTarget(key);
  return target === null ? null : { target, start };
}

/** `192.0.`, `2001:d`, `fe80::`, `::`. */
function isAddressStart(text: string, start: number): boolean {
  let end = start;
  while (isHexadecimal(text.charCodeAt(end)) && end - start < MAX_GROUP_DIGITS) end++;
  if (text.charCodeAt(end) === COLON) {
    const next = text.charCodeAt(end + 1);
    return next === COLON || (end > start && isHexadecimal(next));
  }
  const first = skipDigits(text, start);
  if (first === start || first - start > MAX_OCTET_DIGITS || text.charCodeAt(first) !== DOT) return false;
  const second = skipDigits(text, first + 1);
  const length = second - first - 1;
  return length > 0 && length <= MAX_OCTET_DIGITS && text.charCodeAt(second) === DOT;
}

/** One to five digits, and no more of their word. */
function isPort(text: string, start: number): boolean {
  const end = skipDigits(text, start);
  const next = text.charCodeAt(end);
  if (end === start || end - start > MAX_PORT_DIGITS) return false;
  return !isLetter(next) && !(end < text.length && NO_PORT_ENDS.includes(text.charAt(end)));
}

/** A digit, a colon, or a to f. */
function mayBeginAddress(code: number): boolean {
  return code === COLON || isHexadecimal(code);
}

function isHexadecimal(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** A colon between a key and a value is no part of a time, an address or a URL. */
function mayPart(text: string, offset: number): boolean {
  const next = text.charCodeAt(offset + 1);
  if (next === SLASH || next === COLON || text.charCodeAt(offset - 1) === COLON) return false;
  const before = text.charCodeAt(offset - 1);
  // `[MSIP(CSTR):"192.0.2.1"]`
  if (before === CLOSE_PARENTHESIS) return isQuote(next);
  return isLetter(before) || isDigit(before) || isQuote(before) || before === BLANK;
}

/** The key ends before the blank or quote in front of the sign. */
function keyEnd(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  if (before === CLOSE_PARENTHESIS) {
    const open = text.slice(Math.max(0, offset - MAX_NUMBER_BEHIND), offset).lastIndexOf("(");
    return open === -1 ? offset : Math.max(0, offset - MAX_NUMBER_BEHIND) + open;
  }
  return before === BLANK || isQuote(before) ? offset - 1 : offset;
}

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE;
}

/** `user= rule=accept`: nothing is said of the user. */
function isEmptyAt(text: string, equals: number): boolean {
  if (text.charCodeAt(equals + 1) !== BLANK || text.charCodeAt(equals - 1) === BLANK) return false;
  let end = equals + 2;
  while (isKeyCharacter(text.charCodeAt(end)) && end - equals <= MAX_KEY) end++;
  return end > equals + 2 && text.charCodeAt(end) === EQUALS;
}

/** Behind a blank; behind several, or tabs, where people have set values in columns and a value stands there. */
function valueStart(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first !== BLANK && (first !== TAB || text.charCodeAt(start - 1) !== COLON)) return start;
  const second = text.charCodeAt(start + 1);
  if (second !== BLANK && second !== TAB) return start + 1;
  COLUMN_VALUE.lastIndex = start;
  return COLUMN_VALUE.test(text) ? COLUMN_VALUE.lastIndex - 1 : start + 1;
}

function quotedEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  if (!isQuote(quote)) return -1;
  const end = text.indexOf(quote === QUOTE ? '"' : "'", start + 1);
  return quote === QUOTE && text.charCodeAt(end - 1) === BACKSLASH ? behindEscaped(text, end) : end;
}

/**
 * The quote that closes a text whose own are escaped, `err="Get \\"https://…\\": refused"`; the first where none is.
 */
function behindEscaped(text: string, first: number): number {
  for (let end = first; end !== -1; end = text.indexOf('"', end + 1)) {
    if (text.charCodeAt(end - 1) !== BACKSLASH) return end;
    // A path of Windows ends so, and the next pair follows.
    PAIR_BEHIND.lastIndex = end + 1;
    if (PAIR_BEHIND.test(text)) return end;
  }
  return first;
}

function valueAt(text: string, start: number, delimiter: number): { text: string; end: number } {
  const quoted = quotedEnd(text, start);
  if (quoted !== -1)
    return {
      text: text
        .slice(start + 1, quoted)
        .replaceAll(ESCAPED_QUOTE, '"')
        .trim(),
      end: quoted + 1,
    };
  if (delimiter === BLANK) {
    const end = bareEnd(text, start);
    return { text: text.slice(start, end), end };
  }
  const mark = text.indexOf(String.fromCharCode(delimiter), start);
  const end = mark === -1 ? text.length : mark;
  const segment = text.slice(start, end);
  const next = delimiter === TAB ? -1 : segment.search(NEXT_KEY);
  const value = withoutClosing(next === -1 ? segment : segment.slice(0, next));
  return { text: value.replace(TRAILING_QUOTES, "").trim(), end: start + value.length };
}

/** Where pairs stand in brackets, the last of them ends with these. */
function withoutClosing(value: string): string {
  const end = value.includes("[") || value.includes("{") ? -1 : value.search(CLOSING);
  const close = end === -1 ? value.indexOf(")") : end;
  return close === -1 || value.lastIndexOf("(", close) !== -1 ? value : value.slice(0, close);
}

/** A reason of several words ends before the next key, or with the text. */
function extendReason(text: string, start: number, value: { text: string; end: number }): void {
  if (isQuote(text.charCodeAt(start)) || STOP.test(value.text)) return;
  REASON_WORDS.lastIndex = value.end;
  const more = REASON_WORDS.exec(text)?.[0] ?? "";
  value.text += more;
  value.end += more.length;
}

/** `(rule: Guests at home)`: a name of several words that stands alone in its brackets. */
function extendInBrackets(text: string, start: number, value: { text: string; end: number }): void {
  const open = text.charCodeAt(start - 1);
  if (text.charCodeAt(value.end) !== BLANK || (open !== OPEN_BRACKET && open !== OPEN_PARENTHESIS)) return;
  extendBy(WORDS_IN_BRACKETS, text, value);
}

/** `Rule: Default deny` at the end of all: a name of several words, of which the first tells that it is one. */
function extendByDefault(text: string, value: { text: string; end: number }): void {
  if (DEFAULT.test(value.text)) extendBy(WORDS_AT_END, text, value);
}

/** `rule=*.example.com;1`, where blanks part the pairs: the entry of a list. */
function extendByEntry(text: string, value: { text: string; end: number }): void {
  if (text.charCodeAt(value.end) === SEMICOLON) extendBy(ENTRY, text, value);
}

/** By what a sticky form finds directly behind it. */
function extendBy(form: RegExp, text: string, value: { text: string; end: number }): void {
  form.lastIndex = value.end;
  const more = form.exec(text)?.[0] ?? "";
  value.text += more;
  value.end += more.length;
}

/** `in-interface: port3 out-interface: port4`: the next key is no part of a name. */
function endBeforeKey(start: number, value: { text: string; end: number }): void {
  const next = value.text.includes(": ") ? value.text.search(SPOKEN_KEY) : -1;
  if (next === -1) return;
  value.text = value.text.slice(0, next);
  value.end = start + next;
}

/** `[local: A:p, remote: B:q] Handling …`, `remote: B:q closed`: what is said behind it is no part of an end. */
function endBehindAddress(start: number, value: { text: string; end: number }): void {
  const [whole, address = ""] = ADDRESS_BEFORE.exec(value.text) ?? [];
  if (whole === undefined) return;
  const isQuoted = value.end - start !== value.text.length;
  value.text = address;
  if (!isQuoted) value.end = start + address.length;
}

/** `iface: PPP 1`, `interface=GigabitEthernet 0/1`: the number of a kind of interfaces. */
function extendByNumber(text: string, value: { text: string; end: number }): void {
  if (text.charCodeAt(value.end) !== BLANK || !PLACE_KIND.test(value.text)) return;
  PLACE_NUMBER.lastIndex = value.end;
  const more = PLACE_NUMBER.exec(text)?.[0] ?? "";
  value.text += more;
  value.end += more.length;
}

function bareEnd(text: string, start: number): number {
  let end = start;
  if (text.charCodeAt(start) === OPEN_BRACKET) {
    BRACKETED_END.lastIndex = start;
    if (BRACKETED_END.test(text)) return BRACKETED_END.lastIndex;
  }
  while (end < text.length && text.charCodeAt(end) > BLANK && !ENDS.includes(text.charAt(end))) end++;
  // A number at the end of a sentence: `Source Port: 40022. Destination IP: …`.
  const isStop = text.charCodeAt(end - 1) === DOT && isDigit(text.charCodeAt(end - 2));
  if (isStop && !(text.charCodeAt(end) > BLANK)) return end - 1;
  // A port in brackets is of the value.
  const isPort = text.charCodeAt(end) === CLOSE_PARENTHESIS && BRACKETED_PORT.test(text.slice(start, end));
  return isPort ? end + 1 : end;
}

/** What parts the pairs: of several marks the one that most of the keys stand behind. */
function delimiterOf(text: string): number {
  let [delimiter, most] = [BLANK, 0];
  for (const [code, mark] of DELIMITERS) {
    if (!text.includes(String.fromCharCode(code))) continue;
    const count = text.match(mark)?.length ?? 0;
    if (count > most) [delimiter, most] = [code, count];
  }
  return delimiter;
}
