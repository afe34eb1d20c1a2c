import { BLANK, isDigit, isLetter, OPEN_BRACKET, skipBlanks, skipDigits } from "../values/characters";
import { fieldText } from "../values/field-text";
import type { Line } from "../line";
import { readLeadingTime } from "./leading-time";
import { LEVELS } from "./rfc3164";
import { readBsdTime, type Timestamp } from "./timestamp";

const MAX_HEAD_LENGTH = 160;
/** A host, and a program with its process or a colon. */
const HOST_AND_TAG =
  /^:? ?([A-Za-z\d][\w.:-]{0,63}) ([A-Za-z%/_][\w./%-]{0,47})(?:\[(\d{1,10})\])?(:)?(?: |$)/;
const SERIAL = /^\[[\w=:. -]{1,32}\] ?/;
const MAX_SERIAL_DIGITS = 10;

/**
 * Reads a header whose time has no form that syslog knows, or that has none, where a host and a program behind it prove
 * that it is one: `Sat Nov 21 10:49:59 2026 fw-1 app[7]: `, `2026/11/21 10:49:59 fw-1 app: `, `[S=12] Nov 21 …`,
 * `fw-1 app[7]: `. Without a priority the program must have its process. Gives the offset of the content, or -1 with
 * the message untouched.
 */
export function readOddHeader(line: Line, start: number, hasPriority: boolean): number {
  const { text, message } = line;
  const serialEnd = hasPriority ? skipSerial(text, start) : start;
  const time = readTime(line, start) ?? (serialEnd === start ? null : readTime(line, serialEnd));
  const hostStart = time === null ? start : skipBlanks(text, closed(text, time.end));
  if (time === null && !hasPriority) return -1;
  const match = HOST_AND_TAG.exec(text.slice(hostStart, hostStart + MAX_HEAD_LENGTH));
  if (match === null) return -1;
  const [whole, host = "", app = "", procid = "", colon = ""] = match;
  const isProven = procid !== "" || (colon !== "" && hasPriority && time !== null);
  if (!isProven || (colon === "" && time === null)) return -1;
  if (time !== null) {
    message.eventTimeMicros = time.micros;
    line.headerOffsetSeconds = time.offsetSeconds;
  }
  if (!LEVELS.has(host)) message.sourceHost = fieldText(host);
  message.app = fieldText(app);
  message.procid = fieldText(procid);
  return hostStart + whole.length;
}

function readTime(line: Line, start: number): Timestamp | null {
  const { text } = line;
  const first = text.charCodeAt(start);
  if (isLetter(first)) {
    const isWeekday = text.charCodeAt(start + 3) === BLANK && isLetter(text.charCodeAt(start + 4));
    return readBsdTime(text, isWeekday ? start + 4 : start, line);
  }
  return readLeadingTime(text, first === OPEN_BRACKET ? start + 1 : start, line);
}

/** Behind the bracket that a time may stand in. */
function closed(text: string, end: number): number {
  return text.charAt(end) === "]" ? end + 1 : end;
}

/** `[S=12345] ` or `12345 ` in front of a month's name. */
function skipSerial(text: string, start: number): number {
  const bracket = text.charCodeAt(start) === OPEN_BRACKET && !isDigit(text.charCodeAt(start + 1));
  if (bracket) return start + (SERIAL.exec(text.slice(start, start + MAX_HEAD_LENGTH))?.[0].length ?? 0);
  const end = skipDigits(text, start);
  const isSerial =
    end > start &&
    end - start <= MAX_SERIAL_DIGITS &&
    text.charCodeAt(end) === BLANK &&
    isLetter(text.charCodeAt(end + 1));
  return isSerial ? end + 1 : start;
}
