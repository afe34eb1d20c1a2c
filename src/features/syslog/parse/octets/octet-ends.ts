import { isThere, setRange } from "./octet-range";
import { type ByteRange, textOf } from "../../event/byte-range";
import { COLON, decimalIn, isDigit, OPEN_PARENTHESIS, SLASH } from "../values/characters";
import { MAX_PORT_DIGITS } from "../values/field-text";
import { CLOSES, OPENS, readEnd, WRAPPINGS } from "../values/templates";
import { isDottedQuad } from "./octet-texts";

const AT = 0x40;

/** An end of a flow in a line; what is empty is not said. */
export type OctetEnd = {
  /** Of an address of version 4. */
  ip: ByteRange;
  /** Any other. */
  ipText: string | null;
  /** Of digits. */
  port: ByteRange;
  /** Any other. */
  portText: string;
  interface: ByteRange;
  interfaceText: string;
};

export function emptyEnd(): OctetEnd {
  return {
    ip: { start: 0, end: 0 },
    ipText: null,
    port: { start: 0, end: 0 },
    portText: "",
    interface: { start: 0, end: 0 },
    interfaceText: "",
  };
}

export function forgetEnd(end: OctetEnd): void {
  setRange(end.ip, 0, 0);
  setRange(end.port, 0, 0);
  setRange(end.interface, 0, 0);
  end.ipText = null;
  end.portText = end.interfaceText = "";
}

/** Shrinks a word to what stands in its quotes, brackets and punctuation. */
export function unwrap(line: Uint8Array, word: ByteRange): void {
  while (word.start < word.end && (WRAPPINGS[line[word.start] ?? 0] ?? 0) & OPENS) word.start++;
  while (word.end > word.start && (WRAPPINGS[line[word.end - 1] ?? 0] ?? 0) & CLOSES) word.end--;
}

/** As `readEnd`, of a word in a line, into `end`. */
export function readEndIn(line: Uint8Array, word: ByteRange, end: OctetEnd): void {
  forgetEnd(end);
  const { start, end: wordEnd } = word;
  unwrap(line, word);
  if (isUsual(line, word, end)) return;
  forgetEnd(end);
  const { ip, port, interface: name } = readEnd(textOf(line, start, wordEnd));
  end.ipText = ip;
  end.portText = port;
  end.interfaceText = name;
}

/** Whether it is `interface:address/port`, `interface/address(port)`, `address(port)` or one of these with less; into `end`. */
function isUsual(line: Uint8Array, { start, end: wordEnd }: ByteRange, end: OctetEnd): boolean {
  let slash = -1;
  let open = wordEnd;
  for (let offset = start; offset < wordEnd; offset++) {
    const code = line[offset];
    if (code === AT) return false;
    if (open !== wordEnd) continue;
    if (code === OPEN_PARENTHESIS) open = offset;
    else if (code === SLASH) slash = offset;
  }
  if (slash === -1) {
    if (!isHost(line, start, open, end)) return false;
    if (open !== wordEnd) takeDigits(line, open + 1, wordEnd, end.port);
    return true;
  }
  if (isNumber(line, slash + 1, open)) {
    setRange(end.port, slash + 1, open);
    return isHost(line, start, slash, end);
  }
  if (open === wordEnd || !isDottedQuad(line, slash + 1, open)) return false;
  setRange(end.ip, slash + 1, open);
  setRange(end.interface, start, slash);
  takeDigits(line, open + 1, wordEnd, end.port);
  return true;
}

/** `address` or `interface:address` of version 4. */
// oxlint-disable-next-line max-params -- it runs for every line
function isHost(line: Uint8Array, start: number, hostEnd: number, end: OctetEnd): boolean {
  if (isDottedQuad(line, start, hostEnd)) {
    setRange(end.ip, start, hostEnd);
    return true;
  }
  let colon = start;
  while (colon < hostEnd && line[colon] !== COLON) colon++;
  if (!isDottedQuad(line, colon + 1, hostEnd) || isDottedQuad(line, start, colon)) return false;
  setRange(end.ip, colon + 1, hostEnd);
  setRange(end.interface, start, colon);
  return true;
}

/** A port, or a number of ICMP. */
function isNumber(line: Uint8Array, start: number, end: number): boolean {
  return end > start && end - start <= MAX_PORT_DIGITS && decimalIn(line, start, end) >= 0;
}

// oxlint-disable-next-line max-params -- it runs for every line
function takeDigits(line: Uint8Array, start: number, limit: number, port: ByteRange): void {
  let end = start;
  while (end < limit && isDigit(line[end] ?? 0)) end++;
  setRange(port, start, end);
}

/** Leaves the address alone in the range of an end; false where it is none of version 4, perhaps with a port. */
export function splitPort(line: Uint8Array, end: ByteRange, port: ByteRange): boolean {
  setRange(port, 0, 0);
  if (!isThere(end)) return true;
  let colon = end.start;
  while (colon < end.end && line[colon] !== COLON) colon++;
  if (!isDottedQuad(line, end.start, colon)) return false;
  if (colon === end.end) return true;
  for (let offset = colon + 1; offset < end.end; offset++) if (!isDigit(line[offset] ?? 0)) return false;
  setRange(port, colon + 1, end.end);
  end.end = colon;
  return isThere(port);
}
