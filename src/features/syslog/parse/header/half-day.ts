import type { Timestamp } from "./timestamp";

const HALF = /^ ([AP])M(?= |$)/;
const HALF_LENGTH = " PM ".length;
const HOUR = /(\d\d):\d\d:\d\d/;
const HALF_DAY_MICROS = 12 * 3600 * 1e6;
const NOON = 12;

/** A time read at `start`, or that of the half of the day that is named behind it: `Nov 21 10:49:59 PM fw-1 app: `. */
export function withHalfDay(text: string, start: number, time: Timestamp): Timestamp {
  const half = HALF.exec(text.slice(time.end, time.end + HALF_LENGTH))?.[1];
  const hour = half === undefined ? 0 : Number(HOUR.exec(text.slice(start, time.end))?.[1]);
  if (half === undefined || time.micros === null) return time;
  const later = (half === "P" && hour < NOON ? 1 : 0) - (half === "A" && hour === NOON ? 1 : 0);
  return { ...time, micros: time.micros + later * HALF_DAY_MICROS, end: time.end + HALF_LENGTH - 1 };
}
