import { BLANK, COLON, DASH, DOT, isDigit, isLetter, SLASH } from "../values/characters";
import {
  isZoneName,
  MAX_ZONE_NAME_LENGTH,
  readIsoTime,
  type TimeReference,
  type Timestamp,
} from "./timestamp";
import { MONTHS } from "./vendor-time";

const MAX_TIME_LENGTH = 48;
/** `2026-11-21 10:49:59`, also with slashes or blanks, days and months of one digit, a `T` or a dash, a fraction behind point or comma, an offset, perhaps as `(UTC+0200)`. */
const ISO =
  /^(\d{4})([-/. ])(\d{1,2}|[A-Z][a-z]{2})\2(\d{1,2})(?: {1,2}|[T:_-]| - )(\d{1,2}:\d\d(?::\d\d|(?![:.,]\d)))([.,]\d{1,9}|:\d{3}(?!\d))?(Z| ?[+-]\d\d:?\d\d|[+-]\d\d| UTC| GMT| ?\(?(?:UTC|GMT)[+-]\d\d:?\d\d\)?)?(?! [AP]M(?!\w))(?=[\s\]),:;|"'>}]|#0|--|$)/;
/** `21/Nov/2026 10:49:59`, `11/21/2026:10:49:59 GMT`, `21-11-2026 - 10:49:59`, `21.11.2026 10:49:59`, `21 Nov 2026 10:49:59`. */
const DAY_FIRST =
  /^(\d\d)([-/. ])([A-Z][a-z]{2}|\d\d)[-/. ](\d{4})(?: - |: ?| )(\d\d:\d\d(?::\d\d|(?![:.,]\d)))([.,]\d{1,9})?( [+-]\d{4}| GMT| UTC)?(?! [AP]M(?!\w))(?=[\s\]),:;|"]|$)/;
/** `20261121T104959Z`, `20261121-10:49:59`, `20261121 104959.123`. */
const BASIC =
  /^(\d{4})(\d\d)(\d\d)[T :-](\d\d):?(\d\d):?(\d\d)([.,]\d{1,9})?(Z| ?[+-]\d\d:?\d\d| UTC| GMT)?(?=[\s\]),:;|"]|$)/;
/** Of `(UTC+0100)` what stands around the offset. */
const NO_OFFSET = /[^\d:+Z-]+/g;
const OFFSET_LENGTH = " +0100".length;
const ZONE_BEHIND = /^ (?:([A-Z]{3,4})|[+-]\d\d(?:\d\d)?)(?= |$)/;
const BASIC_DATE_LENGTH = 8;
const HOUR_AND_MINUTE_LENGTH = 5;
const LAST_MONTH = 12;

/**
 * Reads a whole date and time at `start` in the forms that log files have. Null where none stands there. Two numbers
 * with slashes are month and day, as in America, unless the first is no month; with dashes and dots day and month. Hours that are
 * counted to twelve are another form.
 */
export function readLeadingTime(text: string, start: number, reference: TimeReference): Timestamp | null {
  const head = text.slice(start, start + MAX_TIME_LENGTH);
  const fifth = head.charCodeAt(4);
  const iso =
    fifth === DASH || fifth === SLASH || fifth === DOT || isSpaced(head, fifth) ? ISO.exec(head) : null;
  if (iso !== null) {
    const [whole, year, , month = "", day = "", clock, fraction, zone] = iso;
    const named = isLetter(month.charCodeAt(0)) ? String(MONTHS.indexOf(month) + 1) : month;
    return timeOf(`${year}-${named.padStart(2, "0")}-${day.padStart(2, "0")}`, {
      clock,
      fraction,
      zone,
      reference,
      end: zoneEnd(text, start + whole.length, zone),
    });
  }
  if (isDigit(fifth) && isDigit(head.charCodeAt(2))) return readBasicTime(head, start, reference);
  const match = DAY_FIRST.exec(head);
  if (match === null) return null;
  const [whole, first = "", mark, second = "", year, clock, fraction, zone] = match;
  const named = isLetter(second.charCodeAt(0)) ? MONTHS.indexOf(second) + 1 : -1;
  if (named === 0 || (named === -1 && mark === " ")) return null;
  const isDayFirst = mark === "/" ? Number(first) > LAST_MONTH : Number(second) <= LAST_MONTH;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const date = named > 0 ? `${year}-${String(named).padStart(2, "0")}-${first}` : `${year}-${month}-${day}`;
  return timeOf(date, { clock, fraction, zone, reference, end: start + whole.length });
}

/** Go prints the zone twice, `+0200 CEST` or `+0300 +03`; the end of the second. */
function zoneEnd(text: string, end: number, zone = ""): number {
  if (zone.length !== OFFSET_LENGTH || text.charCodeAt(end) !== BLANK) return end;
  const [whole = "", name = ""] = ZONE_BEHIND.exec(text.slice(end, end + MAX_ZONE_NAME_LENGTH + 2)) ?? [];
  return name === "" || isZoneName(name) ? end + whole.length : end;
}

/** `2026 11 21 10:49:59`. */
function isSpaced(head: string, fifth: number): boolean {
  return fifth === BLANK && isDigit(head.charCodeAt(5)) && head.charCodeAt(7) === BLANK;
}

function readBasicTime(head: string, start: number, reference: TimeReference): Timestamp | null {
  if (isDigit(head.charCodeAt(BASIC_DATE_LENGTH))) return null;
  const match = BASIC.exec(head);
  if (match === null) return null;
  const [whole, year, month, day, hour, minute, second, fraction, zone] = match;
  const clock = `${hour}:${minute}:${second}`;
  return timeOf(`${year}-${month}-${day}`, { clock, fraction, zone, reference, end: start + whole.length });
}

type Clock = {
  clock: string | undefined;
  fraction: string | undefined;
  zone: string | undefined;
  reference: TimeReference;
  end: number;
};

/** A clock without seconds is at the minute's start. */
function timeOf(
  date: string,
  { clock = "", fraction = "", zone = "", reference, end }: Clock,
): Timestamp | null {
  const offset = zone === " UTC" || zone === " GMT" ? "Z" : zone.replace(NO_OFFSET, "");
  const padded = clock.charCodeAt(1) === COLON ? `0${clock}` : clock;
  const whole = padded.length === HOUR_AND_MINUTE_LENGTH ? `${padded}:00` : padded;
  const time = readIsoTime(`${date}T${whole}${fraction.replace(":", ".")}${offset}`, 0, reference);
  return time === null || time.micros === null ? null : { ...time, end };
}
