import { isAt } from "../octets/octet-search";
import { type ByteRange, textOf } from "../../event/byte-range";
import { JUNIPER_KEYS } from "../formats/juniper";
import {
  BACKSLASH,
  BLANK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EQUALS,
  isKeyCharacter,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  TILDE,
} from "../values/characters";
import { isSameRange } from "../octets/octet-texts";
import { OctetValues } from "../octets/octet-values";

const JUNOS = "junos@";
const MAX_ELEMENTS = 8;
const MAX_PARAMETERS = 64;
/** JSON of the longest line has two octets more for each of its parameters, and a few more for each element. */
const MAX_JSON_LENGTH = 16_384;
const SEEN_SLOTS = 256;

/** By octet of a name: whether it may be of a key, is of no key, ends the name, or is not read here. */
const KEY = 0;
const NO_KEY = 1;
const END = 2;
const REFUSED = 3;
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code < BLANK || code > TILDE || code === BACKSLASH) return REFUSED;
  if (code === BLANK || code === EQUALS || code === CLOSE_BRACKET || code === QUOTE) return END;
  return isKeyCharacter(code) ? KEY : NO_KEY;
});

/** The values of the parameters that Junos prints, where the data are its. */
export const junosValues = new OctetValues(JUNIPER_KEYS, []);

/** The structured data that were read last. */
export const octetData = {
  json: "",
  /** The first element is one of Junos. */
  isJunos: false,
};

const json = new Uint8Array(MAX_JSON_LENGTH);
const at = { json: 0 };
const name = { start: 0, end: 0, hash: 0, isKey: true };
const ids: readonly ByteRange[] = Array.from({ length: MAX_ELEMENTS }, () => ({ start: 0, end: 0 }));
const hashes = new Int32Array(MAX_PARAMETERS);
/** By a part of the hash: the element that had such a name last. */
const seen = new Float64Array(SEEN_SLOTS);
let elements = 0;

/**
 * As `readStructuredData`, of usual data: printable ASCII without escapes, few parameters, no name twice; into
 * `octetData`, and what Junos says into `junosValues`. Gives the offset behind them; -1 where they are others, or none.
 */
export function readDataOctets(line: Uint8Array, start: number): number {
  octetData.isJunos = isAt(line, start + 1, JUNOS);
  if (octetData.isJunos) junosValues.clear();
  at.json = 0;
  put(OPEN_BRACE);
  let count = 0;
  let offset = start;
  for (; line[offset] === OPEN_BRACKET; count++) {
    const id = ids[count];
    if (id === undefined || !readName(line, offset + 1)) return -1;
    id.start = name.start;
    id.end = name.end;
    if (isRepeatedId(line, count)) return -1;
    if (count > 0) put(COMMA);
    putQuoted(line, id);
    put(COLON);
    put(OPEN_BRACE);
    offset = readParameters(line, name.end);
    if (offset === -1 || line[offset] !== CLOSE_BRACKET) return -1;
    put(CLOSE_BRACE);
    offset++;
  }
  if (count === 0) return -1;
  put(CLOSE_BRACE);
  octetData.json = textOf(json, 0, at.json);
  return offset;
}

/** The offset behind the parameters of an element, or -1. */
function readParameters(line: Uint8Array, start: number): number {
  elements++;
  let offset = start;
  for (let count = 0; line[offset] === BLANK; count++) {
    if (!readName(line, offset + 1) || count === MAX_PARAMETERS || isRepeated(count)) return -1;
    const equals = name.end;
    if (line[equals] !== EQUALS || line[equals + 1] !== QUOTE) return -1;
    if (count > 0) put(COMMA);
    putQuoted(line, name);
    put(COLON);
    const valueStart = equals + 2;
    const end = putValue(line, valueStart);
    if (end === -1) return -1;
    if (octetData.isJunos) {
      if (!name.isKey) return -1;
      const slot = junosValues.slotOf(line, name.start, name.end, name.hash);
      if (slot !== -1) junosValues.put(slot, valueStart, end);
    }
    offset = end + 1;
  }
  return offset;
}

/** Into `name`; false for one that is empty or has something special. */
function readName(line: Uint8Array, start: number): boolean {
  let hash = 0;
  let isKey = true;
  let offset = start;
  for (; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    const kind = KINDS[code];
    if (kind === END) break;
    if (kind === REFUSED) return false;
    if (kind === NO_KEY) isKey = false;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  name.start = start;
  name.end = offset;
  name.hash = hash;
  name.isKey = isKey;
  return offset > start;
}

/** Copies a value with its quotes; the offset of the closing one, or -1 where it has anything special. */
function putValue(line: Uint8Array, start: number): number {
  let to = at.json;
  json[to++] = QUOTE;
  for (let offset = start; offset < line.length && to < MAX_JSON_LENGTH; offset++) {
    const code = line[offset] ?? 0;
    json[to++] = code;
    if (code === QUOTE) {
      at.json = to;
      return offset;
    }
    if (code < BLANK || code > TILDE || code === BACKSLASH || code === CLOSE_BRACKET) return -1;
  }
  return -1;
}

function putQuoted(line: Uint8Array, { start, end }: ByteRange): void {
  put(QUOTE);
  for (let offset = start; offset < end; offset++) put(line[offset] ?? 0);
  put(QUOTE);
}

function put(code: number): void {
  json[at.json++] = code;
}

/** Notes the name as the element's parameter number `count`; true where one before may be the same. */
function isRepeated(count: number): boolean {
  const { hash } = name;
  hashes[count] = hash;
  const slot = (hash ^ (hash >>> 8)) & (SEEN_SLOTS - 1);
  if (seen[slot] !== elements) {
    seen[slot] = elements;
    return false;
  }
  for (let index = 0; index < count; index++) if (hashes[index] === hash) return true;
  return false;
}

function isRepeatedId(line: Uint8Array, count: number): boolean {
  const id = ids[count];
  return ids.some((other, index) => index < count && id !== undefined && isSameRange(line, other, id));
}
