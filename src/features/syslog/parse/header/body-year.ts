import { isDigit, OPEN_BRACKET } from "../values/characters";
import type { Line } from "../line";
import { readLeadingTime } from "./leading-time";

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** The years of that form. */
export const MIN_YEAR = 1900;
export const MAX_YEAR = 2099;
/** Two clocks, perhaps of two zones. */
const MAX_DIFFERENCE_MICROS = 26 * 3600 * 1e6;
/** How far apart a device's own clock and whoever stamped its line may be that mean the same moment. */
const SAME_MICROS = 10 * 1e6;
const SECOND_MICROS = 1e6;
/** `(2026-11-21 10:49:59)`, with which a text ends. */
const TIME_AT_END = /[[(](20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d)[\])]$/;
const MAX_TAIL = 24;
/** As loggers of pairs begin what they write: `time="2026-11-21T10:49:59Z" level=…`. */
const NAMED = /(?:time(?:stamp)?|ts?|datetime)=["']?(?=20\d\d[-/])/iy;

/**
 * Takes the year of a time that the content at `start` begins with, `Nov 21 10:49:59 fw-1 app[7]: 21.11.2024 10:49:59 …`,
 * where the header's names none and both mean the same day: of lines that are read long behind their time the nearest
 * year is not theirs. It may stand behind its name, `time="2024-11-21T10:49:59Z"`. So is the year of a time in
 * brackets that the content ends with, and the device's own clock there where the header's has no fraction.
 */
export function takeBodyYear(line: Line, start: number): void {
  const { text, message } = line;
  const { eventTimeMicros } = message;
  if (eventTimeMicros === null) return;
  const first = text.charCodeAt(start) === OPEN_BRACKET ? start + 1 : behindName(text, start);
  const isFirst = isDigit(text.charCodeAt(first));
  const last = isFirst ? undefined : TIME_AT_END.exec(text.slice(-MAX_TAIL))?.[1];
  if ((!isFirst && last === undefined) || YEAR.test(text.slice(0, start))) return;
  const said = readLeadingTime(last ?? text, last === undefined ? first : 0, line)?.micros ?? null;
  if (said === null) return;
  const year = new Date(said / 1e3).getUTCFullYear();
  if (year < MIN_YEAR || year > MAX_YEAR) return;
  const header = new Date(eventTimeMicros / 1e3);
  const shifted = new Date(header).setUTCFullYear(year);
  const micros = eventTimeMicros + (shifted - header.getTime()) * 1e3;
  const isExact = eventTimeMicros % SECOND_MICROS !== 0;
  if (last !== undefined && !isExact && Math.abs(micros - said) < SAME_MICROS) message.eventTimeMicros = said;
  else if (micros !== eventTimeMicros && Math.abs(micros - said) < MAX_DIFFERENCE_MICROS)
    message.eventTimeMicros = micros;
}

function behindName(text: string, start: number): number {
  NAMED.lastIndex = start;
  return NAMED.test(text) ? NAMED.lastIndex : start;
}
