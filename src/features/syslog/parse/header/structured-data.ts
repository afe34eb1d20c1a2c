import { BACKSLASH, BLANK, CLOSE_BRACKET, EQUALS, OPEN_BRACKET, QUOTE } from "../values/characters";

const LAST_PRINTABLE = 0x7e;
const MAX_PLAIN_ELEMENTS = 32;
const MAX_PLAIN_PARAMETERS = 64;

/** Structured data as JSON text, and the offset behind it. */
export type StructuredData = { json: string; end: number };

/** Parameters by name, elements by id. Maps, because a sender may name a parameter `__proto__`. */
type Elements = Map<string, Map<string, string>>;

/**
 * Reads the SD-ELEMENTs that start at `start` (RFC 5424 6.3) into `{"id":{"name":"value"}}`. Values lose the escapes of
 * `"`, `\` and `]`; a name that repeats within an element has its values joined by commas; elements of one id are
 * merged. The lengths that the RFC sets are not enforced. Null where the text breaks the grammar.
 */
export function readStructuredData(text: string, start: number): StructuredData | null {
  return readPlainData(text, start) ?? readAnyData(text, start);
}

/**
 * The usual case, at half the time: printable ASCII without escapes, few elements and parameters, no name twice. Null
 * where it is another, or none.
 */
function readPlainData(text: string, start: number): StructuredData | null {
  let json = "{";
  const ids: string[] = [];
  let offset = start;
  while (text.charCodeAt(offset) === OPEN_BRACKET) {
    const idStart = offset + 1;
    offset = plainNameEnd(text, idStart);
    const id = text.slice(idStart, offset);
    if (id === "" || ids.length === MAX_PLAIN_ELEMENTS || ids.includes(id)) return null;
    json += `${ids.length === 0 ? "" : ","}"${id}":{`;
    ids.push(id);
    for (let count = 0; text.charCodeAt(offset) === BLANK; count++) {
      const nameStart = offset + 1;
      const equals = plainNameEnd(text, nameStart);
      if (equals === nameStart || count === MAX_PLAIN_PARAMETERS || isRepeated(count)) return null;
      if (text.charCodeAt(equals) !== EQUALS || text.charCodeAt(equals + 1) !== QUOTE) return null;
      offset = plainValueEnd(text, equals + 2);
      if (offset === -1) return null;
      const separator = count === 0 ? '"' : ',"';
      json += `${separator}${text.slice(nameStart, equals)}":${text.slice(equals + 1, offset)}`;
    }
    if (text.charCodeAt(offset) !== CLOSE_BRACKET) return null;
    json += "}";
    offset++;
  }
  return offset === start ? null : { json: `${json}}`, end: offset };
}

/** Hash of the name that `plainNameEnd` read last, and of those before it in the element. */
let lastHash = 0;
const hashes = new Int32Array(MAX_PLAIN_PARAMETERS);

/** Notes the last name as the element's parameter number `count`; true where one before may be the same. */
function isRepeated(count: number): boolean {
  hashes[count] = lastHash;
  for (let index = 0; index < count; index++) if (hashes[index] === lastHash) return true;
  return false;
}

function plainNameEnd(text: string, start: number): number {
  let offset = start;
  let hash = 0;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code <= BLANK || code === EQUALS || code === CLOSE_BRACKET || code === QUOTE) break;
    if (code === BACKSLASH || code > LAST_PRINTABLE) return start;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  lastHash = hash;
  return offset;
}

/** The offset behind the quote that ends the value, or -1 where it has anything special. */
function plainValueEnd(text: string, start: number): number {
  for (let offset = start; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) return offset + 1;
    if (code < BLANK || code === BACKSLASH || code === CLOSE_BRACKET || code > LAST_PRINTABLE) return -1;
  }
  return -1;
}

function readAnyData(text: string, start: number): StructuredData | null {
  const elements: Elements = new Map();
  let offset = start;
  while (text.charCodeAt(offset) === OPEN_BRACKET) {
    offset = readElement(text, offset + 1, elements);
    if (offset === -1) return null;
  }
  return offset === start ? null : { json: jsonOf(elements), end: offset };
}

/** Reads one element behind its bracket; gives the offset behind the closing one, or -1. */
function readElement(text: string, start: number, elements: Elements): number {
  let offset = nameEnd(text, start);
  if (offset === start) return -1;
  const id = text.slice(start, offset);
  const parameters = elements.get(id) ?? new Map<string, string>();
  elements.set(id, parameters);
  while (text.charCodeAt(offset) === BLANK) {
    const nameStart = offset + 1;
    offset = nameEnd(text, nameStart);
    if (offset === nameStart) {
      // A blank before the closing bracket is not in the grammar, but is common and says nothing.
      if (text.charCodeAt(offset) === CLOSE_BRACKET) break;
      return -1;
    }
    if (text.charCodeAt(offset) !== EQUALS || text.charCodeAt(offset + 1) !== QUOTE) return -1;
    const name = text.slice(nameStart, offset);
    const valueStart = offset + 2;
    const valueEnd = findValueEnd(text, valueStart);
    if (valueEnd === -1) return -1;
    const value = unescaped(text.slice(valueStart, valueEnd));
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
    offset = valueEnd + 1;
  }
  return text.charCodeAt(offset) === CLOSE_BRACKET ? offset + 1 : -1;
}

/** The end of an SD-NAME: printable characters but `=`, blank, `]` and `"`. */
function nameEnd(text: string, start: number): number {
  let offset = start;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code <= BLANK || code === EQUALS || code === CLOSE_BRACKET || code === QUOTE) break;
  }
  return offset;
}

/** The offset of the quote that ends the value, or -1 where it does not end or has an unescaped `]`. */
function findValueEnd(text: string, start: number): number {
  for (let offset = start; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) return offset;
    if (code === CLOSE_BRACKET) return -1;
    if (code === BACKSLASH) {
      const next = text.charCodeAt(offset + 1);
      if (next === QUOTE || next === BACKSLASH || next === CLOSE_BRACKET) offset++;
    }
  }
  return -1;
}

function unescaped(value: string): string {
  return value.includes("\\") ? value.replaceAll(/\\(["\\\]])/g, "$1") : value;
}

function jsonOf(elements: Elements): string {
  let json = "{";
  for (const [id, parameters] of elements) {
    if (json !== "{") json += ",";
    json += `${quoted(id)}:{`;
    let separator = "";
    for (const [name, value] of parameters) {
      json += `${separator}${quoted(name)}:${quoted(value)}`;
      separator = ",";
    }
    json += "}";
  }
  return `${json}}`;
}

/** The text as JSON; one that needs no escape, as nearly all, costs no call. */
function quoted(text: string): string {
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code < BLANK || code === QUOTE || code === BACKSLASH || code > LAST_PRINTABLE)
      return JSON.stringify(text);
  }
  return `"${text}"`;
}
