import type { Line } from "../../line";
import { monthOf } from "../../header/month-words";
import { MONTHS, readEpoch, readVendorTime } from "../../header/vendor-time";

/**
 * A whole date and time in front of a level, wherever a text's head has it: `78017 a1b2 -- - 2026-11-21T10:49:59Z WARN
 * (4): `.
 */
const BEFORE_LEVEL =
  /[ |\t\])](20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?)(?: \||\t)? ?[[(<]?(?:TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|SEVERE|ALERT|EMERG|FATAL|trace|debug|verbose|info|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|alert|emerg|fatal)(?![\w=-])/;
/** A date whose month is a word of any language: `[02/sept./2026:00:11:31 +0000]`, `2 déc. 2026 10:49:59`. */
const WORDED =
  /(?:^|[[(|\t"]|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )(\d{1,2})(?:[/-]|\.? )([A-Za-zÀ-ÿ]{3,10})\.?[/ -](20\d\d)(?::|,? (?:à |um )?)(\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(?: ?([+-]\d\d:?\d\d))?(?=[\])|\s,"]|$)/;
/** As RouterOS has it in its own files: `nov/21/2026 10:49:59 `. */
const MONTH_FIRST = /^\[?([A-Za-z]{3})\/(\d\d)\/(20\d\d) (\d\d:\d\d:\d\d)(?=[\s\],;|]|$)/;
/** `,"7/21/2026 3:30",`: in a column, perhaps without seconds. */
const SLASHED_COLUMN =
  /[,;|\t]"?((\d{1,2})\/(\d{1,2})\/20\d\d) (\d{1,2}:\d\d)(:\d\d)?( [AP]M)?"?(?=[,;|\t]|$)/;
const MONTHS_OF_A_YEAR = 12;
/** As analysers of captures list packets: `,"Nov 21, 2026 10:49:59.123456789 UTC",`. */
const SPOKEN_COLUMN =
  /[,;|\t]"?([A-Z][a-z]{2}) {1,2}(\d{1,2}), (20\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?: (?:UTC|GMT))?"?(?=[,;|\t])/;
/**
 * The year first, with two digits, before a level and the class that speaks, as frameworks of Java for clusters write
 * it: `26/11/21 10:49:59 INFO Worker: `.
 */
const SHORT_YEAR =
  /^([23]\d|1[3-9])\/([01]\d)\/([0-3]\d) (\d\d:\d\d:\d\d)(?=,?\d{0,3} (?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) {1,2}(?:[a-z][\w$-]{0,32}\.){0,12}[A-Z][\w.$]{1,64}(?:\$)?: )/;
/**
 * Date and time that a bar parts, perhaps behind a level's letter: `E[2026-11-21|10:49:59.123] `; an hour of one digit
 * behind two blanks.
 */
const BARRED =
  /^[A-Z]?[[(](20\d\d-\d\d-\d\d)(?:\||[T ] ?(?=\d:))(\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?)[\])](?=[\s:,]|$)/;
/** Before noon and after it, with which a text begins: `1/27/2026 4:48:48 PM`. */
const HALF_DAY =
  /^\[?((?:\d{1,2}\/\d{1,2}\/20\d\d|20\d\d[-/]\d\d[-/]\d\d|\d\d([.-])\d\d\2(?:20)\d\d),? \d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)? ?[AP]M)\]?(?=[\s),:;|"-]|$)/i;
/** The day first, as dots have it. */
const DASHED_DAY = /^(\d\d)-(\d\d)-/;
/**
 * Dots in a date that begins with the year, or its month's word, perhaps behind a count of lines: `0000000060
 * 2026.12.07 08:49:58.002`,
 * `2026-Nov-21 10:49:59`, `2026-11-21_10:49:59`, `[2026.11.21-10.49.59:123]`, `[2026:11:21:10:49:59]`,
 * `2026-11-21-10-49-59`.
 */
const COUNTED =
  /^(?:\d{1,12}[:.)]?[ \t]{1,2})?\[?(?!(?:[\da-f]{1,4}:){7})(20\d\d)([-./:_])(\d\d|[A-Z][a-z]{2})\2(\d\d)[T _:-] ?(\d\d)([:._-])(\d\d)\6(\d\d)(?:[.,:](\d{1,9}))?\]?(?=[\s),:;|"[]|$)/;
/**
 * The day first: `21.11.2026 10:49:59`, `1.2.2026 7:49:59`, `1. 2. 2026 10:49:59`, or behind a process and its part, as
 * Redis writes it, `7:M 21 Nov 2026 10:49:59.123`.
 */
const DAY_COUNTED =
  /^(?:\d{1,10}:[A-Z] |\[)?(\d{1,2})( |\. ?)(\d{1,2}|[A-Z][a-z]{2})\2(20\d\d),? {1,2}(\d{1,2}:\d\d:\d\d)(?:[.,](\d{1,9}))?\]?(?=[\s),:;|"]|$)/;
/** Before the name of what has a time that is not the line's. */
export const NO_OTHER_TIME = String.raw`(?!\w{0,16}(?:expir|valid|until|next|last|since|before|after|start|end|begin|birth|due|sched|boot|built|created))`;
/**
 * Behind the name of who speaks, and perhaps the seconds since a kernel started: `[   88.442538] NAT64: 2026/3/4
 * 20:50:57 (GMT) - `.
 */
const NAMED = new RegExp(
  String.raw`^(?:\[ {0,8}\d{1,9}\.\d{1,9}\] ?)?${NO_OTHER_TIME}[A-Za-z][\w./-]{1,32}(?: [\w./-]{1,24})?(?:\[\d{1,10}\])?: (20\d\d)([-/])(\d{1,2})\2(\d{1,2})[T ](\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(?: ?(Z|[+-]\d\d:?\d\d|\(?(?:UTC|GMT)\)?))?(?= - |[|,:\]] ?| \S|$)`,
  "i",
);
/** The day first and a year of two digits, as routers of German makers write it: `21.11.26 10:49:59 `. */
const SHORT_DOTS = /^\[?([0-3]\d)\.([01]\d)\.([2-9]\d) (\d\d:\d\d:\d\d)(?=[\s\],;|]|$)/;
/**
 * Behind a process or a name in the same bracket, whose date has dots: `[PID:7:12 2026.11.21 10:49:59.123 INFO  Main]
 * `, `[INFO:2026.11.21 10:49:59] `.
 */
const BRACKETED_DOTS =
  /^\[[A-Za-z][\w./-]{0,31}(?:[: ][\w./:-]{1,31}){0,2}[ :|](20\d\d)\.(\d\d)\.(\d\d)[T -](\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(?=[\]\s|])/;
/**
 * As Fluent Bit prints what it would send, by number, tag and seconds: `[3] ebpf.0: [[1775035592.480880374, {}], {…`.
 */
const FORWARDED = /^\[\d{1,9}\] [\w.*-]{1,64}: \[\[?(1\d{9}\.\d{1,9}), ?\{/;
/** What each time has that is told by a clock with a colon. */
export const CLOCK = /\d:\d\d/;
/** What each whole date of this century has that is written in numbers, its year first, but for one with dots. */
export const DATED = /20\d\d[-/]?\d\d/;
const MAX_HEAD = 96;
const CLOCK_LENGTH = "10:49:59".length;

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
  if (match === null) return dayFirstTime(head, line) ?? shortTime(head, line);
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
  const [whole, day = "", , month = "", year, clock = "", fraction = "0"] = match;
  const date = `${year}-${monthNumber(month)}-${padded(day)}`;
  return foundTime(whole, `${date} ${clock.length === CLOCK_LENGTH ? clock : `0${clock}`}.${fraction}`, line);
}

function foundTime(whole: string, time: string, line: Line): Found | null {
  const micros = readVendorTime(time, line);
  return micros === null ? null : { micros, end: whole.length };
}

function monthNumber(month: string): string {
  return MONTHS.includes(month) ? padded(String(MONTHS.indexOf(month) + 1)) : padded(month);
}

function padded(digits: string): string {
  return digits.padStart(2, "0");
}

function shortTime(head: string, line: Line): Found | null {
  const [short, lastYear, monthBehind, dayBehind, time] = SHORT_YEAR.exec(head) ?? [];
  if (short !== undefined) return foundTime(short, `20${lastYear}-${monthBehind}-${dayBehind} ${time}`, line);
  const [whole, day, month, year, clock] = SHORT_DOTS.exec(head) ?? [];
  if (whole === undefined) return null;
  const micros = readVendorTime(`20${year}-${month}-${day} ${clock}`, line);
  return micros === null ? null : { micros, end: whole.length };
}

/** The time behind the name that a text begins with; null where none stands there. */
export function namedTime(text: string, line: Line): number | null {
  const [whole, year, , month = "", day = "", clock = "", zone = ""] =
    NAMED.exec(text.slice(0, MAX_HEAD)) ?? [];
  if (whole === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const offset = /utc|gmt/i.test(zone) ? "Z" : zone;
  return readVendorTime(`${date}T${clock.replace(",", ".")}${offset}`, line);
}

/** A time in the head of a text that has it in front of a level, or with the month of another language. */
export function timeInHead(head: string, line: Line): number | null {
  const forwarded = head.includes("[1") ? FORWARDED.exec(head)?.[1] : undefined;
  if (forwarded !== undefined) return readEpoch(forwarded);
  if (!head.includes("20") || !CLOCK.test(head)) return null;
  const isDated = DATED.test(head);
  const [, barred = "", hour = ""] = (isDated ? BARRED.exec(head) : null) ?? [];
  if (barred !== "")
    return readVendorTime(
      `${barred} ${hour.replace(",", ".").padStart(hour.indexOf(":") === 1 ? hour.length + 1 : 0, "0")}`,
      line,
    );
  const dotted = head.startsWith("[") ? BRACKETED_DOTS.exec(head) : null;
  if (dotted !== null) {
    const [, year, month, day, clock = ""] = dotted;
    return readVendorTime(`${year}-${month}-${day} ${clock.replace(",", ".")}`, line);
  }
  const named = head.includes(": 20") ? namedTime(head, line) : null;
  if (named !== null) return named;
  const leading = isDated ? BEFORE_LEVEL.exec(head)?.[1] : undefined;
  if (leading !== undefined) return readVendorTime(leading.replace(",", "."), line);
  const spoken = head.includes(", 20") ? SPOKEN_COLUMN.exec(head) : null;
  if (spoken !== null) {
    const [, word = "", day = "", year = "", time = ""] = spoken;
    return worded({ day, word, year, time }, line);
  }
  const isSlashed = head.includes("/20");
  const column = isSlashed ? slashedColumn(head, line) : null;
  if (column !== null) return column;
  const [, first = "", dayBehind = "", yearBehind = "", time = ""] =
    (isSlashed ? MONTH_FIRST.exec(head) : null) ?? [];
  if (time !== "") return worded({ day: dayBehind, word: first, year: yearBehind, time }, line);
  const [, day = "", word = "", year = "", clock = "", zone = ""] = WORDED.exec(head) ?? [];
  return word === "" ? null : worded({ day, word, year, time: `${clock}${zone}` }, line);
}

type Worded = { day: string; word: string; year: string; time: string };

/** Of a date whose month is a word; null where it is none. */
function worded({ day, word, year, time }: Worded, line: Line): number | null {
  const month = monthOf(word);
  if (month === undefined) return null;
  const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readVendorTime(`${date}T${time}`, line);
}

/** The time of a column, where its day and its month cannot be taken for each other. */
function slashedColumn(head: string, line: Line): number | null {
  const [, date = "", first = "", second = "", clock = "", seconds = ":00", half = ""] =
    SLASHED_COLUMN.exec(head) ?? [];
  const isClear = first === second || Number(first) > MONTHS_OF_A_YEAR || Number(second) > MONTHS_OF_A_YEAR;
  return date !== "" && isClear ? readVendorTime(`${date} ${clock}${seconds}${half}`, line) : null;
}
