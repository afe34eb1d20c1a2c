import { isDigit, OPEN_BRACKET } from "../values/characters";
import type { Line } from "../line";
import { readLeadingTime } from "./leading-time";

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** Two clocks, perhaps of two zones. */
const MAX_DIFFERENCE_MICROS = 26 * 3600 * 1e6;

/**
 * Takes the year of a time that the content at `start` begins with, `Nov 21 10:49:59 fw-1 app[7]: 21.11.2024 10:49:59 …`,
 * where the header's names none and both mean the same day: of lines that are read long behind their time the nearest
 * year is not theirs.
 */
export function takeBodyYear(line: Line, start: number): void {
  const { text, message } = line;
  const { eventTimeMicros } = message;
  if (eventTimeMicros === null) return;
  const first = text.charCodeAt(start) === OPEN_BRACKET ? start + 1 : start;
  if (!isDigit(text.charCodeAt(first)) || YEAR.test(text.slice(0, start))) return;
  const said = readLeadingTime(text, first, line)?.micros ?? null;
  if (said === null) return;
  const header = new Date(eventTimeMicros / 1e3);
  const shifted = new Date(header).setUTCFullYear(new Date(said / 1e3).getUTCFullYear());
  const micros = eventTimeMicros + (shifted - header.getTime()) * 1e3;
  if (micros !== eventTimeMicros && Math.abs(micros - said) < MAX_DIFFERENCE_MICROS)
    message.eventTimeMicros = micros;
}
