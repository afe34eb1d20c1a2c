import type { Line } from "../line";
import { MONTHS, readVendorTime } from "../header/vendor-time";

/** A whole date and time in front of a level, wherever a text's head has it: `78017 a1b2 -- - 2026-11-21T10:49:59Z WARN (4): `. */
const BEFORE_LEVEL =
  /[ |\t\])](20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?)(?: \||\t)? ?[[(<]?(?:TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|SEVERE|ALERT|EMERG|FATAL|trace|debug|verbose|info|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|alert|emerg|fatal)(?![\w=-])/;
/** A date whose month is a word of any language: `[02/sept./2026:00:11:31 +0000]`, `2 déc. 2026 10:49:59`. */
const WORDED =
  /(?:^(?:[A-Z][a-z]{2}, )?|[[(|\t"])(\d{1,2})(?:[/-]|\.? )([A-Za-zÀ-ÿ]{3,10})\.?[/ -](20\d\d)(?::|,? (?:à |um )?)(\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(?: ?([+-]\d\d:?\d\d))?(?=[\])|\s,"]|$)/;
/** Date and time that a bar parts, perhaps behind a level's letter: `E[2026-11-21|10:49:59.123] `; an hour of one digit behind two blanks. */
const BARRED =
  /^[A-Z]?[[(](20\d\d-\d\d-\d\d)(?:\||[T ] ?(?=\d:))(\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?)[\])](?=[\s:,]|$)/;
const MARKS = /[\u0300-\u036f]/g;
/** By the first three letters in English, French, German, Dutch, Spanish, Italian and Portuguese. */
const MONTH_WORDS = new Map(
  [
    "jan ene gen",
    "feb fev",
    "mar mrz mrt maa",
    "apr avr abr",
    "may mai mei mag maj",
    "jun giu",
    "jul lug",
    "aug aou ago",
    "sep set",
    "oct okt ott out",
    "nov",
    "dec dez dic",
  ].flatMap((words, index) => words.split(" ").map((word): [string, number] => [word, index + 1])),
);
const FRENCH = new Map([
  ["juin", 6],
  ["juil", 7],
]);
/** Before noon and after it, with which a text begins: `1/27/2026 4:48:48 PM`. */
const HALF_DAY =
  /^\[?((?:\d{1,2}\/\d{1,2}\/20\d\d|20\d\d[-/]\d\d[-/]\d\d|\d\d([.-])\d\d\2(?:20)\d\d),? \d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)? ?[AP]M)\]?(?=[\s),:;|"-]|$)/i;
/** The day first, as dots have it. */
const DASHED_DAY = /^(\d\d)-(\d\d)-/;
/**
 * Dots in a date that begins with the year, or its month's word, perhaps behind a count of lines: `0000000060 2026.12.07 08:49:58.002`,
 * `2026-Nov-21 10:49:59`, `2026-11-21_10:49:59`, `[2026.11.21-10.49.59:123]`.
 */
const COUNTED =
  /^(?:\d{1,12}[:.)]?[ \t]{1,2})?\[?(20\d\d)([-./])(\d\d|[A-Z][a-z]{2})\2(\d\d)[T _-] ?(\d\d)([:.])(\d\d)\6(\d\d)(?:[.,:](\d{1,9}))?\]?(?=[\s),:;|"[]|$)/;
/** The day first: `21.11.2026 10:49:59`, or behind a process and its part, as Redis writes it, `7:M 21 Nov 2026 10:49:59.123`. */
const DAY_COUNTED =
  /^(?:\d{1,10}:[A-Z] |\[)?(\d\d)([ .])(\d\d|[A-Z][a-z]{2})\2(20\d\d),? (\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\]?(?=[\s),:;|"]|$)/;
const MAX_HEAD = 96;

type Found = { micros: number | null; end: number };

/** The time that a text begins with where its hours are counted to twelve; null where it begins otherwise. */
export function halfDayTime(text: string, line: Line): Found | null {
  const match = HALF_DAY.exec(text.slice(0, MAX_HEAD));
  return match === null
    ? null
    : { micros: readVendorTime((match[1] ?? "").replace(DASHED_DAY, "$1.$2."), line), end: match[0].length };
}

/** The time that a text begins with behind a count of its lines, or whose date has dots; null where it has none. */
export function countedTime(text: string, line: Line): Found | null {
  const head = text.slice(0, MAX_HEAD);
  const match = COUNTED.exec(head);
  if (match === null) return dayFirstTime(head, line);
  const [whole, year, , month = "", day, hour, , minute, second, fraction = "0"] = match;
  return foundTime(
    whole,
    `${year}-${monthNumber(month)}-${day} ${hour}:${minute}:${second}.${fraction}`,
    line,
  );
}

function dayFirstTime(head: string, line: Line): Found | null {
  const match = DAY_COUNTED.exec(head);
  if (match === null) return null;
  const [whole, day, , month = "", year, clock, fraction = "0"] = match;
  return foundTime(whole, `${year}-${monthNumber(month)}-${day} ${clock}.${fraction}`, line);
}

function foundTime(whole: string, time: string, line: Line): Found | null {
  const micros = readVendorTime(time, line);
  return micros === null ? null : { micros, end: whole.length };
}

function monthNumber(month: string): string {
  return MONTHS.includes(month) ? String(MONTHS.indexOf(month) + 1).padStart(2, "0") : month;
}

/** A time in the head of a text that has it in front of a level, or with the month of another language. */
export function timeInHead(head: string, line: Line): number | null {
  if (!head.includes("20")) return null;
  const [, barred = "", hour = ""] = BARRED.exec(head) ?? [];
  if (barred !== "")
    return readVendorTime(
      `${barred} ${hour.replace(",", ".").padStart(hour.indexOf(":") === 1 ? hour.length + 1 : 0, "0")}`,
      line,
    );
  const leading = BEFORE_LEVEL.exec(head)?.[1];
  if (leading !== undefined) return readVendorTime(leading.replace(",", "."), line);
  const [, day = "", word = "", year = "", clock = "", zone = ""] = WORDED.exec(head) ?? [];
  const month = monthOf(word);
  if (month === undefined) return null;
  const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readVendorTime(`${date}T${clock}${zone}`, line);
}

function monthOf(word: string): number | undefined {
  const plain = word.normalize("NFD").replaceAll(MARKS, "").toLowerCase();
  return FRENCH.get(plain.slice(0, 4)) ?? MONTH_WORDS.get(plain.slice(0, 3));
}
