import { decimalAt } from "./characters";
import { cutText } from "../raw-line";

/** Stored limits of the text fields; the first is of those that have none of their own. */
export const MAX_FIELD_LENGTH = 255;
export const MAX_PROTOCOL_LENGTH = 20;
export const MAX_ACTION_LENGTH = 40;
export const MAX_INTERFACE_LENGTH = 80;
export const MAX_DIRECTION_LENGTH = 20;
export const MAX_RULE_LENGTH = 80;
export const MAX_PORT = 65_535;
export const MAX_PORT_DIGITS = 5;
/** Fifteen digits are below 2^53. */
const MAX_COUNT_DIGITS = 15;

const DIRECTIONS = new Map([
  ["inbound", "in"],
  ["incoming", "in"],
  ["ingress", "in"],
  ["i", "in"],
  ["outbound", "out"],
  ["outgoing", "out"],
  ["egress", "out"],
  ["o", "out"],
  // Windows' filtering platform prints the numbers of its texts.
  ["%%14592", "in"],
  ["%%14593", "out"],
]);

/**
 * A field's text as it is stored: control characters become blanks, outer blanks go, empty and `-` are null, the rest
 * is cut at `limit` UTF-16 units.
 */
export function fieldText(text: string, limit = MAX_FIELD_LENGTH): string | null {
  const length = text.length;
  if (length === 0) return null;
  for (let offset = 0; offset < length; offset++) {
    const code = text.charCodeAt(offset);
    if (code < 0x20 || code === 0x7f) return trimmedText(withoutControls(text), limit);
  }
  if (text.charCodeAt(0) === 0x20 || text.charCodeAt(length - 1) === 0x20) return trimmedText(text, limit);
  if (length === 1 && text === "-") return null;
  return cutText(text, limit);
}

/** A port in decimal, 0 to 65535, which stands from `start` to `end`; null for anything else. */
export function portNumber(text: string, start = 0, end = text.length): number | null {
  const value = end - start > MAX_PORT_DIGITS ? -1 : decimalAt(text, start, end);
  return value >= 0 && value <= MAX_PORT ? value : null;
}

/** A count of bytes or packets in decimal, up to 2^53; null for anything else. */
export function countNumber(text: string): number | null {
  const value = text.length > MAX_COUNT_DIGITS ? -1 : decimalAt(text, 0, text.length);
  return value < 0 ? null : value;
}

/** Fields that count something: a comma within them parts thousands. */
export const COUNT_FIELDS: ReadonlySet<string> = new Set([
  "bytes",
  "bytesSent",
  "bytesReceived",
  "packets",
  "packetsSent",
  "packetsReceived",
]);

const GROUPED_COUNT = /\d{1,3}(?:,\d{3})+(?![\w,.])/y;

/**
 * The count at `start` whose digits stand in groups of three, `12,345,678`: its digits alone, and the offset behind it.
 * Null where none stands there.
 */
export function groupedCountAt(text: string, start: number): { text: string; end: number } | null {
  GROUPED_COUNT.lastIndex = start;
  const digits = GROUPED_COUNT.exec(text)?.[0];
  return digits === undefined ? null : { text: digits.replaceAll(",", ""), end: start + digits.length };
}

/** `in` or `out` for the words that vendors have for them; another word as it stands there, in lower case. */
export function directionWord(text: string): string | null {
  if (text === "") return null;
  const word = fieldText(text, MAX_DIRECTION_LENGTH)?.toLowerCase() ?? null;
  return word === null ? null : (DIRECTIONS.get(word) ?? word);
}

function trimmedText(text: string, limit: number): string | null {
  const trimmed = text.trim();
  return trimmed === "" || trimmed === "-" ? null : cutText(trimmed, limit).trimEnd();
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, " ");
}
