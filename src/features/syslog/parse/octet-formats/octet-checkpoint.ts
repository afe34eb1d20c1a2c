import type { ByteRange } from "../../event/byte-range";
import type { Body } from "../fast/body-tests";
import { beginsWith } from "../fast/body-tests";
import { MARKS } from "../fast/marks";
import { CHECKPOINT_KEYS } from "../formats/checkpoint";
import type { AskedLine } from "../line";
import { fillFromOctets } from "../octets/octet-fields";
import { isThere } from "../octets/octet-range";
import { keyHash, OctetValues } from "../octets/octet-values";
import { vendorTimeIn } from "../octets/octet-vendor-time";
import {
  BACKSLASH,
  BAR,
  BLANK,
  COLON,
  EQUALS,
  isLetter,
  isWordCharacter,
  OPEN_BRACKET,
  QUOTE,
} from "../values/characters";

const PROGRAM = "syslog";

const values = new OctetValues(
  { ...CHECKPOINT_KEYS, id: ["loguid"], product: ["product"], gateway: ["origin"] },
  ["time", "certificateName", "id", "product", "gateway"],
);

/** As `parseCheckPoint`, of the pairs of its Log Exporter. */
export function readCheckPointOctets(body: Body, asked: AskedLine): true | null {
  const { line, start, marks } = body;
  if ((marks & MARKS.tab) !== 0) return null;
  values.clear();
  const bracket = beginsWith(body, `${PROGRAM}[`) ? start + PROGRAM.length : start;
  const isQuoted = line[bracket] === OPEN_BRACKET;
  if (isQuoted) readQuotedPairs(line, bracket + 1);
  else if (!isLetter(line[start] ?? 0) || !readBarredPairs(line, start)) return null;
  const { fields, extra } = values;
  const isProven = (key: ByteRange): boolean => isThere(key) && (!isQuoted || isBehindOneColon(line, key));
  if (!isProven(extra.id) && !(isProven(extra.product) && isProven(extra.gateway))) return null;
  const { message } = asked;
  // The gateway's name in a certificate's counts before others.
  if (message.sourceHost === null && isThere(extra.certificateName)) return null;
  message.parser = "checkpoint";
  message.vendor = "checkpoint";
  fillFromOctets(line, fields, message);
  message.eventTimeMicros = vendorTimeIn(line, extra.time, asked) ?? message.eventTimeMicros;
  return true;
}

/** Whether it is `key:"value"` and not `key::"value"`. */
function isBehindOneColon(line: Uint8Array, { start }: ByteRange): boolean {
  return line[start - 2] === COLON && line[start - 3] !== COLON;
}

/** As `readQuotedPairs` of `parseCheckPoint`. */
function readQuotedPairs(line: Uint8Array, start: number): void {
  let offset = start;
  for (;;) {
    const quote = line.indexOf(QUOTE, offset);
    if (quote === -1) return;
    let keyEnd = quote;
    while (keyEnd > offset && line[keyEnd - 1] === COLON) keyEnd--;
    let keyStart = keyEnd;
    while (keyStart > offset && isWordCharacter(line[keyStart - 1] ?? 0)) keyStart--;
    let end = quote + 1;
    while (end < line.length && line[end] !== QUOTE) end += line[end] === BACKSLASH ? 2 : 1;
    if (keyEnd !== quote && keyStart !== keyEnd) {
      const slot = values.slotOf(line, keyStart, keyEnd, keyHash(line, keyStart, keyEnd));
      if (slot !== -1) values.put(slot, quote + 1, Math.min(end, line.length));
    }
    offset = end + 1;
  }
}

/** As `readBarredPairs` of `parseCheckPoint`; false where a value that is wanted has an escape. */
function readBarredPairs(line: Uint8Array, start: number): boolean {
  let first = start;
  let equals = -1;
  let hasEscape = false;
  let hash = 0;
  let slot = -1;
  for (let offset = start; offset <= line.length; offset++) {
    const code = line[offset] ?? BAR;
    if (code === BACKSLASH) hasEscape = true;
    if (code === EQUALS && equals === -1) {
      equals = offset;
      slot = values.slotOf(line, first, offset, hash);
      hasEscape = false;
    }
    if (code === BAR && (offset === line.length || line[offset - 1] !== BACKSLASH)) {
      if (slot !== -1 && hasEscape) return false;
      if (slot !== -1) putTrimmed(line, slot, equals + 1, offset);
      first = offset + 1;
      equals = slot = -1;
      hasEscape = false;
      hash = 0;
    } else if (equals === -1) hash = (Math.imul(hash, 31) + code) | 0;
  }
  return true;
}

// oxlint-disable-next-line max-params -- it runs for every value of a line
function putTrimmed(line: Uint8Array, slot: number, valueStart: number, valueEnd: number): void {
  let start = valueStart;
  let end = valueEnd;
  while (start < end && line[start] === BLANK) start++;
  while (end > start && line[end - 1] === BLANK) end--;
  values.put(slot, start, end);
}
