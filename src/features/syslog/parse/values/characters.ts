/** Character codes that the scanners compare with. */
export const TAB = 0x09;
export const BLANK = 0x20;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const APOSTROPHE = 0x27;
export const OPEN_PARENTHESIS = 0x28;
export const CLOSE_PARENTHESIS = 0x29;
export const PERCENT = 0x25;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const EQUALS = 0x3d;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const OPEN_BRACE = 0x7b;
export const BAR = 0x7c;
export const CLOSE_BRACE = 0x7d;
export const TILDE = 0x7e;

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** ASCII letters only. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** What names in programs are written with, `\w` of ASCII. */
export function isWordCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === UNDERSCORE;
}

/** What keys of pairs are written with. */
export function isKeyCharacter(code: number): boolean {
  return isWordCharacter(code) || code === DASH || code === DOT;
}

/** The first offset from `start` on that is no blank. */
export function skipBlanks(text: string, start: number): number {
  let offset = start;
  while (text.charCodeAt(offset) === BLANK) offset++;
  return offset;
}

/** Whether a text has a sign at least so many times. */
export function hasTimes(text: string, sign: string, times: number): boolean {
  let count = 0;
  for (let offset = text.indexOf(sign); offset !== -1; offset = text.indexOf(sign, offset + 1))
    if (++count === times) return true;
  return false;
}

/** The first offset from `start` on that is no digit. */
export function skipDigits(text: string, start: number): number {
  let offset = start;
  while (isDigit(text.charCodeAt(offset))) offset++;
  return offset;
}

/**
 * The number that `text` writes in decimal digits from `start` to `end`, or -1 where another character stands there.
 */
export function decimalAt(text: string, start: number, end: number): number {
  if (start >= end) return -1;
  let value = 0;
  for (let offset = start; offset < end; offset++) {
    const digit = text.charCodeAt(offset) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** As `decimalAt`, of ASCII bytes. */
export function decimalIn(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return -1;
  let value = 0;
  for (let offset = start; offset < end; offset++) {
    const digit = (bytes[offset] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The offset of the blank that ends the word at `start`, or the end of the text. */
export function wordEnd(text: string, start: number): number {
  const end = text.indexOf(" ", start);
  return end === -1 ? text.length : end;
}

/** A number for a word of at most six ASCII letters, the same for both cases; 0 where another character is in it. */
export function letterCode(text: string, start: number, end: number): number {
  let code = 0;
  for (let offset = start; offset < end; offset++) {
    const letter = text.charCodeAt(offset);
    if (!isLetter(letter)) return 0;
    code = code * 32 + (letter & 31);
  }
  return code;
}
