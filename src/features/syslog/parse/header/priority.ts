import { FACILITIES, severityCalled, SEVERITIES } from "../../event/priority-names";
import { decimalAt, isDigit } from "../values/characters";

/** RFC 3164 4.3.3: what a message without a priority counts as, user.notice. */
export const DEFAULT_FACILITY = 1;
export const DEFAULT_SEVERITY = 5;

export const MAX_PRIORITY = 191;

const MAX_NAMED_LENGTH = 16;

/** A priority and the offset behind it. */
export type Priority = { value: number; end: number };

/**
 * Reads `<0>` to `<191>` at `start`, without leading zeros (RFC 5424 6.2.1); null where no such priority stands there.
 */
export function readPriority(text: string, start: number): Priority | null {
  if (text.charCodeAt(start) !== 0x3c) return null;
  let end = start + 1;
  while (end <= start + 3 && isDigit(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) !== 0x3e) return null;
  const value = decimalAt(text, start + 1, end);
  if (value < 0 || value > MAX_PRIORITY) return null;
  if (text.charCodeAt(start + 1) === 0x30 && end > start + 2) return null;
  return { value, end: end + 1 };
}

/** The priority that a word such as `daemon.info` names (busybox and EdgeOS print it behind the host), or null. */
export function namedPriority(word: string): { facility: number; severity: number } | null {
  const dot = word.length > MAX_NAMED_LENGTH ? -1 : word.indexOf(".");
  if (dot < 1) return null;
  const facility = FACILITIES.get(word.slice(0, dot));
  const severity = SEVERITIES.get(word.slice(dot + 1));
  return facility === undefined || severity === undefined ? null : { facility, severity };
}

/** The severity that a vendor's word or digit (0 to 7) names, in any case; null for other text. */
export function namedSeverity(word: string): number | null {
  if (word.length === 1) {
    const digit = decimalAt(word, 0, 1);
    return digit >= 0 && digit <= 7 ? digit : null;
  }
  return word.length > MAX_NAMED_LENGTH ? null : severityCalled(word);
}
