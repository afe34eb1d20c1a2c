import { isSame, textOf } from "../../event/byte-range";
import { fieldText, MAX_FIELD_LENGTH } from "./field-text";

/**
 * Longer texts seldom repeat. No limit of a field is below it, so that the limit does not change what is remembered.
 */
export const MAX_WORD_LENGTH = 20;
const SLOTS = 16_384;
const SLOT_BITS = 14;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;

/**
 * Texts as they were met, each in the one slot that its characters give it, and what `fieldText` makes of them:
 * firewalls print the same few words in every line, and to find one here costs a fifth of cutting it out, checking it,
 * and freeing it again.
 */
const texts: string[] = Array.from({ length: SLOTS }, () => "");
const fields: (string | null)[] = Array.from({ length: SLOTS }, () => null);

/** The same as `text.slice(start, end)`. */
export function textAt(text: string, start: number, end: number): string {
  const slot = end - start > MAX_WORD_LENGTH ? -1 : slotOf(text, start, end);
  return slot === -1 ? text.slice(start, end) : (texts[slot] ?? "");
}

/** The same as `fieldText(text.slice(start, end), limit)`. */
// oxlint-disable-next-line max-params -- as slice has them, and it runs a dozen times per line
export function fieldAt(text: string, start: number, end: number, limit = MAX_FIELD_LENGTH): string | null {
  const slot = end - start > MAX_WORD_LENGTH ? -1 : slotOf(text, start, end);
  return slot === -1 ? fieldText(text.slice(start, end), limit) : (fields[slot] ?? null);
}

/**
 * The same as `fieldAt`, for what seldom comes again, such as the number of a process: to keep it would only displace
 * what does.
 */
export function freshFieldAt(text: string, start: number, end: number): string | null {
  return fieldText(text.slice(start, end));
}

/** The text that ASCII bytes are. */
export function textOfBytes(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > MAX_WORD_LENGTH) return textOf(bytes, start, end);
  let hash = end - start;
  for (let index = start; index < end; index++) hash = Math.imul(hash, 31) + (bytes[index] ?? 0);
  const slot = slotOfHash(hash);
  if (!isSame(texts[slot] ?? "", bytes, start, end)) keep(slot, textOf(bytes, start, end));
  return texts[slot] ?? "";
}

/** The slot that has the text now; -1 for one that cannot be kept. */
function slotOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let index = start; index < end; index++) hash = Math.imul(hash, 31) + text.charCodeAt(index);
  const slot = slotOfHash(hash);
  return isAt(texts[slot] ?? "", text, start, end) || keep(slot, text.slice(start, end)) ? slot : -1;
}

function slotOfHash(hash: number): number {
  return Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS);
}

// oxlint-disable-next-line max-params -- it runs a dozen times per line
function isAt(known: string, text: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let index = 0; index < known.length; index++) {
    if (known.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  }
  return true;
}

/** Keeps a copy, as a part of a line would keep the whole line in memory. False for what a copy would change. */
function keep(slot: number, text: string): boolean {
  const copy = Buffer.from(text).toString();
  if (copy !== text) return false;
  texts[slot] = copy;
  fields[slot] = fieldText(copy);
  return true;
}
