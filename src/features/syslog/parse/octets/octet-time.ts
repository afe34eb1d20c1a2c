import {
  isLetter,
  BLANK,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DASH,
  decimalIn,
  DOT,
  isDigit,
  PLUS,
  SLASH,
} from "../values/characters";
import { textOfBytes } from "../values/field-memo";
import { civilSeconds, type ClockTime, isClock, isDate, nearestYear } from "../header/civil-time";
import {
  instantMicros,
  isZoneName,
  MAX_ZONE_NAME_LENGTH,
  type TimeReference,
  ZONE_HOURS,
} from "../header/timestamp";
import { instantOf } from "../header/time-zone";

const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const FRACTION_DIGITS = 6;
/** `2026-11-21T10:50:00` and `10:50:00`. */
const ISO_SECOND_LENGTH = 19;
const CLOCK_LENGTH = 8;
const YEAR_DIGITS = 4;
const SECONDS_PER_DAY = 86_400;
const HALF_YEAR_SECONDS = 182.625 * SECONDS_PER_DAY;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** By five bits of each of the three letters. */
const monthsByLetters = new Uint8Array(2 ** 15);
for (const [index, name] of MONTHS.entries()) monthsByLetters[lettersAt(Buffer.from(name), 0)] = index + 1;

/** The time that was read last: its instant in µs since 1970, and the seconds east of UTC that it names. */
export const octetTime: { micros: number; offsetSeconds: number | null } = { micros: 0, offsetSeconds: null };

const clock: ClockTime = { month: 0, day: 0, hour: 0, minute: 0, second: 0 };
const fraction = { micros: 0, end: 0 };
/** Where the clock begins behind a day, and the year between the two; -1: none stands there. */
const at = { clock: 0, year: -1 };
/** The date whose midnight was asked for last. */
const lastDate = { year: 0, month: 0, day: 0, midnight: 0 };
/** By month and day: the day of the arrival for which the nearest midnight was found last, and that. */
const arrivalDays = new Float64Array(13 * 32).fill(Number.NaN);
const midnights = new Float64Array(13 * 32);

/**
 * As `readIsoTime`, of `2026-11-21T10:50:00.123+01:00` with a blank behind it, into `octetTime`. Gives the offset
 * behind it, or -1, which says nothing: `readIsoTime` is to be asked.
 */
export function readIsoOctets(line: Uint8Array, start: number, reference: TimeReference): number {
  if (line[start + 4] !== DASH || line[start + 7] !== DASH || line[start + 10] !== LETTER_T) return -1;
  const year = decimalIn(line, start, start + 4);
  clock.month = decimalIn(line, start + 5, start + 7);
  clock.day = decimalIn(line, start + 8, start + 10);
  if (!readClock(line, start + 11)) return -1;
  const midnight = midnightOf(year);
  if (Number.isNaN(midnight)) return -1;
  if (!readFraction(line, start + ISO_SECOND_LENGTH)) return -1;
  let { end } = fraction;
  let offsetSeconds: number | null = null;
  const sign = line[end];
  if (sign === LETTER_Z) {
    offsetSeconds = 0;
    end++;
  } else if (sign === PLUS || sign === DASH) {
    offsetSeconds = zoneSeconds(line, end + 1);
    if (offsetSeconds < 0) return -1;
    if (sign === DASH) offsetSeconds = -offsetSeconds;
    end += 6;
  }
  return line[end] === BLANK && keep(midnight, offsetSeconds, reference) ? end : -1;
}

/**
 * As `readBsdTime`, of `Nov 21 10:50:00`, perhaps with a year before the clock and a fraction behind it, and with a
 * blank or a colon behind it all; likewise.
 */
export function readBsdOctets(line: Uint8Array, start: number, reference: TimeReference): number {
  clock.month = monthIn(line, start);
  if (clock.month === 0 || !readDay(line, start)) return -1;
  if (!readClock(line, at.clock) || !readFraction(line, at.clock + CLOCK_LENGTH)) return -1;
  const { end } = fraction;
  if (mayGoOn(line, end)) return -1;
  const midnight = at.year === -1 ? nearestMidnight(reference.receivedAtMicros / 1e6) : midnightOf(at.year);
  return !Number.isNaN(midnight) && keep(midnight, null, reference) ? end : -1;
}

/** As `readBsdOctets`, of a time that a colon follows, perhaps with a zone's name before it, as Cisco prints it. */
export function readCiscoTime(line: Uint8Array, start: number, reference: TimeReference): number {
  clock.month = monthIn(line, start);
  if (clock.month === 0 || !readDay(line, start) || !readClock(line, at.clock)) return -1;
  if (!readFraction(line, at.clock + CLOCK_LENGTH)) return -1;
  let { end } = fraction;
  let offsetSeconds: number | null = null;
  if (line[end] === BLANK) {
    const word = end + 1;
    end = word;
    while (end - word < MAX_ZONE_NAME_LENGTH && isLetter(line[end] ?? 0)) end++;
    const hours = ZONE_HOURS.get(textOfBytes(line, word, end));
    if (hours === undefined) return -1;
    offsetSeconds = hours * 3600;
  }
  if (line[end] !== COLON) return -1;
  const midnight = at.year === -1 ? nearestMidnight(reference.receivedAtMicros / 1e6) : midnightOf(at.year);
  return !Number.isNaN(midnight) && keep(midnight, offsetSeconds, reference) ? end : -1;
}

/**
 * `2026-11-21` or `2026/11/21`, and `10:50:00`, where these stand, in a zone of so many seconds east of UTC, or in the line's (null), into
 * `octetTime`. False: it is no such time.
 */
export function readCivilOctets(
  line: Uint8Array,
  { date, clock: clockStart, offset }: { date: number; clock: number; offset: number | null },
  reference: TimeReference,
): boolean {
  const mark = line[date + 4];
  if ((mark !== DASH && mark !== SLASH) || line[date + 7] !== mark) return false;
  clock.month = decimalIn(line, date + 5, date + 7);
  clock.day = decimalIn(line, date + 8, date + 10);
  if (!readClock(line, clockStart)) return false;
  const midnight = midnightOf(decimalIn(line, date, date + 4));
  fraction.micros = 0;
  return !Number.isNaN(midnight) && keep(midnight, offset, reference);
}

/** 1 to 12; 0 where no month's name of three letters stands there. */
export function monthIn(line: Uint8Array, start: number): number {
  for (let offset = start; offset < start + 3; offset++) if (!isLetter(line[offset] ?? 0)) return 0;
  return monthsByLetters[lettersAt(line, start)] ?? 0;
}

function lettersAt(line: Uint8Array, start: number): number {
  return (
    (((line[start] ?? 0) & 31) << 10) | (((line[start + 1] ?? 0) & 31) << 5) | ((line[start + 2] ?? 0) & 31)
  );
}

/** Of a month's name and what stands behind it, into `clock` and `at`; false where there is no day. */
function readDay(line: Uint8Array, start: number): boolean {
  const day = line[start + 4] === BLANK ? start + 5 : start + 4;
  const dayEnd = isDigit(line[day + 1] ?? 0) ? day + 2 : day + 1;
  clock.day = decimalIn(line, day, dayEnd);
  if (clock.day < 1 || line[start + 3] !== BLANK || line[dayEnd] !== BLANK) return false;
  const hasYear = line[dayEnd + 5] === BLANK;
  at.year = hasYear ? decimalIn(line, dayEnd + 1, dayEnd + 5) : -1;
  at.clock = hasYear ? dayEnd + 6 : dayEnd + 1;
  return !hasYear || at.year >= 0;
}

/** Into `clock`; false for what is no time of a day. */
function readClock(line: Uint8Array, start: number): boolean {
  if (line[start + 2] !== COLON || line[start + 5] !== COLON) return false;
  clock.hour = decimalIn(line, start, start + 2);
  clock.minute = decimalIn(line, start + 3, start + 5);
  clock.second = decimalIn(line, start + 6, start + 8);
  return isClock(clock);
}

/** Into `fraction`; false for a point without digits, and for a comma. */
function readFraction(line: Uint8Array, start: number): boolean {
  fraction.micros = 0;
  fraction.end = start;
  const point = line[start] ?? 0;
  if (point !== DOT) return point !== 0x2c;
  let offset = start + 1;
  let unit = 10 ** (FRACTION_DIGITS - 1);
  for (; isDigit(line[offset] ?? 0); offset++) {
    if (unit >= 1) fraction.micros += ((line[offset] ?? 0) - 0x30) * unit;
    unit /= 10;
  }
  fraction.end = offset;
  return offset > start + 1;
}

/** Seconds of `01:00`, or -1. */
function zoneSeconds(line: Uint8Array, start: number): number {
  const hours = decimalIn(line, start, start + 2);
  const minutes = line[start + 2] === COLON ? decimalIn(line, start + 3, start + 5) : -1;
  return hours < 0 || hours > 23 || minutes < 0 || minutes > 59 ? -1 : hours * 3600 + minutes * 60;
}

/** Whether something else than a host's or program's name may follow, such as a year or a zone's name. */
function mayGoOn(line: Uint8Array, end: number): boolean {
  if (line[end] === COLON) return false;
  const word = end + 1;
  if (line[end] !== BLANK) return true;
  if (isDigit(line[word] ?? 0)) {
    const behindYear = line[word + YEAR_DIGITS];
    const isMark = behindYear === COLON || behindYear === COMMA || behindYear === CLOSE_BRACKET;
    return behindYear === BLANK || isMark;
  }
  let wordEnd = word;
  while (wordEnd - end <= MAX_ZONE_NAME_LENGTH && isLetter(line[wordEnd] ?? 0)) wordEnd++;
  const behind = line[wordEnd];
  if (wordEnd === word || (behind !== BLANK && behind !== COLON)) return false;
  return isZoneName(textOfBytes(line, word, wordEnd));
}

/** Of the date of `clock` in this year, in seconds since 1970; NaN where there is none. */
function midnightOf(year: number): number {
  const { month, day } = clock;
  if (!isDate(year, month, day)) return Number.NaN;
  if (lastDate.year !== year || lastDate.month !== month || lastDate.day !== day) {
    lastDate.year = year;
    lastDate.month = month;
    lastDate.day = day;
    lastDate.midnight = civilSeconds(year, { month, day, hour: 0, minute: 0, second: 0 });
  }
  return lastDate.midnight;
}

/** Likewise, in the year that puts it nearest to an arrival. */
function nearestMidnight(nearSeconds: number): number {
  const place = clock.month * 32 + clock.day;
  const arrivalDay = Math.floor(nearSeconds / SECONDS_PER_DAY);
  if (clock.day < 32 && arrivalDays[place] === arrivalDay) return midnights[place] ?? 0;
  const year = nearestYear(clock, nearSeconds);
  const midnight = year === null ? Number.NaN : midnightOf(year);
  // Half a year away the time of the day decides which year is nearer.
  const isLeapDay = clock.month === 2 && clock.day === 29;
  const isSure =
    !isLeapDay && Math.abs(Math.abs(midnight - nearSeconds) - HALF_YEAR_SECONDS) > 3 * SECONDS_PER_DAY;
  if (isSure && clock.day < 32) {
    arrivalDays[place] = arrivalDay;
    midnights[place] = midnight;
  }
  return midnight;
}

// oxlint-disable-next-line max-params -- it runs once per line
function keep(
  midnight: number,
  offsetSeconds: number | null,
  { timeZone, receivedAtMicros }: TimeReference,
): boolean {
  const wall = midnight + clock.hour * 3600 + clock.minute * 60 + clock.second;
  const seconds =
    offsetSeconds === null ? instantOf(wall, timeZone, receivedAtMicros / 1e6) : wall - offsetSeconds;
  const micros = instantMicros(seconds, fraction.micros);
  if (micros === null) return false;
  octetTime.micros = micros;
  octetTime.offsetSeconds = offsetSeconds;
  return true;
}
