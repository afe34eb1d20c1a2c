import {
  APOSTROPHE,
  BACKSLASH,
  BLANK,
  COMMA,
  isDigit,
  isKeyCharacter,
  QUOTE,
  skipBlanks,
} from "./characters";
import type { KeyedValues } from "./keyed-values";

/**
 * Reads `key=value key="value with blanks" …` from `start` on. A bare value ends at a blank, or at `separator` too
 * where that is given; within double quotes a backslash keeps a quote. What stands between is passed over.
 */
export function readPairs<Name extends string>(
  text: string,
  values: KeyedValues<Name>,
  { start = 0, separator = BLANK }: { start?: number; separator?: number } = {},
): void {
  let offset = start;
  for (;;) {
    const equals = text.indexOf("=", offset);
    if (equals === -1) return;
    const keyStart = keyStartBefore(text, equals, offset);
    const valueStart = equals + 1;
    const slot = keyStart === equals ? -1 : values.slotOf(text, keyStart, equals);
    const quote = text.charCodeAt(valueStart);
    const close = quote === QUOTE || quote === APOSTROPHE ? quoteEnd(text, valueStart + 1, quote) : -1;
    if (close === -1) {
      offset = bareEnd(text, valueStart, separator);
      if (slot !== -1) values.put(slot, text.slice(valueStart, offset));
    } else {
      offset = close + 1;
      if (slot !== -1) values.put(slot, withoutEscapes(text.slice(valueStart + 1, close)));
    }
  }
}

/**
 * Reads the extension of CEF, or of LEEF by `delimiter`, from `start` on: bare values with blanks, each up to the next
 * `key=`; `\=`, `\|` and `\\` are escapes (ArcSight Common Event Format, section "Character Encoding").
 */
export function readExtension<Name extends string>(
  text: string,
  values: KeyedValues<Name>,
  { start, delimiter = BLANK }: { start: number; delimiter?: number },
): void {
  let slot = -1;
  let valueStart = start;
  for (let equals = text.indexOf("=", start); equals !== -1; equals = text.indexOf("=", equals + 1)) {
    if (text.charCodeAt(equals - 1) === BACKSLASH) continue;
    const keyStart = keyStartBefore(text, equals, valueStart);
    if (keyStart === equals || (keyStart > start && text.charCodeAt(keyStart - 1) !== delimiter)) continue;
    if (slot !== -1) values.put(slot, extensionValue(text, valueStart, Math.max(keyStart - 1, valueStart)));
    slot = values.slotOf(text, keyStart, equals);
    valueStart = equals + 1;
  }
  if (slot !== -1) values.put(slot, extensionValue(text, valueStart, text.length));
}

/** Reads `Key: value, Key: value, …`. A value ends at the `, ` before the next `Key: `, so a text may have commas. */
export function readColonPairs<Name extends string>(text: string, values: KeyedValues<Name>): void {
  let slot = -1;
  let valueStart = 0;
  let colon = -1;
  for (let start = 0; start < text.length;) {
    const comma = text.indexOf(", ", start);
    const end = comma === -1 ? text.length : comma;
    if (colon < start) colon = text.indexOf(": ", start);
    if (colon === -1) break;
    if (colon < end) {
      if (slot !== -1) values.put(slot, text.slice(valueStart, start - 2));
      slot = values.slotOf(text, start, colon);
      valueStart = colon + 2;
    }
    start = end + 2;
  }
  if (slot !== -1) values.put(slot, text.slice(valueStart));
}

function extensionValue(text: string, start: number, end: number): string {
  const value = text.slice(start, end).trim();
  const isQuoted = value.length > 1 && value.charCodeAt(0) === QUOTE && value.endsWith('"');
  return withoutEscapes(isQuoted ? value.slice(1, -1) : value);
}

/** The start of the key before an equals sign, `equals` where there is none; not before `limit`. */
function keyStartBefore(text: string, equals: number, limit: number): number {
  let start = equals;
  while (start > limit && isKeyCharacter(text.charCodeAt(start - 1))) start--;
  return start;
}

/** The offset of the quote that ends the value, or -1. */
function quoteEnd(text: string, start: number, quote: number): number {
  const mark = quote === QUOTE ? '"' : "'";
  for (let end = text.indexOf(mark, start); end !== -1; end = text.indexOf(mark, end + 1)) {
    if (quote === APOSTROPHE || text.charCodeAt(end - 1) !== BACKSLASH || isEscaped(text, end - 1))
      return end;
  }
  return -1;
}

/** True where the backslash at `offset` is itself escaped. */
function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (offset - start) % 2 === 1;
}

function bareEnd(text: string, start: number, separator: number): number {
  let offset = start;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code <= BLANK || code === separator) break;
  }
  return offset;
}

function withoutEscapes(value: string): string {
  return value.includes("\\") ? value.replaceAll(/\\([\\=|"])/g, "$1") : value;
}

/**
 * The comma as separator where one stands behind the first value, as FortiGate's `csv` format has it; else the blank.
 */
export function separatorOf(text: string): number {
  const equals = text.indexOf("=");
  if (equals === -1) return BLANK;
  const start = equals + 1;
  const quote = text.charCodeAt(start) === QUOTE ? quoteEnd(text, start + 1, QUOTE) : -1;
  const end = quote === -1 ? bareEnd(text, start, COMMA) : quote + 1;
  return text.charCodeAt(end) === COMMA && !isDigit(text.charCodeAt(skipBlanks(text, end + 1)))
    ? COMMA
    : BLANK;
}
