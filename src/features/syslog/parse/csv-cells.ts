const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const DELETE = 0x7f;

/** Texts up to this length are written octet by octet; the native copy pays off only beyond. */
const MAX_LOOP_LENGTH = 32;
/** Larger numbers are written in two parts, each of which fits 31 bits. */
const PART_DIGITS = 8;
const PART = 10 ** PART_DIGITS;
const MAX_SMALL = 0x7fff_ffff;

/*
 * Each function writes one cell and its delimiter at the offset `at`, where there must be room, and gives the offset behind
 * it. Null is nothing between delimiters. The offset is handed on as a number, not kept in an object: that halves the time.
 */

/** Text, quoted only where a delimiter, quote, line break or outer blank asks for it; an empty text is null too. */
export function writeText(bytes: Buffer, at: number, text: string | null): number {
  let end = at;
  if (text !== null) {
    const length = text.length;
    let index = 0;
    if (length <= MAX_LOOP_LENGTH) {
      for (; index < length; index++) {
        const code = text.charCodeAt(index);
        if (code <= BLANK || code === QUOTE || code === COMMA || code >= DELETE) break;
        bytes[at + index] = code;
      }
    }
    end = index === length ? at + length : writeAnyText(bytes, at, text);
  }
  bytes[end] = COMMA;
  return end + 1;
}

/** A whole number from 0 to 2^53. */
export function writeNumber(bytes: Buffer, at: number, value: number | null): number {
  let end = at;
  if (value !== null) {
    if (value <= MAX_SMALL) {
      end = writeDigits(bytes, at, value);
    } else {
      const upper = Math.floor(value / PART);
      end = writeNumber(bytes, at, upper) - 1;
      writeEightDigits(bytes, end, value - upper * PART);
      end += PART_DIGITS;
    }
  }
  bytes[end] = COMMA;
  return end + 1;
}

/** Any whole number that `String` writes without an exponent. */
export function writeInteger(bytes: Buffer, at: number, value: number | null): number {
  const isPlain = value === null || (value >= 0 && value <= Number.MAX_SAFE_INTEGER);
  return isPlain ? writeNumber(bytes, at, value) : writeText(bytes, at, String(value));
}

/** `true`, or nothing. */
export function writeFlag(bytes: Buffer, at: number, value: boolean): number {
  return writeText(bytes, at, value ? "true" : null);
}

/** Octets as base64. */
export function writeBase64(bytes: Buffer, at: number, octets: Uint8Array | null): number {
  if (octets === null) return writeText(bytes, at, null);
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString("base64");
  const end = at + bytes.write(text, at);
  bytes[end] = COMMA;
  return end + 1;
}

function writeAnyText(bytes: Buffer, at: number, text: string): number {
  if (text.includes('"')) return writeDoublingQuotes(bytes, at, text);
  const isQuoted =
    text.includes(",") ||
    text.includes("\n") ||
    text.includes("\r") ||
    text.charCodeAt(0) <= BLANK ||
    text.charCodeAt(text.length - 1) <= BLANK;
  if (!isQuoted) return at + bytes.write(text, at);
  bytes[at] = QUOTE;
  const end = at + 1 + bytes.write(text, at + 1);
  bytes[end] = QUOTE;
  return end + 1;
}

function writeDoublingQuotes(bytes: Buffer, at: number, text: string): number {
  let end = at;
  bytes[end++] = QUOTE;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > DELETE) {
      end = at + 1 + bytes.write(text.replaceAll('"', '""'), at + 1);
      break;
    }
    if (code === QUOTE) bytes[end++] = QUOTE;
    bytes[end++] = code;
  }
  bytes[end] = QUOTE;
  return end + 1;
}

/** The digits of a number below 2^31. */
function writeDigits(bytes: Buffer, at: number, value: number): number {
  let end = at + 1;
  for (let limit = 10; value >= limit && limit < MAX_SMALL; limit *= 10) end++;
  let rest = value | 0;
  for (let index = end - 1; index >= at; index--) {
    const quotient = (rest / 10) | 0;
    bytes[index] = ZERO + (rest - quotient * 10);
    rest = quotient;
  }
  return end;
}

function writeEightDigits(bytes: Buffer, at: number, value: number): void {
  const upper = (value / 1_000_000) | 0;
  writeTwoDigits(bytes, at, upper);
  writeSixDigits(bytes, at + 2, value - upper * 1_000_000);
}

function writeSixDigits(bytes: Buffer, at: number, value: number): void {
  const upper = (value / 10_000) | 0;
  const rest = value - upper * 10_000;
  const middle = (rest / 100) | 0;
  writeTwoDigits(bytes, at, upper);
  writeTwoDigits(bytes, at + 2, middle);
  writeTwoDigits(bytes, at + 4, rest - middle * 100);
}

function writeTwoDigits(bytes: Buffer, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + (value - tens * 10);
}
