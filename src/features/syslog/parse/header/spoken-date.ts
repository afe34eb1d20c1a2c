import { BLANK, COLON, COMMA, DASH, DOT, isDigit, isLetter, SLASH } from "../values/characters";

const LETTER_M = 0x6d;
const LETTER_T = 0x54;
/** `10:49:59 PM`, perhaps with a fraction; the hour may be one digit. */
const HALF_DAY = /(?<=^|[ T,])(\d{1,2})(:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?([AP])M$/i;
/** `20261121T104959Z`, `20261121104959`, `20261121104959.123`. */
const COMPACT =
  /^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)T?([0-2]\d)([0-5]\d)([0-5]\d)((?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)$/;
/** Of its digits; no instant since 1970 has so many. */
export const COMPACT_LENGTH = 14;
const MONTHS = 12;
/** `November 21, 2026 10:49:59`, `Nov 21, 2026 @ 10:49:59.000` of Kibana, `Nov 21, 2026, 10:49:59`. */
const WITH_COMMA = /^([A-Z][a-z]{2})[a-z]{0,6} (\d{1,2}), (\d{4}),? (?:@ |at )?(?=\d)/;
/** `21-Nov-2026`, `21 Nov 2026` and, behind a weekday, the date of RFC 9110. */
const DAY_FIRST = /^(?:[A-Z][a-z]{2}, )?(\d\d)([ -])([A-Z][a-z]{2})\2(?=\d{4}[ :])/;
/** `7Feb2020 11:56:54`, as Check Point has it. */
const JOINED = /^(\d{1,2})([A-Z][a-z]{2})(\d{4}) {1,2}(?=\d\d:\d\d:\d\d$)/;
/** `21.11.2026 10:49:59`, the day first wherever dots stand. */
const DOTTED = /^(\d\d)\.(\d\d)\.(\d{4})(?= \d\d:)/;
/** `2026-11-21-10.49.59.000`, as Db2 has it. */
const WITH_DOTS = /^(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.(\d\d)(?=$|\.\d)/;
/** `2026-2-4 9:01:01`: without leading zeros. */
const SHORT = /^(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2})(?=:\d\d:\d\d)/;
/** `1/5/2026, 9:03:04`: month first, as in America, where it can be one. */
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2})(?=:)/;

/**
 * A date and time in one of the shapes that people and pages write, in one that logs have: the hours of a day counted to
 * 24, month or year first. Any other text as it is.
 */
export function plainDate(text: string): string {
  const whole = (text.charCodeAt(text.length - 1) | 0x20) === LETTER_M ? withWholeDay(text) : text;
  if (whole.charCodeAt(4) === DASH && whole.charCodeAt(10) === DASH)
    return whole.replace(WITH_DOTS, "$1T$2:$3:$4");
  if (whole.charCodeAt(4) === DASH)
    return whole.charCodeAt(7) === DASH && whole.charCodeAt(13) === COLON
      ? whole
      : whole.replace(SHORT, padded);
  if (isLetter(whole.charCodeAt(0))) {
    if (whole.charCodeAt(3) === COMMA) return whole.replace(DAY_FIRST, "$1/$3/");
    return whole.includes(",") ? whole.replace(WITH_COMMA, "$1 $2 $3 ") : whole;
  }
  const third = whole.charCodeAt(2);
  if (third === DOT) return whole.replace(DOTTED, "$3-$2-$1");
  if ((third === DASH || third === BLANK) && isLetter(whole.charCodeAt(3)))
    return whole.replace(DAY_FIRST, "$1/$3/");
  if (isLetter(third) || isLetter(whole.charCodeAt(1))) return whole.replace(JOINED, joined);
  if (third === SLASH || whole.charCodeAt(1) === SLASH) return whole.replace(AMERICAN, american);
  const isCompact =
    whole.length === COMPACT_LENGTH ||
    whole.charCodeAt(COMPACT_LENGTH) === DOT ||
    whole.charCodeAt(8) === LETTER_T;
  return isCompact && isDigit(whole.charCodeAt(7)) ? whole.replace(COMPACT, "$1-$2-$3T$4:$5:$6$7") : whole;
}

function joined(_: string, ...[day = "", month = "", year = ""]: string[]): string {
  return `${day.padStart(2, "0")}/${month}/${year} `;
}

/** A day beyond the twelfth cannot be a month. */
function american(_: string, ...[first = "", second = "", year = "", hour = ""]: string[]): string {
  const [month, day] = Number(first) > MONTHS && Number(second) <= MONTHS ? [second, first] : [first, second];
  return `${month.padStart(2, "0")}/${day.padStart(2, "0")}/${year} ${hour.padStart(2, "0")}`;
}

/** `22:49:59` of `10:49:59 PM`. */
function withWholeDay(text: string): string {
  return text.replace(HALF_DAY, (_: string, ...[hour = "", rest = "", half = ""]: string[]) => {
    const hours = (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
    return `${String(hours).padStart(2, "0")}${rest}`;
  });
}

function padded(_: string, ...[year = "", month = "", day = "", hour = ""]: string[]): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")} ${hour.padStart(2, "0")}`;
}
