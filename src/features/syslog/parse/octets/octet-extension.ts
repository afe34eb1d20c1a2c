import { BACKSLASH, BLANK, EQUALS, QUOTE } from "../values/characters";
import { KEY, KINDS, REFUSED } from "./octet-pairs";
import type { OctetValues } from "./octet-values";

/** Where the value that is read begins, whose it is, and where the last backslash stood. */
const at = { value: 0, slot: -1, backslash: -1 };

/**
 * As `readExtension`, of what a line has from `start` on, with blanks between its pairs. False, with some values put all
 * the same, where it has octets that are not printable ASCII or an escape in a value that is wanted.
 */
export function readExtensionOctets<Extra extends string>(
  line: Uint8Array,
  start: number,
  values: OctetValues<Extra>,
): boolean {
  at.slot = at.backslash = -1;
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
    if (kind === REFUSED) return false;
    if (code === BACKSLASH) at.backslash = offset;
    const isKey =
      code === EQUALS &&
      keyStart < offset &&
      (keyStart === start || line[keyStart - 1] === BLANK) &&
      at.backslash !== offset - 1;
    if (isKey) {
      if (!takeValue(line, Math.max(keyStart - 1, at.value), values)) return false;
      at.slot = values.slotOf(line, keyStart, offset, hash);
      at.value = offset + 1;
    }
    keyStart = offset + 1;
    hash = 0;
  }
  return takeValue(line, line.length, values);
}

/** Without blanks around it and without its quotes; false for one with an escape. */
function takeValue<Extra extends string>(
  line: Uint8Array,
  valueEnd: number,
  values: OctetValues<Extra>,
): boolean {
  if (at.slot === -1) return true;
  if (at.backslash >= at.value) return false;
  let start = at.value;
  let end = valueEnd;
  while (start < end && line[start] === BLANK) start++;
  while (end > start && line[end - 1] === BLANK) end--;
  if (end - start > 1 && line[start] === QUOTE && line[end - 1] === QUOTE) {
    start++;
    end--;
  }
  values.put(at.slot, start, end);
  return true;
}
