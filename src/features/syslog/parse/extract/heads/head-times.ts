import type { Line } from "../../line";
import { readLeadingTime } from "../../header/leading-time";
import { readEpoch, readVendorTime } from "../../header/vendor-time";
import { CAPITALS, DIGITS, LETTERS, StartForm } from "../../values/start-form";
import { halfDayTime, NO_OTHER_TIME } from "./odd-times";

const MAX_HEAD = 160;
/** A clock, perhaps with a fraction. */
const CLOCK = String.raw`(\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?)`;
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";

const CAPITAL_LEVEL =
  "(?:TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|SEVERE|FATAL|PANIC)";
const LEVEL = String.raw`(?:${CAPITAL_LEVEL}|trace|debug|info|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|fatal)`;

/**
 * What stands in front of a whole date: a count, marks (`### `, `'`), a container's or a process manager's name before
 * a bar, names
 * in up to three brackets, a level between bars or colons as Python has it (`INFO:main:`), a program with its process,
 * or with a
 * level. Behind the first two a level may follow.
 */
const BEFORE = new RegExp(
  [
    String.raw`^(?:(?:\(\d{1,10}\)|#\d{1,10}:?) `,
    String.raw`[#*>'<|({=~-]{1,4} {0,2}`,
    String.raw`(?:\d{1,4}\|)?[\w.@-]{1,64} {1,16}\| (?:${LEVEL}:? {1,5})?`,
    String.raw`(?:[[{(][\w ./:@#-]{1,96}[\]})]:? {0,3}){1,3}(?:\d{1,10} {1,2}- |- |${LEVEL}:? {1,5}|${NO_OTHER_TIME}[A-Za-z][\w.-]{1,40}: {1,2})?`,
    String.raw`(?:<${LEVEL}>:?|\| {0,2}${LEVEL} {1,5}\|) {1,3}`,
    String.raw`\[?${LEVEL}\]?:? {1,5}`,
    String.raw`[A-Za-z][\w.-]{1,40} (?:${CAPITAL_LEVEL}|\[${LEVEL}\]):? {1,5}`,
    String.raw`[A-Za-z][\w.-]{1,40} - (?=20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - )`,
    String.raw`(?:[A-Za-z][\w.-]{0,40}:)?${LEVEL}:(?:[A-Za-z][\w.-]{0,40}:)?`,
    String.raw`[A-Za-z][\w.-]{1,40}(?:\[\d{1,10}\]|\(\d{1,10}\)|:(?:debug|info|warn|warning|error)):? {1,3})(?=\d)`,
  ].join("|"),
);
/**
 * Date and time in brackets of their own, behind a bar or a comma: `E[2026-11-21|10:49:59.123] `,
 * `[2026-11-21][10:49:59]`, `2026-11-21, 10:49:59, `.
 */
const APART = new StartForm(
  `[2${CAPITALS}`,
  new RegExp(String.raw`^(?:[A-Z]{1,5} ?)?\[?(20\d\d-\d\d-\d\d)(?:\||\]\[|, )${CLOCK}(?=[\], ])`),
);
/** `21.11.2026, 10:49:59: `, as a browser in a German country prints it. */
const GERMAN = new StartForm(
  `[${DIGITS}`,
  new RegExp(String.raw`^\[?(\d{1,2})\.(\d{1,2})\.(20\d\d), ${CLOCK}(?=[\]:; ]|$)`),
);
/**
 * `21/11/2026, 10:49:59`, as a browser in any country prints it, where day and month cannot be taken for each other.
 */
const SLASHED = new StartForm(
  `[${DIGITS}${LETTERS}`,
  new RegExp(
    String.raw`^(?:\[|[A-Za-z][\w.-]{0,31}[|;\t])?(\d{1,2})/(\d{1,2})/(20\d\d)(?:, |(?<=[|;\t]\d{1,2}/\d{1,2}/20\d\d) )${CLOCK}(?! ?[AP]M)(?=[\]:; |\t]|$)`,
    "i",
  ),
);
/** `November 21, 2026 10:49:59 `. */
const MONTH_AND_NAME = new StartForm(
  "[JFMASOND",
  new RegExp(
    String.raw`^\[?(January|February|March|April|June|July|August|September|October|November|December) (\d{1,2}),? (20\d\d),? ${CLOCK}(?! ?[AP]M)(?=[\]:; ]|$)`,
  ),
);
/**
 * A day before a month's name: Redis' `7:M 21 Nov 2026 10:49:59.123 * `, Erlang's `=INFO REPORT====
 * 21-Nov-2026::10:49:59 ===`, `[21Nov2026 10:49:59.123]`, `21-Nov-26 10:49:59 `.
 */
const DAY_AND_NAME = new StartForm(
  `[=${DIGITS}`,
  new RegExp(
    String.raw`^(?:\d{1,10}:[A-Z] |=[A-Z ]{4,24}={4} |\[)?(\d{1,2})([ -]?)([A-Z][a-z]{2})\2((?:20)?[2-9]\d)(?: |::)${CLOCK}(?=[\] ,]|$)`,
  ),
);
/** `Sat 21 Nov 10:49:59 UTC 2026`, as `date` prints it in some countries. */
const YEAR_LAST = new StartForm(
  "MTWFS",
  new RegExp(
    String.raw`^${DAY},? {1,2}(\d{1,2}) ([A-Z][a-z]{2}) ${CLOCK}(?: [AP]M)?(?: [A-Z]{3,4})? (20\d\d)(?=[\s:,]|$)`,
  ),
);
/** A weekday in front of a date in numbers. */
const WEEKDAY = new StartForm("[MTWFS", new RegExp(String.raw`^\[?${DAY},? (?=20\d\d-)`));
/** WebLogic's `####<Nov 21, 2026 10:49:59 AM UTC> <Notice> `. */
const ANGLED = new StartForm(
  "#<",
  /^#{0,4}<([A-Z][a-z]{2} \d{1,2}, 20\d\d,? \d{1,2}:\d\d:\d\d)([.,]\d{3})?( [AP]M)?( [A-Z]{3,4})?> </,
);
/**
 * Year, month and day in six digits or eight: `[I 261121 10:49:59 web:12] `, `261121 10:49:59 [Note] `, `I20261121
 * 10:49:59.123456 7 file.cc:12] `.
 */
const SHORT_DATE = new StartForm(
  `[DIWECF${DIGITS}`,
  new RegExp(String.raw`^(?:\[?[DIWECF] ?)?(?:20)?([2-4]\d)([01]\d)([0-3]\d) {1,2}${CLOCK}(?=[\] ])`),
);
/**
 * A pair behind the level's or the program's, as loggers of Go write it: `level=info ts=2026-11-21T10:49:59.123Z
 * caller=…`.
 */
const PAIRED =
  /^(?:(?:level|lvl|severity|app|logger|component|service|name|host)=["']?[\w./:@-]{1,48}["']?[ ,;]{1,2}){1,2}(?:time(?:stamp)?|ts?|datetime)=(?:"(20[^"]{8,38})"|(20[\d:.T+Z-]{8,38}))(?=[ |,;\t]|$)/;
/** Fourteen digits alone, perhaps with a fraction. */
const WHOLE = new StartForm("2", /^(20[2-4]\d)([01]\d)([0-3]\d)([0-2]\d)([0-5]\d)([0-5]\d)(\.\d{1,9})?(?= )/);
/** A row of Windows' DHCP server: `30,11/21/26,10:49:59,`, month first wherever it runs. */
const LEASE_ROW = new StartForm(DIGITS, new RegExp(String.raw`^\d{1,3},(\d\d)\/(\d\d)\/(\d\d),${CLOCK},`));
/** WebSphere's `[11/21/26 10:49:59:123 UTC] 0000003a `. */
const THREADED = new StartForm(
  "[",
  /^\[(\d{1,2})\/(\d{1,2})\/(\d\d) (\d{1,2}:\d\d:\d\d):(\d{3}) ([A-Z]{3,4})\] [\da-f]{8} /,
);
/**
 * Seconds since 1970 in a bracket or before a colon, perhaps behind a level: `[INFO] [1795258199.123456]: `,
 * `[1795258199] `.
 */
const SECONDS = new StartForm(
  "[<1",
  /^(?:[[<] ?[A-Za-z]{3,8} ?[\]>] {1,2})?(?:\[(1[4-9]\d{8}(?:\.\d{1,9})?)\]|(1[4-9]\d{8}(?:\.\d{1,9})?):(?= ))/,
);
/** The same as a floating-point number, as zap prints it: `1.795258199123456e+09`. */
const FLOATING = new StartForm("1", /^(1)\.(\d{9})(\d{0,9})e\+09(?=\t)/);
/** A clock's colon, or a date or seconds in digits alone: all but a pair's time have one of these. */
const CLOCK_OR_NUMBER = /\d:\d\d|\d{8}/;
const MONTHS = 12;
const MONTH_LENGTH = "Jan".length;

/**
 * The time in the head of a text as loggers print it, in microseconds; null where there is none, or more than one that
 * it may mean.
 */
export function headTime(text: string, line: Line): number | null {
  const head = text.slice(0, MAX_HEAD);
  if (!CLOCK_OR_NUMBER.test(head)) return pairedTime(head, line);
  const before = BEFORE.exec(head)?.[0].length ?? WEEKDAY.exec(head)?.[0].length ?? 0;
  const behind = before === 0 ? null : plainTime(head.slice(before), line);
  return (
    behind ?? secondsOf(head) ?? pairedTime(head, line) ?? wordedTime(head, line) ?? numberedTime(head, line)
  );
}

function pairedTime(head: string, line: Line): number | null {
  const [, quoted, bare = ""] =
    head.includes("=20") || head.includes('="20') ? (PAIRED.exec(head) ?? []) : [];
  return readVendorTime(quoted ?? bare, line);
}

function plainTime(text: string, line: Line): number | null {
  return halfDayTime(text, line)?.micros ?? readLeadingTime(text, 0, line)?.micros ?? null;
}

function secondsOf(head: string): number | null {
  const [, bracketed, plain = ""] = SECONDS.exec(head) ?? [];
  const [, first, whole, fraction = ""] = FLOATING.exec(head) ?? [];
  return readEpoch(first === undefined ? (bracketed ?? plain) : `${first}${whole}.${fraction || "0"}`);
}

function wordedTime(head: string, line: Line): number | null {
  const [, day = "", , month, year = "", clock] = DAY_AND_NAME.exec(head) ?? [];
  if (clock !== undefined) return read(`${day.padStart(2, "0")}/${month}/20${year.slice(-2)}`, clock, line);
  const [, long = "", date = "", ofYear, since] = MONTH_AND_NAME.exec(head) ?? [];
  if (since !== undefined)
    return read(`${date.padStart(2, "0")}/${long.slice(0, MONTH_LENGTH)}/${ofYear}`, since, line);
  const [, first = "", name, time, last] = YEAR_LAST.exec(head) ?? [];
  if (time !== undefined) return read(`${first.padStart(2, "0")}/${name}/${last}`, time, line);
  const [, angled, fraction = "", half = "", zone = ""] = ANGLED.exec(head) ?? [];
  return angled === undefined
    ? null
    : readVendorTime(`${angled}${fraction.replace(",", ".")}${half}`, inZone(line, zone.trim()));
}

/** What a time of universal time is read against; any other zone's name means another zone in each country. */
function inZone(line: Line, zone: string): Line {
  return zone === "UTC" || zone === "GMT" ? { ...line, timeZone: "UTC", headerOffsetSeconds: null } : line;
}

function numberedTime(head: string, line: Line): number | null {
  const [, date, apart] = APART.exec(head) ?? [];
  if (date !== undefined && apart !== undefined) return read(date, apart, line);
  const [, dotted = "", second = "", whole, clock] = GERMAN.exec(head) ?? [];
  if (clock !== undefined)
    return read(`${whole}-${second.padStart(2, "0")}-${dotted.padStart(2, "0")}`, clock, line);
  const slashed = head.includes(", ") || head.includes("/20") ? slashedTime(head, line) : null;
  if (slashed !== null) return slashed;
  const [, year, month, day, time] = SHORT_DATE.exec(head) ?? [];
  if (time !== undefined) return read(`20${year}-${month}-${day}`, time, line);
  const [, leaseMonth, leaseDay, leaseYear, leased] = LEASE_ROW.exec(head) ?? [];
  if (leased !== undefined) return read(`20${leaseYear}-${leaseMonth}-${leaseDay}`, leased, line);
  return threadedTime(head, line) ?? wholeTime(head, line);
}

/** Null where day and month may be taken for each other. */
function slashedTime(head: string, line: Line): number | null {
  const [, first = "", second = "", year, clock] = SLASHED.exec(head) ?? [];
  const isDayFirst = Number(first) > MONTHS;
  if (clock === undefined || (!isDayFirst && Number(second) <= MONTHS && first !== second)) return null;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return read(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, clock, line);
}

/** A day beyond the twelfth cannot be a month. */
function threadedTime(head: string, line: Line): number | null {
  const [, first = "", second = "", year, clock, millis, zone] = THREADED.exec(head) ?? [];
  if (clock === undefined) return null;
  const [month, day] = Number(first) > MONTHS ? [second, first] : [first, second];
  const date = `20${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return read(date, `${clock}.${millis}`, inZone(line, zone ?? ""));
}

function wholeTime(head: string, line: Line): number | null {
  const [, year, month, day, hour, minute, second = "", fraction = ""] = WHOLE.exec(head) ?? [];
  return year === undefined
    ? null
    : read(`${year}-${month}-${day}`, `${hour}:${minute}:${second}${fraction}`, line);
}

function read(date: string, clock: string, line: Line): number | null {
  const whole = clock.indexOf(":") === 1 ? `0${clock}` : clock;
  return readVendorTime(`${date} ${whole.replace(",", ".")}`, line);
}
