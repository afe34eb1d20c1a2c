const SECONDS_PER_DAY = 86_400;
const HALF_YEAR_SECONDS = 182.625 * SECONDS_PER_DAY;
/** February 29 exists at least once within this many years on one side, also around 2100. */
const LEAP_SEARCH_YEARS = 8;
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** A printed clock: month and day from 1, second up to 60. */
export type ClockTime = { month: number; day: number; hour: number; minute: number; second: number };

/** True where the date exists (proleptic Gregorian, years 1 to 9999). */
export function isDate(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
}

/**
 * True for 00:00:00 to 23:59:60; second 60 is a leap second, which ends an hour or, in half-hour zones, half an hour.
 */
export function isClock(time: ClockTime): boolean {
  if (time.hour > 23 || time.minute > 59 || time.hour < 0 || time.minute < 0 || time.second < 0) return false;
  return time.second <= 59 || (time.second === 60 && time.minute % 30 === 29);
}

/** Seconds since 1970 of a wall clock read as UTC; a leap second counts as the first second after it, as in POSIX. */
export function civilSeconds(year: number, time: ClockTime): number {
  return (
    daysSinceEpoch(year, time.month, time.day) * SECONDS_PER_DAY +
    time.hour * 3600 +
    time.minute * 60 +
    time.second
  );
}

/**
 * The year that puts a date without one nearest to `nearSeconds`, so that December 31 read on January 1 is last year's.
 * For February 29 the nearest leap year. Null where no year has the date.
 */
export function nearestYear(time: ClockTime, nearSeconds: number): number | null {
  if (time.month === 2 && time.day === 29) return nearestLeapYear(time, nearSeconds);
  const year = yearOf(nearSeconds);
  if (!isDate(year, time.month, time.day)) return null;
  const ahead = civilSeconds(year, time) - nearSeconds;
  if (ahead > HALF_YEAR_SECONDS) return year - 1;
  return ahead < -HALF_YEAR_SECONDS ? year + 1 : year;
}

function nearestLeapYear(time: ClockTime, nearSeconds: number): number | null {
  const year = yearOf(nearSeconds);
  let nearest: number | null = null;
  let smallest = Infinity;
  for (let candidate = year - LEAP_SEARCH_YEARS; candidate <= year + LEAP_SEARCH_YEARS; candidate++) {
    if (!isDate(candidate, time.month, time.day)) continue;
    const distance = Math.abs(civilSeconds(candidate, time) - nearSeconds);
    if (distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

/** Memo of the year last asked for: arrivals mostly share it. */
const lastYear = { year: 0, start: 0, end: 0 };

function yearOf(seconds: number): number {
  if (seconds < lastYear.start || seconds >= lastYear.end) {
    const year = new Date(seconds * 1000).getUTCFullYear();
    lastYear.year = year;
    lastYear.start = daysSinceEpoch(year, 1, 1) * SECONDS_PER_DAY;
    lastYear.end = daysSinceEpoch(year + 1, 1, 1) * SECONDS_PER_DAY;
  }
  return lastYear.year;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysSinceEpoch(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  return before * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + day - 1 - 719_162;
}
