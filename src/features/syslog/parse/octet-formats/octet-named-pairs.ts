import { isThere, setRange } from "../octets/octet-range";
import { textOf } from "../../event/byte-range";
import {
  H3C,
  MAX_KEY_LENGTH,
  MAX_PAIRS,
  type Name,
  NAMED_PAIRS,
  OWN_VENDORS,
  SPACED_RULE_VENDORS,
  takeBlock,
  takeListed,
  takePolicy,
  takeSaidProtocol,
  targets,
  vendorOf,
  ZYXEL,
} from "../formats/named-pairs";
import type { AskedLine } from "../line";
import {
  BLANK,
  CLOSE_PARENTHESIS,
  COMMA,
  DOT,
  EQUALS,
  isDigit,
  OPEN_PARENTHESIS,
  QUOTE,
  SEMICOLON,
} from "../values/characters";
import { COUNT_FIELDS } from "../values/field-text";
import type { FieldKeys } from "../values/fields";
import type { Body } from "../fast/body-tests";
import { MARKS } from "../fast/marks";
import { splitPort } from "../octets/octet-ends";
import { fillFromOctets } from "../octets/octet-fields";
import { portIn, wordIn } from "../octets/octet-texts";
import { FOLDED, foldedHash, NO_KEY, OctetValues, SEPARATOR, SLOTS } from "../octets/octet-values";
import { vendorTimeIn } from "../octets/octet-vendor-time";

const MAX_NUMBER_LENGTH = 8;

const endsValue = Uint8Array.from({ length: 256 }, (_, code) =>
  code <= BLANK || code === COMMA || code === SEMICOLON ? 1 : 0,
);

const values = new OctetValues<"time" | "vendor">(keysByName(), ["time", "vendor"]);
/** By slot of a key. */
const isProving = new Uint8Array(SLOTS);
const isCount = new Uint8Array(SLOTS);
for (const [key, target] of targets) {
  const octets = Buffer.from(key);
  const slot = values.slotOfFolded(octets, 0, key.length, foldedHash(octets, 0, key.length));
  isProving[slot] = target.isProving ? 1 : 0;
  isCount[slot] = COUNT_FIELDS.has(target.name) ? 1 : 0;
}
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
export function readNamedPairOctets({ line, start, marks }: Body, asked: AskedLine): true | null {
  if ((marks & MARKS.tab) !== 0 || !readValues(line, start)) return null;
  const { fields, extra } = values;
  const { srcIp, dstIp, natSrcIp, natDstIp } = fields;
  if (!isThere(srcIp) && !isThere(dstIp)) return null;
  if (!splitPort(line, srcIp, ports.source) || !splitPort(line, dstIp, ports.destination)) return null;
  const hasPort = isThere(ports.source) || isThere(ports.destination);
  // What is translated is told before the port behind an address is.
  if (hasPort && (isThere(natSrcIp) || isThere(natDstIp))) return null;
  const srcPort = portIn(line, ports.source);
  const dstPort = portIn(line, ports.destination);
  if (!last.isProven && srcPort === null && dstPort === null) return null;
  if (wordIn(line, fields.direction).includes(":")) setRange(fields.direction, 0, 0);

  const { message } = asked;
  const bodyOf = (): string => textOf(line, start, line.length);
  const vendor = vendorOf(wordIn(line, extra.vendor), message, bodyOf);
  // The name may have more words.
  if (line[fields.ruleId.end] === BLANK && SPACED_RULE_VENDORS.has(vendor ?? "")) return null;
  message.parser = NAMED_PAIRS;
  message.vendor = vendor;
  fillFromOctets(line, fields, message);
  if (message.action === null) takePolicy(message, bodyOf);
  if (message.vendor === ZYXEL) takeBlock(message, bodyOf());
  if (message.vendor === ZYXEL && message.protocol === null) takeSaidProtocol(message, bodyOf());
  if (message.vendor === H3C && message.verdict === "other") takeListed(message, bodyOf());
  message.srcPort ??= srcPort;
  message.dstPort ??= dstPort;
  message.eventTimeMicros ??= vendorTimeIn(line, extra.time, asked);
  // Names and forms are looked for in what is of no vendor whose pairs are known.
  if (!OWN_VENDORS.has(message.vendor ?? "")) asked.text = bodyOf();
  return true;
}

/** False where a count may be written in groups of three digits. */
function readValues(line: Uint8Array, start: number): boolean {
  values.clear();
  last.isProven = false;
  let keyStart = start;
  let hash = 0;
  for (let offset = start, count = 0; offset < line.length && count < MAX_PAIRS; offset++) {
    const code = line[offset] ?? 0;
    const folded = FOLDED[code] ?? NO_KEY;
    if (folded === SEPARATOR) continue;
    if (folded !== NO_KEY) {
      hash = (Math.imul(hash, 31) + folded) | 0;
      continue;
    }
    if (code === EQUALS) {
      count++;
      findValue(line, offset + 1);
      const isEmpty = value.start === value.end;
      const isPlain = keyStart < offset && offset - keyStart <= MAX_KEY_LENGTH;
      const slot = isEmpty
        ? -1
        : isPlain
          ? values.slotOfFolded(line, keyStart, offset, hash)
          : slotBefore(line, offset, start);
      if (slot !== -1 && !takeValue(line, slot)) return false;
      offset = value.next - 1;
    }
    keyStart = offset + 1;
    hash = 0;
  }
  return true;
}

function takeValue(line: Uint8Array, slot: number): boolean {
  const mayBeGrouped = line[value.next] === COMMA && isDigit(line[value.next + 1] ?? 0);
  if (isCount[slot] === 1 && mayBeGrouped) return false;
  values.put(slot, value.start, value.end);
  if (isProving[slot] === 1) last.isProven = true;
  return true;
}

/** As `keyBefore`, of a key that is longer than others or has a number in brackets: its slot, or -1. */
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
  while (start > first && (FOLDED[line[start - 1] ?? 0] ?? NO_KEY) !== NO_KEY) start--;
  return start === end ? -1 : values.slotOfFolded(line, start, end, foldedHash(line, start, end));
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
  value.end = offset === line.length ? withoutClose(line, start) : offset;
  value.next = Math.max(offset, start);
}

/** As `withoutClose`: where the last value ends, which begins at `start`. */
function withoutClose(line: Uint8Array, start: number): number {
  const { length } = line;
  const end = length > start && line[length - 1] === DOT ? length - 1 : length;
  if (end === start || line[end - 1] !== CLOSE_PARENTHESIS) return end;
  const open = line.indexOf(OPEN_PARENTHESIS, start);
  return open === -1 ? end - 1 : end;
}

function keysByName(): FieldKeys<Name> {
  const keys: { [name in Name]?: string[] } = {};
  for (const [key, { name }] of targets) (keys[name] ??= []).push(key);
  return keys;
}
