import { textOf } from "../../event/byte-range";
import type { Body } from "../fast/body-tests";
import {
  BARRED_PAIRS,
  delimiterBetween,
  LEEF_KEYS,
  LEEF_MARK,
  type LeefExtra,
  MAX_LOOK_AHEAD,
} from "../formats/leef";
import type { AskedLine } from "../line";
import { readExtensionOctets } from "../octets/octet-extension";
import { fillFromOctets } from "../octets/octet-fields";
import { memoized } from "../octets/octet-memo";
import { isPrintable, isThere } from "../octets/octet-range";
import { hasBothEnds, hasEnd, wordIn } from "../octets/octet-texts";
import { OctetValues } from "../octets/octet-values";
import { vendorTimeIn } from "../octets/octet-vendor-time";
import { BACKSLASH, BAR, BLANK, EQUALS, isKeyCharacter, QUOTE, TAB, TILDE } from "../values/characters";
import { setActionOfCode, setActionOfEvent } from "../values/action";
import { fieldText } from "../values/field-text";
import { vendorName } from "../values/vendor-name";

/** Behind version, vendor, product, product's version and event id. */
const BARS = 5;
const VERSION_2 = 0x32;
const CARET = 0x5e;
/** Of a delimiter as 2.0 has it, its bar included. */
const MAX_DELIMITER_LENGTH = 7;

const values = new OctetValues<LeefExtra>(LEEF_KEYS, ["eventTime", "category", "sentence", "rare"]);
const bars = new Int32Array(BARS);
/** What parts the pairs of the line that was read last, and where the first begins. */
const extension = { start: 0, delimiter: BLANK };
/** Memo of names as they were met. */
const vendors = new Map<string, string | null>();

/** As `parseLeef`, of lines whose header is whole and whose values that are wanted have no escapes. */
export function readLeefOctets({ line, start }: Body, asked: AskedLine): true | null {
  if (!findBars(line, start) || !findExtension(line, start)) return null;
  values.clear();
  const { start: pairs, delimiter } = extension;
  if (!isPrintable(line, start, pairs) || !readExtensionOctets(line, pairs, values, delimiter, -1))
    return null;
  if (isThere(values.extra.rare)) return null;
  const { message } = asked;
  message.parser = "leef";
  message.vendor = memoized(
    vendors,
    wordIn(line, { start: (bars[0] ?? 0) + 1, end: bars[1] ?? 0 }),
    vendorName,
  );
  const eventId = wordIn(line, { start: (bars[3] ?? 0) + 1, end: bars[4] ?? 0 });
  message.msgid ??= fieldText(eventId);
  fillFromOctets(line, values.fields, message);
  setActionOfCode(message, eventId);
  if (message.action === null) setActionOfEvent(message, wordIn(line, values.extra.category));
  message.eventTimeMicros = vendorTimeIn(line, values.extra.eventTime, asked) ?? message.eventTimeMicros;
  const mayTellOther = isThere(values.extra.sentence) && !hasBothEnds(message);
  if (mayTellOther || !hasEnd(message)) asked.text = textOf(line, start, line.length);
  return true;
}

function findBars(line: Uint8Array, start: number): boolean {
  let count = 0;
  for (let offset = start + LEEF_MARK.length; offset < line.length; offset++) {
    if (line[offset] !== BAR) continue;
    bars[count++] = offset;
    if (count === BARS) return true;
  }
  return false;
}

/** False where the pairs are parted by what keys, values or escapes may have. */
function findExtension(line: Uint8Array, start: number): boolean {
  const first = (bars[BARS - 1] ?? 0) + 1;
  const hasField = line[start + LEEF_MARK.length] === VERSION_2;
  const field = hasField
    ? delimiterBetween(
        wordIn(line, { start: first, end: Math.min(line.length, first + MAX_DELIMITER_LENGTH) }),
        0,
      )
    : null;
  extension.start = field === null ? first : first + field.end;
  const delimiter = field?.code ?? presentDelimiter(line, first);
  extension.delimiter = delimiter;
  const isSign = delimiter === TAB || (delimiter >= BLANK && delimiter <= TILDE);
  return (
    isSign &&
    !isKeyCharacter(delimiter) &&
    delimiter !== EQUALS &&
    delimiter !== BACKSLASH &&
    delimiter !== QUOTE
  );
}

/** As `presentDelimiter` of `parseLeef`. */
function presentDelimiter(line: Uint8Array, start: number): number {
  if (line.indexOf(TAB, start) !== -1) return TAB;
  if (line.indexOf(CARET, start) !== -1) return CARET;
  if (line.indexOf(BAR, start) === -1) return BLANK;
  const head = textOf(line, start, Math.min(line.length, start + MAX_LOOK_AHEAD));
  return BARRED_PAIRS.test(head) ? BAR : BLANK;
}
