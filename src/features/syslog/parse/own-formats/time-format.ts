import { civilSeconds, type ClockTime, isClock, isDate, nearestYear } from "../header/civil-time";
import { instantOf } from "../header/time-zone";

/** How a time is written: its parts in turn. A text of letters that is none of them stands for itself. */
export type TimeFormat = readonly (Part | { text: string })[];
type Part =
  "YYYY" | "YY" | "MMM" | "MM" | "M" | "DD" | "D" | "HH" | "H" | "hh" | "h" | "mm" | "ss" | "S" | "A" | "Z";

const PARTS = /'([^']*)'|YYYY|YY|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|S+|A|Z/g;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const CENTURY = 2000;
const HALF_DAY = 12;
const MICROSECOND_DIGITS = 6;

/** How each part stands in a text. */
const FORMS: Readonly<Record<Part, RegExp>> = {
  YYYY: /\d{4}/y,
  YY: /\d\d/y,
  MMM: /[A-Za-z]{3}/y,
  MM: /\d\d/y,
  M: /\d\d?/y,
  DD: /\d\d/y,
  D: / ?\d\d?/y,
  HH: /\d\d/y,
  H: /\d\d?/y,
  hh: /\d\d/y,
  h: /\d\d?/y,
  mm: /\d\d/y,
  ss: /\d\d/y,
  S: /\d{1,9}/y,
  A: /[AaPp][Mm]/y,
  Z: /Z|[+-]\d\d:?\d\d/y,
};

/** Reads how a time is written, such as `DD/MMM/YYYY:HH:mm:ss Z`. Undefined where day, month or hour is not in it. */
export function readTimeFormat(text: string): TimeFormat | undefined {
  const format: (Part | { text: string })[] = [];
  let end = 0;
  const write = (between: string) => {
    if (between !== "") format.push({ text: between });
  };
  for (const found of text.matchAll(PARTS)) {
    write(text.slice(end, found.index));
    const [whole, quoted] = found;
    if (quoted !== undefined) write(quoted);
    else if (isPart(whole)) format.push(whole);
    else format.push("S");
    end = found.index + whole.length;
  }
  write(text.slice(end));
  const has = (...parts: Part[]) => parts.some((part) => format.includes(part));
  const isWhole = has("MMM", "MM", "M") && has("DD", "D") && has("HH", "H", "hh", "h") && has("mm");
  return isWhole ? format : undefined;
}

function isPart(text: string): text is Part {
  return Object.hasOwn(FORMS, text);
}

/** What a time that does not say its year or zone is read against. */
export type Reference = { zone: string; receivedAtMicros: number; offsetSeconds: number | null };

/**
 * The instant of a time in a format, in microseconds since 1970; null where the text is not of it, or no moment. One
 * without a year is in the year nearest to the arrival; one without an offset is `offsetSeconds` east of UTC where that
 * is known, else in the zone.
 */
export function readTimeIn(format: TimeFormat, text: string, reference: Reference): number | null {
  const found = scan(format, text.trim());
  if (found === undefined) return null;
  const { time, micros, year: printed } = found;
  const near = reference.receivedAtMicros / 1e6;
  const year = printed ?? nearestYear(time, near);
  if (year === null || !isDate(year, time.month, time.day) || !isClock(time)) return null;
  const wall = civilSeconds(year, time);
  const offset = found.offsetSeconds ?? reference.offsetSeconds;
  const seconds = offset === null ? instantOf(wall, reference.zone, near) : wall - offset;
  return seconds * 1e6 + micros;
}

type Scanned = { year: number | null; time: ClockTime; micros: number; offsetSeconds: number | null };

function scan(format: TimeFormat, text: string): Scanned | undefined {
  const time: ClockTime = { month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  const scanned: Scanned = { year: null, time, micros: 0, offsetSeconds: null };
  let half: string | undefined;
  let at = 0;
  for (const part of format) {
    if (typeof part === "object") {
      if (!text.startsWith(part.text, at)) return undefined;
      at += part.text.length;
      continue;
    }
    const form = FORMS[part];
    form.lastIndex = at;
    const value = form.exec(text)?.[0];
    if (value === undefined) return undefined;
    at += value.length;
    if (part === "A") half = value.toLowerCase();
    else takePart(scanned, part, value);
  }
  if (half !== undefined) time.hour = (time.hour % HALF_DAY) + (half === "pm" ? HALF_DAY : 0);
  return at === text.length ? scanned : undefined;
}

function takePart(scanned: Scanned, part: Exclude<Part, "A">, value: string): void {
  const { time } = scanned;
  switch (part) {
    case "YYYY":
      scanned.year = Number(value);
      return;
    case "YY":
      scanned.year = CENTURY + Number(value);
      return;
    case "MMM":
      time.month = MONTHS.indexOf(value.toLowerCase()) + 1;
      return;
    case "MM":
    case "M":
      time.month = Number(value);
      return;
    case "DD":
    case "D":
      time.day = Number(value);
      return;
    case "HH":
    case "H":
    case "hh":
    case "h":
      time.hour = Number(value);
      return;
    case "mm":
      time.minute = Number(value);
      return;
    case "ss":
      time.second = Number(value);
      return;
    case "S":
      scanned.micros = Number(value.slice(0, MICROSECOND_DIGITS).padEnd(MICROSECOND_DIGITS, "0"));
      return;
    case "Z":
      scanned.offsetSeconds = offsetOf(value);
  }
}

function offsetOf(text: string): number {
  if (text === "Z") return 0;
  const seconds = Number(text.slice(1, 3)) * 3600 + Number(text.slice(-2)) * 60;
  return text.startsWith("-") ? -seconds : seconds;
}
