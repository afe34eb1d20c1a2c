import { BACKSLASH, BLANK, EQUALS, QUOTE, TAB } from "../values/characters";
import { KEY, KINDS, REFUSED } from "./octet-pairs";
import type { OctetValues } from "./octet-values";

/** Behind all octets of a line. */
const NO_TAB = 2 ** 30;
/** Where the value that is read begins, whose it is, where the last backslash stood, and the first tab in the value. */
const at = { value: 0, slot: -1, backslash: -1, tab: NO_TAB, unread: -1 };

/**
 * As `readExtension`, of what a line has from `start` on, with blanks between its pairs or a `delimiter` that no key or
 * value is written with. False, with some values put all the same, where it has octets that are not printable ASCII,
 * an escape in a value that is wanted, unless it is that of the key `unread`, or a tab in one.
 */
// oxlint-disable-next-line max-params -- it runs for every line
export function readExtensionOctets<Extra extends string>(
  line: Uint8Array,
  start: number,
  values: OctetValues<Extra>,
  delimiter: number,
  unread: number,
): boolean {
  at.unread = unread;
  at.slot = at.backslash = -1;
  at.tab = NO_TAB;
  at.value = start;
  let keyStart = start;
  let hash = 0;
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    const kind = KINDS[code];
    if (kind === KEY) {
      hash = (Math.imul(hash, 31) + code) | 0;
      continue;
    }
    if (kind === REFUSED) {
      if (code !== TAB || delimiter !== TAB) return false;
      if (at.tab === NO_TAB) at.tab = offset;
    } else if (code === BACKSLASH) at.backslash = offset;
    const isKey =
      code === EQUALS &&
      keyStart < offset &&
      (keyStart === start || line[keyStart - 1] === delimiter) &&
      at.backslash !== offset - 1;
    if (isKey) {
      if (!takeValue(line, Math.max(keyStart - 1, at.value), values)) return false;
      at.slot = values.slotOf(line, keyStart, offset, hash);
      at.value = offset + 1;
      at.tab = NO_TAB;
    }
    keyStart = offset + 1;
    hash = 0;
  }
  return takeValue(line, line.length, values);
}

/** Without blanks around it and without its quotes; false for one with an escape or a tab. */
function takeValue<Extra extends string>(
  line: Uint8Array,
  valueEnd: number,
  values: OctetValues<Extra>,
): boolean {
  if (at.slot === -1) return true;
  if (at.backslash >= at.value && at.slot !== at.unread) return false;
  let start = at.value;
  let end = valueEnd;
  while (start < end && (line[start] ?? 0) <= BLANK) start++;
  while (end > start && (line[end - 1] ?? 0) <= BLANK) end--;
  if (at.tab < end) return false;
  if (end - start > 1 && line[start] === QUOTE && line[end - 1] === QUOTE) {
    start++;
    end--;
  }
  values.put(at.slot, start, end);
  return true;
}
