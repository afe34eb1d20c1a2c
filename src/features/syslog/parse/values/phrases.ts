import { COLON, DOT, isDigit, isLetter, PERCENT } from "./characters";
import { portNumber } from "./field-text";
import { canonicalAddress } from "./ip-address";

/** Quotes and brackets that may stand before an address. */
const MAX_OPENINGS = 3;
const MAX_ADDRESS_LENGTH = 64;
/** How far into a text an address is looked for: sentences are shorter, and what comes behind is a payload. */
export const MAX_SEARCH_LENGTH = 2048;

/** An address in a text, the port behind it if there is one, and the offset behind both. */
export type FoundAddress = { ip: string; port: number | null; start: number; end: number };

/** The text in the last round brackets, empty where there are none. */
export function parenthesised(text: string): string {
  const open = text.lastIndexOf("(");
  const close = open === -1 ? -1 : text.indexOf(")", open);
  return close === -1 ? "" : text.slice(open + 1, close);
}

/** The address that stands directly behind the first of the phrases that has one there; null where none has. */
export function addressBehind(whole: string, phrases: readonly string[]): FoundAddress | null {
  const text = whole.slice(0, MAX_SEARCH_LENGTH);
  for (const phrase of phrases) {
    for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + phrase.length)) {
      const found = addressAt(text, at + phrase.length);
      if (found !== null) return found;
    }
  }
  return null;
}

/** What stands before a version of four parts, which is written like an address. */
const VERSION_BEFORE =
  /(?:versions?|firmware|(?:^|[^a-z])(?:ver|build|patch|rev|revision))(?: is)?["'\]]?[ :=#]{0,3}["'([]?$/i;
/** Between a version and the next one. */
const VERSIONS_BETWEEN = /^["')\]]?(?:,|,? (?:to|and|or)|[ ]?[-=]>)[ ]?["'([]?$/;
const MAX_VERSION_BEFORE = 24;

/** The first address in the text that is not called a version, or null. */
export function findAddress(whole: string): FoundAddress | null {
  const text = whole.slice(0, MAX_SEARCH_LENGTH);
  let offset = 0;
  let behindVersion = -1;
  while (offset < text.length) {
    if (!isAddressCharacter(text.charCodeAt(offset))) {
      offset++;
      continue;
    }
    const found = addressAt(text, offset);
    if (found !== null && !isVersion(text, found.start, behindVersion)) return found;
    offset = addressEnd(text, offset);
    if (found !== null) behindVersion = offset;
  }
  return null;
}

/** `behindVersion`: the offset behind the one before, or -1. */
function isVersion(text: string, start: number, behindVersion: number): boolean {
  if (VERSION_BEFORE.test(text.slice(Math.max(0, start - MAX_VERSION_BEFORE), start))) return true;
  return behindVersion !== -1 && VERSIONS_BETWEEN.test(text.slice(behindVersion, start));
}

/**
 * The address at `start`, with `:port`, `[port]`, `#port` or ` port 22` behind it, or null. Quotes and brackets before
 * it are passed over.
 */
export function addressAt(text: string, start: number): FoundAddress | null {
  let first = start;
  while (first < start + MAX_OPENINGS && isOpening(text.charCodeAt(first))) first++;
  let end = addressEnd(text, first);
  while (end > first && isPunctuation(text.charCodeAt(end - 1))) end--;
  const word = text.slice(first, end);
  const ip = canonicalAddress(word);
  if (ip !== null) return withPortBehind(text, { ip, start: first, end });
  // An IPv4 address with a port is not told from IPv6 by its characters.
  const colon = word.indexOf(":");
  const ipv4 = colon === -1 ? null : canonicalAddress(word.slice(0, colon));
  if (ipv4 === null) return null;
  const portEnd = digitsEnd(text, first + colon + 1);
  return { ip: ipv4, port: portNumber(text.slice(first + colon + 1, portEnd)), start: first, end: portEnd };
}

/** The address, or address and port, that ends before `end`, or null. */
export function addressBefore(text: string, end: number): FoundAddress | null {
  const limit = Math.max(0, end - MAX_ADDRESS_LENGTH);
  let start = end;
  while (start > limit && isAddressCharacter(text.charCodeAt(start - 1))) start--;
  return start === end ? null : addressAt(text, start);
}

const PORT_MARKS = ["]:", " port ", ", port ", " (port ", " port: ", "[", "#", "/"];
const PORT_MARK_STARTS = "] ,[#/";

function withPortBehind(
  text: string,
  { ip, start, end }: { ip: string; start: number; end: number },
): FoundAddress {
  if (!PORT_MARK_STARTS.includes(text.charAt(end))) return { ip, port: null, start, end };
  for (const mark of PORT_MARKS) {
    if (!text.startsWith(mark, end)) continue;
    const portStart = end + mark.length;
    const portEnd = digitsEnd(text, portStart);
    const port = portNumber(text.slice(portStart, portEnd));
    // A card's address may stand there as well: `192.0.2.1/0000.5e00.5301`.
    if (port !== null && !(mark === "/" && goesOn(text, portEnd))) return { ip, port, start, end: portEnd };
  }
  return { ip, port: null, start, end };
}

/** Whether letters, or a dot and what is no end of a sentence, stand behind digits. */
function goesOn(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return isLetter(code) || (code === DOT && isAddressCharacter(text.charCodeAt(end + 1)));
}

function addressEnd(text: string, start: number): number {
  let end = start;
  while (isAddressCharacter(text.charCodeAt(end))) end++;
  return end;
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Letters too, so that a word is passed over as a whole. */
function isAddressCharacter(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === DOT || code === COLON || code === PERCENT;
}

function isPunctuation(code: number): boolean {
  return code === DOT || code === COLON;
}

function isOpening(code: number): boolean {
  return code === 0x27 || code === 0x22 || code === 0x28 || code === 0x5b || code === 0x3c;
}
