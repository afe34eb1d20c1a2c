import { BLANK, COLON, isDigit, isLetter, OPEN_BRACKET, QUOTE } from "../../values/characters";
import { fieldText } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";
import type { Line } from "../../line";
import { readBsdTime } from "../../header/timestamp";
import { readLeadingTime } from "../../header/leading-time";
import { readDateAndTime, readEpoch, readVendorTime } from "../../header/vendor-time";
import { headTime } from "./head-times";
import { CLOCK, countedTime, DATED, halfDayTime, namedTime, timeInHead } from "./odd-times";

const MAX_HEAD_LENGTH = 96;
/** Of servers, which log to files with a time of their own. */
const LOGGING_PARSERS = new Set([
  "server",
  "sshd",
  "named",
  "exim",
  "dovecot",
  "vsftpd",
  "proftpd",
  "postfix",
]);
/** How far in a text a time in brackets may stand. */
export const MAX_TIME_WITHIN = 160;
const TIME_WITHIN =
  /[[(](?:(?:(?:date)?time|timestamp)[=: ]{1,2})?(?:[A-Z][a-z]{2} (?=[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d)|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?=\d{4}([-/.])\d\d\1\d\d[T ][\d ]\d:\d\d:|\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:))/i;
/** `(2026-11-21 10:49:59)`, with which a text ends. */
const TIME_AT_END = /[[(](\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d)[\])]\.?$/;
const MAX_TAIL = 40;
/** Behind the number or the name that a row begins with. */
const SECOND_COLUMN =
  /^"?[\w.-]{1,40}"? ?([,;|\t]) ?"?(20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)"?(?= ?\1)/;
/** In the last column of a row. */
const LAST_COLUMN =
  /(?:[|;\t] ?|[-,] (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )(20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d)$/;
/** What servers of games begin each line with: `L 11/21/2026 - 10:49:59: `. */
const GAME = /^[LR] (\d\d)\/(\d\d)\/(20\d\d) - (\d\d:\d\d:\d\d)(?:\.\d{1,3})?(?: -|:) /;
/** `2026.11.21 `. */
const DOTS = /^(\d{4})\.(\d\d)\./;
const DATE_IN_ROW = /20\d\d[-/]\d\d[-/]\d\d/g;
const LONG = new Hinted(
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([A-Z][a-z]{2})[a-z]{0,6} (\d{1,2})(?:, ?| )(\d{4}),? (\d\d:\d\d:\d\d)(?! ?[AP]M)/i,
  "day, |mon, |tue, |wed, |thu, |fri, |sat, |sun, ",
);
const COLUMNS =
  /(?<=^|[`^|;,\t]"?)(20\d\d)[-/]?([01]\d)[-/]?([0-3]\d)"?[`^|;,\t]"?(\d\d:\d\d:\d\d)(?="?[`^|;,\t])/;
/** A whole date and time as a column: `|2026-11-21 11:43:58.0|`. */
const WHOLE_COLUMN =
  /(?<=^|[`^|;,\t]"?|[\]|;,] )20\d\d[-/][01]\d[-/][0-3]\d[ T]\d\d:\d\d:\d\d(?:,\d{3}(?= )|(?:\.\d{1,9})?(?="?[`^|;,\t]))/;
/** Between colons with blanks, ` : 2026-11-21T11:43:58+00:00 : `, perhaps behind a long sentence. */
const COLON_COLUMN =
  / : (20\d\d[-/][01]\d[-/][0-3]\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?) : /;
const COLON_COLUMN_START = " : 20";
/** As access logs write it, without brackets: `alice 21/Nov/2026:11:43:58 +0900 http://…`. */
const ACCESS_COLUMN = / (\d\d\/[A-Z][a-z]{2}\/20\d\d:\d\d:\d\d:\d\d [+-]\d{4}) /;
/** In front of a whole date, alone, in brackets or as a column; a balancer's protocol, perhaps with a version, too. */
const LEVEL =
  /^(?:(?:[A-Z]{3,8} {0,3}[\]:|-]{0,2}|[a-z]{4,8}[\]:])\s{1,8}(?:\[[^[\]]{1,80}\] )?|[A-Z]{3,12}[|,;]\s?|[A-Z]{1,2}[|,;:/]?\s{1,2}(?=20\d\d)|(?:https?|http[23]|h2c?|h3|grpcs?|wss?|tls|ssl|quic|tcp|udp)(?: \d\.\d)? )(?=\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:|20\d{6}[T -]\d\d:?\d\d:?\d\d[\s.,])/;
/** A process, perhaps with its threads, alone in front of it: `[28325:00010-3735542592] 21-11-2026 10:49:58`. */
const PROCESS_BEFORE = /^\[\d{1,10}(?:[:/-][\da-f]{1,20}){0,3}\]:? {1,3}(?=\d\d)/i;
const WEEKDAY = /^[A-Z][a-z]{2} [A-Z]/;
const WEEKDAY_OR_MONTH = /^(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} {1,2}\d{1,2} /;
const SPOKEN_DATE = /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d\d:/;
const LESS_THAN = 0x3c;
const LETTER_D = 0x64;
const LETTER_T = 0x74;
const DATE = "date=";
/** Ten digits of seconds, perhaps a fraction, or thirteen of milliseconds. */
const EPOCH = /^(?:\d{10}(?:\.\d{1,9})?|\d{13})(?=[\s,|])/;
const MIN_EPOCH_MICROS = 1_000_000_000e6;
const MAX_EPOCH_MICROS = 4_000_000_000e6;
const DATE_AND_TIME =
  /^date=["']?([\d/-]{8,10})["']?[ ,;]\s?time=["']?(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?|(?!:)))/i;
/** What programs that log pairs begin with. */
const NAMED_TIME = /^(?:time|ts?|timestamp|datetime)=(?:"([^"]{8,40})"|([\d:.T+Z-]{8,40}))(?=[ |,;\t]|$)/i;
const NAMED_DATE_AND_TIME = "datetime=";
/** Citrix puts host and packet engine behind the time, or where it is, or the host alone before its message's colon. */
const HOST_BEHIND =
  /^ {1,2}([\w.-]{1,64}) (?: ?(?:\d{1,3}-)?PPE-\d{1,3} : |(?:[A-Z][A-Z\d-]{0,15} )?: (?=(?:default )?[A-Z]{2,16} [A-Z][A-Z_]{1,63} \d))/;

/**
 * Takes the time that a text begins with, alone, in square brackets or as `date=… time=…`, where no header gave one: a
 * whole date and time as log files have it, seconds or milliseconds since 1970. Gives the offset behind it, 0 where it
 * begins otherwise.
 */
export function takeStartTime(text: string, line: Line): number {
  const { message } = line;
  if (message.eventTimeMicros !== null) return 0;
  const first = text.charCodeAt(0);
  const start = first === OPEN_BRACKET || first === QUOTE ? 1 : 0;
  if (!isDigit(text.charCodeAt(start))) return takeWordStart(text, start, line);
  const end = takeNumberStart(text, start, line);
  message.eventTimeMicros ??= headTime(text, line);
  return end;
}

/** Of a text that begins with a word or a mark. */
function takeWordStart(text: string, start: number, line: Line): number {
  takeDateAndTime(text, line);
  const end = takeSpokenTime(text.slice(start, start + MAX_HEAD_LENGTH), line);
  line.message.eventTimeMicros ??= headTime(text, line);
  takeTimeWithin(text, line);
  return end === 0 ? 0 : start + end;
}

/** Of a text that begins with a number, perhaps in a bracket or a quote. */
function takeNumberStart(text: string, start: number, line: Line): number {
  const { message } = line;
  const half = halfDayTime(text, line);
  if (half !== null) {
    message.eventTimeMicros = half.micros;
    return half.end;
  }
  const time = readLeadingTime(text, start, line) ?? epochAt(text, start) ?? timeBehindProcess(text, line);
  const counted = time === null ? countedTime(text, line) : null;
  if (counted !== null) {
    message.eventTimeMicros = counted.micros;
    return counted.end;
  }
  if (time === null) {
    takeTimeWithin(text, line);
    return 0;
  }
  message.eventTimeMicros = time.micros;
  message.sourceHost ??= fieldText(
    HOST_BEHIND.exec(text.slice(time.end, time.end + MAX_HEAD_LENGTH))?.[1] ?? "",
  );
  return time.end + start;
}

/** Takes the time that a server's line begins with, perhaps in a bracket or behind a name, where no header gave one. */
export function takeLeadingTime(text: string, line: Line): void {
  if (line.message.eventTimeMicros !== null || !LOGGING_PARSERS.has(line.message.parser)) return;
  const start = text.charCodeAt(0) === OPEN_BRACKET ? 1 : 0;
  const time = isDigit(text.charCodeAt(start)) ? readLeadingTime(text, start, line) : null;
  line.message.eventTimeMicros = time?.micros ?? (text.includes(": 20") ? namedTime(text, line) : null);
}

function timeBehindProcess(text: string, line: Line): { micros: number; end: number } | null {
  const before = text.charCodeAt(0) === OPEN_BRACKET ? PROCESS_BEFORE.exec(text) : null;
  const time = before === null ? null : readLeadingTime(text, before[0].length, line);
  // Behind the time stands no bracket that closes.
  return time === null || time.micros === null ? null : { micros: time.micros, end: time.end - 1 };
}

/**
 * `Sat Nov 21 10:49:59 2026`, `Nov 21, 2026 10:49:59.123`, `[WARN] 2026-11-21T10:49:59Z`; gives where the text begins
 * with it the offset behind it.
 */
function takeSpokenTime(head: string, line: Line): number {
  if (line.message.eventTimeMicros !== null || !isLetter(head.charCodeAt(0))) return 0;
  if (head.charCodeAt(1) === BLANK) {
    const [, month, day, year, clock = ""] = GAME.exec(head) ?? [];
    if (clock !== "") {
      line.message.eventTimeMicros = readDateAndTime(`${year}-${month}-${day}`, clock, { zone: "", line });
      return 0;
    }
  }
  const level = LEVEL.exec(head);
  if (level !== null) {
    line.message.eventTimeMicros = readLeadingTime(head, level[0].length, line)?.micros ?? null;
    return 0;
  }
  const hasComma = SPOKEN_DATE.test(head);
  const spoken = hasComma ? head.replace(",", "") : head;
  if (!WEEKDAY_OR_MONTH.test(spoken)) return 0;
  const time = readBsdTime(spoken, WEEKDAY.test(spoken) ? 4 : 0, line);
  line.message.eventTimeMicros = time?.micros ?? null;
  if (time === null || time.micros === null || hasComma) return 0;
  return time.end;
}

/** In square brackets behind a level or a client, as logs without a header have it. */
function takeTimeWithin(text: string, line: Line): void {
  if (line.message.eventTimeMicros !== null) return;
  const head = text.slice(0, MAX_TIME_WITHIN);
  // All of these have a clock in the head but those that are told of elsewhere, or are seconds.
  const hasClock = CLOCK.test(head);
  const at = hasClock ? TIME_WITHIN.exec(head) : null;
  if (at === null) {
    const column = longTime(text, line) ?? (hasClock ? columnTime(head, line) : null);
    line.message.eventTimeMicros = column ?? plainTime(text, line) ?? timeInHead(head, line);
    return;
  }
  const start = at.index + at[0].length;
  const isSpoken = !isDigit(text.charCodeAt(start));
  const close = at[0].startsWith("(") ? ")" : "]";
  const time = isSpoken
    ? readBsdTime(text.slice(start, text.indexOf(close, start)), 0, line)
    : readLeadingTime(withDashes(text.slice(start, start + MAX_HEAD_LENGTH)), 0, line);
  line.message.eventTimeMicros = time === null ? timeInHead(head, line) : time.micros;
}

function withDashes(time: string): string {
  return time.replace(DOTS, "$1-$2-");
}

/** `Saturday, November 21, 2026 11:43:58`, wherever it stands. */
function longTime(text: string, line: Line): number | null {
  const [, month = "", day = "", year = "", clock = ""] = LONG.exec(text.slice(0, MAX_SEARCH_LENGTH)) ?? [];
  return month === ""
    ? timeAtEnd(text, line)
    : readVendorTime(`${month} ${day.padStart(2, "0")} ${year} ${clock}`, line);
}

/** In brackets behind all that is said. */
function timeAtEnd(text: string, line: Line): number | null {
  const last = text.at(-1);
  if (isDigit(text.charCodeAt(text.length - 1))) return lastColumnTime(text, line);
  if (last !== ")" && last !== "]" && last !== ".") return null;
  return readVendorTime(TIME_AT_END.exec(text.slice(-MAX_TAIL))?.[1] ?? "", line);
}

/** A row's last column, where the row has no other date: an end or an expiry stands beside a beginning. */
function lastColumnTime(text: string, line: Line): number | null {
  // It ends with the colon and the two digits of seconds.
  if (text.charCodeAt(text.length - 3) !== COLON) return null;
  const time = LAST_COLUMN.exec(text.slice(-MAX_TAIL))?.[1] ?? "";
  if (time === "" || text.slice(0, MAX_SEARCH_LENGTH).match(DATE_IN_ROW)?.length !== 1) return null;
  return readVendorTime(time, line);
}

/** Date and time in columns beside each other, `20261121|11:43:58`. */
function columnTime(head: string, line: Line): number | null {
  if (!DATED.test(head)) return null;
  const [, year = "", month = "", day = "", time = ""] = COLUMNS.exec(head) ?? [];
  return year === ""
    ? readVendorTime(wholeColumn(head) ?? "", line)
    : readDateAndTime(`${year}-${month}-${day}`, time, { zone: "", line });
}

/** Between blanks as access logs have it, or between colons, of a line that begins with a word or a bracket. */
function plainTime(text: string, line: Line): number | null {
  const first = text.charCodeAt(0);
  if (!isDigit(first) && !isLetter(first) && first !== LESS_THAN) return null;
  const start = text.indexOf(COLON_COLUMN_START);
  const column =
    start === -1 ? undefined : COLON_COLUMN.exec(text.slice(start, start + MAX_HEAD_LENGTH))?.[1];
  const head = text.slice(0, MAX_TIME_WITHIN);
  return readVendorTime(column ?? (head.includes("/20") ? ACCESS_COLUMN.exec(head)?.[1] : "") ?? "", line);
}

/** In the second column, or in any other. */
function wholeColumn(head: string): string | undefined {
  return SECOND_COLUMN.exec(head)?.[2] ?? WHOLE_COLUMN.exec(head)?.[0];
}

function takeDateAndTime(text: string, line: Line): void {
  const first = text.charCodeAt(0) | 0x20;
  const isNamed =
    first === LETTER_D && text.slice(0, NAMED_DATE_AND_TIME.length).toLowerCase() === NAMED_DATE_AND_TIME;
  if (first === LETTER_T || isNamed) {
    const [, quoted, bare = ""] = NAMED_TIME.exec(text.slice(0, MAX_HEAD_LENGTH)) ?? [];
    line.message.eventTimeMicros = readVendorTime(quoted ?? bare, line);
  }
  if (first !== LETTER_D || isNamed || !text.slice(0, DATE.length).toLowerCase().startsWith(DATE)) return;
  const [, date = "", time = ""] = DATE_AND_TIME.exec(text.slice(0, MAX_HEAD_LENGTH)) ?? [];
  line.message.eventTimeMicros = readDateAndTime(date, time, { zone: "", line });
}

function epochAt(text: string, start: number): { micros: number; end: number } | null {
  const digits = EPOCH.exec(text.slice(start, start + MAX_HEAD_LENGTH))?.[0];
  const micros = digits === undefined ? null : readEpoch(digits);
  if (digits === undefined || micros === null) return null;
  const isNow = micros >= MIN_EPOCH_MICROS && micros < MAX_EPOCH_MICROS;
  return isNow ? { micros, end: start + digits.length } : null;
}
