import { textOf, type ByteRange } from "../../event/byte-range";
import {
  MAX_KEY_LENGTH,
  MAX_PAIRS,
  type Name,
  recogniseNamedPairs,
  takePolicy,
  targets,
} from "../formats/named-pairs";
import type { Line } from "../line";
import {
  BLANK,
  COLON,
  COMMA,
  DASH,
  DOT,
  EQUALS,
  isDigit,
  isLetter,
  QUOTE,
  SEMICOLON,
  UNDERSCORE,
} from "../values/characters";
import { COUNT_FIELDS } from "../values/field-text";
import type { FieldKeys } from "../values/fields";
import type { Body } from "./body-tests";
import { MARKS } from "./marks";
import { fillFromOctets } from "./octet-fields";
import { isDottedQuad, portIn, wordIn } from "./octet-texts";
import { OctetValues, SLOTS } from "./octet-values";
import { vendorTimeIn } from "./octet-vendor-time";

const CLOSE_PARENTHESIS = 0x29;
const OPEN_PARENTHESIS = 0x28;
const MAX_NUMBER_LENGTH = 8;

const isKeyCharacter = Uint8Array.from({ length: 256 }, (_, code) =>
  isLetter(code) || isDigit(code) || code === UNDERSCORE || code === DASH || code === DOT ? 1 : 0,
);
const endsValue = Uint8Array.from({ length: 256 }, (_, code) =>
  code <= BLANK || code === COMMA || code === SEMICOLON ? 1 : 0,
);

const values = new OctetValues<"time" | "vendor">(keysByName(), ["time", "vendor"]);
/** By slot of a key. */
const isProving = new Uint8Array(SLOTS);
const isCount = new Uint8Array(SLOTS);
for (const [key, target] of targets) {
  const slot = values.slotOfFolded(Buffer.from(key), 0, key.length);
  isProving[slot] = target.isProving ? 1 : 0;
  isCount[slot] = COUNT_FIELDS.has(target.name) ? 1 : 0;
}
const NO_RANGE: ByteRange = { start: 0, end: 0 };
/** Where the value ends that was looked at last, and where to go on. */
const value = { start: 0, end: 0, next: 0 };
/** Of the line that was read last: one of its keys is of network devices alone. */
const last = { isProven: false };
/** The port behind the colon of an end's address. */
const ports = { source: { start: 0, end: 0 }, destination: { start: 0, end: 0 } };

/**
 * As `parseNamedPairs`, of pairs that are separated by blanks, commas or semicolons and whose ends are addresses of
 * version 4, perhaps with `:port` behind them.
 */
export function readNamedPairOctets(
  { line, start, marks }: Body,
  asked: { -readonly [name in keyof Line]: Line[name] },
): true | null {
  if ((marks & MARKS.tab) !== 0 || !readValues(line, start)) return null;
  const { fields, extra } = values;
  const { srcIp, dstIp, natSrcIp, natDstIp } = fields;
  if (!isThere(srcIp) && !isThere(dstIp)) return null;
  if (!splitEnd(line, srcIp, ports.source) || !splitEnd(line, dstIp, ports.destination)) return null;
  const hasPort = isThere(ports.source) || isThere(ports.destination);
  // What is translated is told before the port behind an address is.
  if (hasPort && (isThere(natSrcIp) || isThere(natDstIp))) return null;
  const srcPort = portIn(line, ports.source);
  const dstPort = portIn(line, ports.destination);
  if (!last.isProven && srcPort === null && dstPort === null) return null;
  if (wordIn(line, fields.direction).includes(":")) setRange(fields.direction, NO_RANGE);

  const { message } = asked;
  const text = textOf(line, start, line.length);
  recogniseNamedPairs(text, wordIn(line, extra.vendor), message);
  fillFromOctets(line, fields, message);
  if (message.action === null) takePolicy(message);
  message.srcPort ??= srcPort;
  message.dstPort ??= dstPort;
  message.eventTimeMicros ??= vendorTimeIn(line, extra.time, asked);
  // Names and forms are looked for in what is of no known vendor.
  if (message.vendor === null) asked.text = text;
  return true;
}

/** Leaves the address alone in the range of an end; false where it is none of version 4, perhaps with a port. */
function splitEnd(line: Uint8Array, end: ByteRange, port: ByteRange): boolean {
  setRange(port, NO_RANGE);
  if (!isThere(end)) return true;
  let colon = end.start;
  while (colon < end.end && line[colon] !== COLON) colon++;
  if (!isDottedQuad(line, end.start, colon)) return false;
  if (colon === end.end) return true;
  for (let offset = colon + 1; offset < end.end; offset++) if (!isDigit(line[offset] ?? 0)) return false;
  setRange(port, { start: colon + 1, end: end.end });
  end.end = colon;
  return isThere(port);
}

/** False where a count may be written in groups of three digits. */
function readValues(line: Uint8Array, start: number): boolean {
  values.clear();
  last.isProven = false;
  let equals = nextEquals(line, start);
  for (let count = 0; equals < line.length && count < MAX_PAIRS; count++) {
    findValue(line, equals + 1);
    const slot = value.start === value.end ? -1 : slotBefore(line, equals, start);
    if (slot !== -1) {
      const mayBeGrouped = line[value.next] === COMMA && isDigit(line[value.next + 1] ?? 0);
      if (isCount[slot] === 1 && mayBeGrouped) return false;
      values.put(slot, value.start, value.end);
      if (isProving[slot] === 1) last.isProven = true;
    }
    equals = nextEquals(line, value.next);
  }
  return true;
}

function nextEquals(line: Uint8Array, start: number): number {
  let offset = start;
  while (offset < line.length && line[offset] !== EQUALS) offset++;
  return offset;
}

/** As `keyBefore`: the slot of the key, or -1. */
function slotBefore(line: Uint8Array, equals: number, limit: number): number {
  let end = equals;
  if (line[equals - 1] === CLOSE_PARENTHESIS) {
    end = equals - 2;
    const first = Math.max(limit, equals - 1 - MAX_NUMBER_LENGTH);
    while (end > first && line[end] !== OPEN_PARENTHESIS) end--;
    if (line[end] !== OPEN_PARENTHESIS || end < first) return -1;
  }
  let start = end;
  const first = Math.max(limit, end - MAX_KEY_LENGTH);
  while (start > first && isKeyCharacter[line[start - 1] ?? 0] === 1) start--;
  return start === end ? -1 : values.slotOfFolded(line, start, end);
}

/** As `valueAt`, into `value`. */
function findValue(line: Uint8Array, start: number): void {
  value.start = start;
  let offset = start;
  if (line[start] === QUOTE) {
    offset++;
    while (offset < line.length && line[offset] !== QUOTE) offset++;
    if (offset < line.length) {
      value.start = start + 1;
      value.end = offset;
      value.next = offset + 1;
      return;
    }
    offset = start;
  }
  while (offset < line.length && endsValue[line[offset] ?? 0] === 0) offset++;
  const isLast = offset === line.length && line[offset - 1] === DOT;
  value.end = isLast ? offset - 1 : offset;
  value.next = Math.max(offset, start);
}

function keysByName(): FieldKeys<Name> {
  const keys: { [name in Name]?: string[] } = {};
  for (const [key, { name }] of targets) (keys[name] ??= []).push(key);
  return keys;
}

function isThere({ start, end }: ByteRange): boolean {
  return start !== end;
}

function setRange(range: ByteRange, { start, end }: ByteRange): void {
  range.start = start;
  range.end = end;
}
