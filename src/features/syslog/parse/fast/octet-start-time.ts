import {
  BLANK,
  DASH,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  QUOTE,
  SLASH,
} from "../values/characters";
import { MAX_TIME_WITHIN } from "../extract/start-time";

/** Behind a bracket: a weekday, a year, a day of a month. */
const WEEKDAY_LENGTH = 3;
const YEAR_LENGTH = 4;
const DAY_LENGTH = 2;

/** Whether `takeStartTime` may find a time in the body that begins at `start`: where it begins, or behind a bracket. */
export function mayTellTime(line: Uint8Array, start: number): boolean {
  const first = line[start] ?? 0;
  if (isDigit(first) || isLetter(first) || first === OPEN_BRACKET || first === QUOTE) return true;
  const limit = Math.min(line.length, start + MAX_TIME_WITHIN);
  for (let offset = start; offset < limit; offset++)
    if (opens(line[offset] ?? 0) && mayBeTime(line, offset + 1)) return true;
  return false;
}

function opens(code: number): boolean {
  return code === OPEN_BRACKET || code === OPEN_PARENTHESIS;
}

function mayBeTime(line: Uint8Array, start: number): boolean {
  if (line[start + WEEKDAY_LENGTH] === BLANK || line[start + DAY_LENGTH] === SLASH) return true;
  const behindYear = line[start + YEAR_LENGTH];
  return behindYear === DASH || behindYear === SLASH;
}
