import { isAt } from "../octets/octet-search";
import { textOf } from "../../event/byte-range";
import { FILTERLOG } from "../formats/filterlog";
import {
  FIELDS_BY_KEY,
  type KeyField,
  type KeyValues,
  MAX_KEY_LENGTH,
  provesNetfilter,
  takeKeyValues,
} from "../formats/key-value";
import { readRemainingAction } from "../formats/log-prefix";
import {
  APOSTROPHE,
  BLANK,
  CLOSE_BRACKET,
  COMMA,
  EQUALS,
  isKeyCharacter,
  isLetter,
  OPEN_BRACKET,
  QUOTE,
  SEMICOLON,
  TAB,
  TILDE,
} from "../values/characters";
import { type Body, beginsWith } from "../fast/body-tests";
import type { Line } from "../line";

const KERNEL = "kernel";

/** By octet: what it does to a value and to a key. */
const ORDINARY = 0;
const KEY = 1;
const END = 2;
const REFUSED = 3;
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code === TAB) return END;
  if (code < BLANK || code > TILDE) return REFUSED;
  if (code === BLANK || code === COMMA || code === SEMICOLON || code === CLOSE_BRACKET) return END;
  return isKeyCharacter(code) ? KEY : ORDINARY;
});

/**
 * As `parseKernelKeyValue`, of the body of a line of the kernel, which no parser before that one may know. False: it is
 * none of netfilter's, or not as usual: with a value in quotes, or with octets that are not printable ASCII.
 */
export function readNetfilterOctets(body: Body, asked: { message: Line["message"]; text: string }): boolean {
  const { line, start } = body;
  const { message } = asked;
  if (message.app !== KERNEL || beginsWith(body, FILTERLOG)) return false;
  const values: KeyValues = {};
  const firstKey = readOctets(line, start, values);
  if (firstKey === -1) return false;
  const prefix = firstKey === start ? "" : textOf(line, start, firstKey);
  takeKeyValues(values, { prefix, hasWay: isAt(line, firstKey, "IN=") }, message);
  if (message.action !== null && message.vendor !== null) return true;
  asked.text = textOf(line, start, line.length);
  if (message.action === null) readRemainingAction(asked.text, firstKey - start, message);
  return true;
}

/** Collects the known keys into `values` and gives the offset of the first, or -1, in one pass over the body. */
function readOctets(line: Uint8Array, start: number, values: KeyValues): number {
  let firstKey = -1;
  let isOver = false;
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    if (KINDS[code] === REFUSED) return -1;
    if (code !== EQUALS) continue;
    const first = line[offset + 1];
    if (first === QUOTE || first === APOSTROPHE) return -1;
    const end = valueEnd(line, offset + 1);
    const keyStart: number = isOver ? offset : keyStartOf(line, offset, start);
    const field: KeyField | undefined =
      keyStart === offset ? undefined : FIELDS_BY_KEY.get(octetCode(line, keyStart, offset));
    if (field !== undefined) {
      // An ICMP error quotes the packet that caused it in brackets; its addresses are not this packet's.
      isOver = values[field] !== undefined && keyStart > start && line[keyStart - 1] === OPEN_BRACKET;
      if (!isOver) values[field] ??= end === offset + 1 ? "" : textOf(line, offset + 1, end);
      if (!isOver && firstKey === -1 && provesNetfilter(field)) firstKey = keyStart;
    }
    offset = end - 1;
  }
  return firstKey;
}

/** Where the key before an equals sign begins; the sign itself where it is empty or longer than any that is read. */
function keyStartOf(line: Uint8Array, equals: number, start: number): number {
  const limit = equals - MAX_KEY_LENGTH;
  let first = equals;
  while (first > start && KINDS[line[first - 1] ?? 0] === KEY) {
    first--;
    if (first < limit) return equals;
  }
  return first;
}

function valueEnd(line: Uint8Array, start: number): number {
  let offset = start;
  while (offset < line.length && (KINDS[line[offset] ?? 0] ?? END) < END) offset++;
  return offset;
}

/** As `letterCode`, of octets. */
function octetCode(line: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let offset = start; offset < end; offset++) {
    const letter = line[offset] ?? 0;
    if (!isLetter(letter)) return 0;
    code = code * 32 + (letter & 31);
  }
  return code;
}
