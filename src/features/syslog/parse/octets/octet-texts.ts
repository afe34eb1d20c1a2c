import { isThere, setRange } from "./octet-range";
import { type ByteRange, type LineText, textOf } from "../../event/byte-range";
import type { ParsedMessage } from "../line";
import type { LineTexts } from "../parsed-line";
import { BLANK, DASH, decimalIn, DOT, isDigit } from "../values/characters";
import { textOfBytes } from "../values/field-memo";
import { fieldText, MAX_PORT, MAX_PORT_DIGITS } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";

/**
 * Texts of the line that is being read which stay where they stand in it: the field of the message is null then. An
 * empty range: the message tells the field.
 */
export const octetTexts = {
  srcIp: { start: 0, end: 0 },
  dstIp: { start: 0, end: 0 },
  interface: { start: 0, end: 0 },
  ruleId: { start: 0, end: 0 },
  trackerId: { start: 0, end: 0 },
  reason: { start: 0, end: 0 },
};

/** Whether either end of the line's flow is known. */
export function hasEnd({ srcIp, dstIp }: ParsedMessage): boolean {
  return isTold(srcIp, octetTexts.srcIp) || isTold(dstIp, octetTexts.dstIp);
}

/** Whether both are. */
export function hasBothEnds({ srcIp, dstIp }: ParsedMessage): boolean {
  return isTold(srcIp, octetTexts.srcIp) && isTold(dstIp, octetTexts.dstIp);
}

function isTold(text: string | null, kept: ByteRange): boolean {
  return text !== null || isThere(kept);
}

/** Forgets the line before. */
export function forgetTexts(): void {
  setRange(octetTexts.srcIp, 0, 0);
  setRange(octetTexts.dstIp, 0, 0);
  setRange(octetTexts.interface, 0, 0);
  setRange(octetTexts.ruleId, 0, 0);
  setRange(octetTexts.trackerId, 0, 0);
  setRange(octetTexts.reason, 0, 0);
}

/** Has what was kept shown by the line, all of whose texts are those of the message. */
export function showTexts(texts: LineTexts): void {
  showText(octetTexts.srcIp, texts.srcIp);
  showText(octetTexts.dstIp, texts.dstIp);
  showText(octetTexts.interface, texts.interface);
  showText(octetTexts.ruleId, texts.ruleId);
  showText(octetTexts.trackerId, texts.trackerId);
  showText(octetTexts.reason, texts.reason);
}

function showText({ start, end }: ByteRange, shown: LineText): void {
  if (start === end) return;
  shown.text = null;
  shown.start = start;
  shown.end = end;
}

/** Makes texts of what was kept, for who looks at the message next. */
export function settleTexts(line: Uint8Array, message: ParsedMessage): void {
  message.srcIp = textIn(line, octetTexts.srcIp, message.srcIp);
  message.dstIp = textIn(line, octetTexts.dstIp, message.dstIp);
  message.interface = textIn(line, octetTexts.interface, message.interface);
  message.ruleId = textIn(line, octetTexts.ruleId, message.ruleId);
  message.trackerId = textIn(line, octetTexts.trackerId, message.trackerId);
  message.reason = textIn(line, octetTexts.reason, message.reason);
  forgetTexts();
}

/** The text that was kept there, or the one that the message has. */
export function textIn(line: Uint8Array, { start, end }: ByteRange, text: string | null): string | null {
  return start === end ? text : textOf(line, start, end);
}

/**
 * As `fieldText`, of printable ASCII: what is stored as it stands there is kept in the line, with null for the field.
 */
// oxlint-disable-next-line max-params -- it runs a dozen times per line
export function fieldIn(
  line: Uint8Array,
  { start, end }: ByteRange,
  limit: number,
  kept: ByteRange,
): string | null {
  setRange(kept, 0, 0);
  if (start === end) return null;
  const isAsStored = end - start <= limit && line[start] !== BLANK && line[end - 1] !== BLANK;
  if (!isAsStored || (end - start === 1 && line[start] === DASH))
    return fieldText(textOf(line, start, end), limit);
  setRange(kept, start, end);
  return null;
}

/** As `canonicalAddress`, blanks around it left out; an address of version 4 is kept in the line, with null for it. */
export function addressIn(line: Uint8Array, { start, end }: ByteRange, kept: ByteRange): string | null {
  setRange(kept, 0, 0);
  if (start === end) return null;
  if (!isDottedQuad(line, start, end)) return canonicalAddress(textOf(line, start, end).trim());
  setRange(kept, start, end);
  return null;
}

/** As `portNumber`. */
export function portIn(line: Uint8Array, { start, end }: ByteRange): number | null {
  const value = end - start > MAX_PORT_DIGITS ? -1 : decimalIn(line, start, end);
  return value >= 0 && value <= MAX_PORT ? value : null;
}

/** A text that the same device prints again and again. */
export function wordIn(line: Uint8Array, { start, end }: ByteRange): string {
  return start === end ? "" : textOfBytes(line, start, end);
}

/** Four numbers up to 255 without leading zeros. */
export function isDottedQuad(line: Uint8Array, start: number, end: number): boolean {
  let numbers = 0;
  let value = -1;
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (code === DOT) {
      if (value < 0) return false;
      numbers++;
      value = -1;
    } else if (isDigit(code) && value !== 0) {
      value = (value < 0 ? 0 : value * 10) + code - 0x30;
      if (value > 255) return false;
    } else {
      return false;
    }
  }
  return numbers === 3 && value >= 0;
}

/** Whether the same stands in two places of a line. */
export function isSameRange(line: Uint8Array, one: ByteRange, other: ByteRange): boolean {
  if (one.end - one.start !== other.end - other.start) return false;
  for (let offset = one.start; offset < one.end; offset++)
    if (line[offset] !== line[other.start + offset - one.start]) return false;
  return true;
}
