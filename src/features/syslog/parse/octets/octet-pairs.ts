import {
  APOSTROPHE,
  BACKSLASH,
  BAR,
  BLANK,
  EQUALS,
  isKeyCharacter,
  PERCENT,
  QUOTE,
  SEMICOLON,
  TILDE,
} from "../values/characters";
import type { OctetValues } from "./octet-values";

const MAX_PAIRS = 256;

/** By octet: whether it may be of a key, ends one, is noted as well, or is not read here. */
const OTHER = 0;
export const KEY = 1;
const NOTED = 2;
export const REFUSED = 3;
export const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code < BLANK || code > TILDE) return REFUSED;
  if (code === BAR || code === SEMICOLON || code === PERCENT) return NOTED;
  return isKeyCharacter(code) ? KEY : OTHER;
});

/** What was met in the line that was read last. */
export const pairs = {
  /** Offsets of the equals signs behind keys, and how many there are. */
  equals: new Int32Array(MAX_PAIRS),
  count: 0,
  /** There are equals signs in values, too. */
  areNested: false,
  hasBar: false,
  hasSemicolon: false,
  /** Of the first per cent sign. */
  percent: Infinity,
};

/**
 * As `readPairs`, of a line from `start` on. False, with some values put all the same, for a line with octets that are
 * not printable ASCII, or with what few have: a quote that does not close, an apostrophe in its place, an escape in a
 * value that is wanted.
 */
// oxlint-disable-next-line max-params -- it runs for every line
export function readPairOctets<Extra extends string>(
  line: Uint8Array,
  start: number,
  values: OctetValues<Extra>,
  separator = BLANK,
): boolean {
  forget();
  let keyStart = start;
  let hash = 0;
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    const kind = KINDS[code] ?? REFUSED;
    if (kind === KEY) {
      hash = (Math.imul(hash, 31) + code) | 0;
      continue;
    }
    if (kind >= NOTED && !note(code, offset)) return false;
    if (code === EQUALS) {
      if (pairs.count === MAX_PAIRS) return false;
      pairs.equals[pairs.count++] = offset;
      const slot = keyStart === offset ? -1 : values.slotOf(line, keyStart, offset, hash);
      const first = line[offset + 1];
      if (first === APOSTROPHE) return false;
      const isQuoted = first === QUOTE;
      const valueStart = isQuoted ? offset + 2 : offset + 1;
      const end = isQuoted ? quotedEnd(line, valueStart, slot !== -1) : bareEnd(line, valueStart, separator);
      if (end === -1) return false;
      if (slot !== -1) values.put(slot, valueStart, end);
      // It goes on behind the quote, or with what ended the value.
      offset = isQuoted ? end : end - 1;
    }
    keyStart = offset + 1;
    hash = 0;
  }
  return true;
}

function forget(): void {
  pairs.count = 0;
  pairs.areNested = pairs.hasBar = pairs.hasSemicolon = false;
  pairs.percent = Infinity;
}

/** False for an octet that is not read here. */
function note(code: number, offset: number): boolean {
  if (code === BAR) pairs.hasBar = true;
  else if (code === SEMICOLON) pairs.hasSemicolon = true;
  else if (code === PERCENT) pairs.percent = Math.min(pairs.percent, offset);
  else return false;
  return true;
}

/** The offset of the closing quote; -1 where there is none, or what is not read here. */
function quotedEnd(line: Uint8Array, start: number, isWanted: boolean): number {
  for (let offset = start; offset < line.length; offset++) {
    let code = line[offset] ?? 0;
    if (code === QUOTE) return offset;
    if (code === BACKSLASH) {
      if (isWanted) return -1;
      code = line[++offset] ?? 0;
    }
    if (code === EQUALS) pairs.areNested = true;
    if ((KINDS[code] ?? REFUSED) >= NOTED && !note(code, offset)) return -1;
  }
  return -1;
}

function bareEnd(line: Uint8Array, start: number, separator: number): number {
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    if (code === BLANK || code === separator) return offset;
    if (code === EQUALS) pairs.areNested = true;
    if ((KINDS[code] ?? REFUSED) >= NOTED && !note(code, offset)) return -1;
  }
  return line.length;
}
