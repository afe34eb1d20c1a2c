import { isSame, type ByteRange, textOf } from "../../event/byte-range";
import type { ParsedMessage } from "../line";
import type { MessageContext } from "../message";
import type { ParsedLine } from "../parsed-line";
import {
  BLANK,
  CLOSE_BRACKET,
  COLON,
  DASH,
  decimalIn,
  DOT,
  EQUALS,
  isDigit,
  isLetter,
  OPEN_BRACKET,
} from "../values/characters";

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const VERSION_1 = 0x31;
const LETTER_T = 0x54;
const MAX_PRIORITY_DIGITS = 3;
/** `2026-11-21T10:50:00` and `Nov 21 10:50:00`. */
const ISO_SECOND_LENGTH = 19;
const BSD_SECOND_LENGTH = 15;
const BSD_DATE_LENGTH = 6;
const FRACTION_DIGITS = 6;
/** Longer ones, from the time to the content, are not looked at. */
const MAX_REST_LENGTH = 200;
/** Of RFC 5424: HOSTNAME, APP-NAME, PROCID, MSGID and STRUCTURED-DATA. */
const FIELDS = 5;
const SLOT_BITS = 12;
const SLOTS = 2 ** SLOT_BITS;
/**
 * A time without a zone or a year is read against its arrival. This near to it there is no other year, nor another hour
 * of those that the autumn repeats, which are half an hour apart at least.
 */
const NEAR_MICROS = 14 * 60 * 1_000_000;

/** What a header says beside its time. */
type Header = Pick<ParsedMessage, "sourceHost" | "facility" | "severity" | "app" | "procid" | "msgid">;

type Known = {
  /** Even; the next is of the header with a fraction of its time. */
  number: number;
  sender: string;
  timeZone: string | undefined;
  /** The header before its time, and behind it. */
  start: string;
  rest: string;
  /** The time without its fraction: up to the second, and the zone behind it. */
  second: string;
  zone: string;
  secondMicros: number;
  said: Header;
};

/** What is known of the header of a line. Reused by every call. */
export type FoundHeader = {
  /** As `ParsedLine` has it. */
  number: number;
  /** Where the content starts. */
  content: number;
  /** Where the fraction of the time ends, whose digits are of this line alone. */
  fractionEnd: number;
  /** The moment that the header names, µs since 1970. */
  eventTimeMicros: number;
  said: Header;
};

const PRINTABLE = /^[ -~]*$/;

/** Where the parts of the line stand that was looked at last. */
const at = { second: 0, fraction: 0, zone: 0, rest: 0, content: 0, slot: 0 };

/**
 * Headers as the parser has read them: a device prints the same in each of its lines but for the time, and that changes
 * once a second. What is found here is what the parser would say, which it is asked again for every part that is new.
 */
export class KnownHeaders {
  readonly #program: string;
  readonly #known: (Known | undefined)[] = Array.from({ length: SLOTS });
  #numbers = 0;
  readonly #found: FoundHeader = {
    number: 0,
    content: 0,
    fractionEnd: 0,
    eventTimeMicros: 0,
    said: { sourceHost: null, facility: null, severity: null, app: null, procid: null, msgid: null },
  };

  /** Only headers of lines of this program are kept. */
  constructor(program: string) {
    this.#program = program;
  }

  /** What is known of the header of a line. Null where the parser has to be asked. */
  find(line: Uint8Array, context: MessageContext): FoundHeader | null {
    if (!findParts(line, this.#program)) return null;
    const known = this.#known[at.slot];
    if (known === undefined || !isKnown(known, line, context)) return null;
    const eventTimeMicros = known.secondMicros + fractionMicros(line);
    if (known.zone === "" && Math.abs(eventTimeMicros - context.receivedAtMicros) > NEAR_MICROS) return null;
    const found = this.#found;
    found.number = hasFraction() ? known.number + 1 : known.number;
    found.content = at.content;
    found.fractionEnd = at.zone;
    found.eventTimeMicros = eventTimeMicros;
    found.said = known.said;
    return found;
  }

  /** Keeps what the parser has read in a line of ASCII. */
  learn({ bytes, fields, messageStart }: ParsedLine, context: MessageContext): void {
    const { eventTimeMicros, structuredData, clockUnset, ...rest } = fields;
    if (eventTimeMicros === null || structuredData !== null || clockUnset || rest.app !== this.#program)
      return;
    if (!findParts(bytes, this.#program) || messageStart !== at.content + 1) return;
    const secondMicros = eventTimeMicros - fractionMicros(bytes);
    // Another time of the header than the first is the event's.
    if (secondMicros % 1_000_000 !== 0) return;
    if (!Number.isSafeInteger(secondMicros + 1_000_000)) return;
    if (!PRINTABLE.test(textOf(bytes, 0, at.content))) return;
    const { sourceHost, facility, severity, app, procid, msgid } = rest;
    this.#numbers += 2;
    this.#known[at.slot] = {
      number: this.#numbers,
      sender: context.sender,
      timeZone: context.timeZone,
      start: textOf(bytes, 0, at.second),
      rest: textOf(bytes, at.rest, at.content),
      second: textOf(bytes, at.second, at.fraction),
      zone: textOf(bytes, at.zone, at.rest),
      secondMicros,
      said: { sourceHost, facility, severity, app, procid, msgid },
    };
  }
}

/** Of the line that was looked at last. */
function hasFraction(): boolean {
  return at.zone > at.fraction;
}

function isKnown(known: Known, line: Uint8Array, { sender, timeZone }: MessageContext): boolean {
  return (
    isSame(known.second, line, at.second, at.fraction) &&
    isSame(known.rest, line, at.rest, at.content) &&
    isSame(known.start, line, 0, at.second) &&
    isSame(known.zone, line, at.zone, at.rest) &&
    known.sender === sender &&
    known.timeZone === timeZone
  );
}

/**
 * Finds the parts of `<134>1 TIME HOST app PROCID MSGID - content`, `<134>TIME HOST app[procid]: content` and their
 * like; false for any other line, or one of another program.
 */
function findParts(line: Uint8Array, program: string): boolean {
  if (line[0] !== LESS_THAN) return false;
  let offset = 1;
  while (offset <= MAX_PRIORITY_DIGITS && isDigit(line[offset] ?? 0)) offset++;
  if (line[offset] !== GREATER_THAN) return false;
  offset++;
  const hasVersion = line[offset] === VERSION_1 && line[offset + 1] === BLANK;
  at.second = hasVersion ? offset + 2 : offset;
  if (!findTime(line)) return false;
  return findContent(line, program, hasVersion);
}

function findTime(line: Uint8Array): boolean {
  const isIso = line[at.second + 10] === LETTER_T;
  if (!isIso && (!isLetter(line[at.second] ?? 0) || line[at.second + BSD_DATE_LENGTH] !== BLANK))
    return false;
  at.fraction = at.second + (isIso ? ISO_SECOND_LENGTH : BSD_SECOND_LENGTH);
  at.zone = at.fraction;
  if (isIso && line[at.fraction] === DOT) {
    do at.zone++;
    while (isDigit(line[at.zone] ?? 0));
    if (at.zone === at.fraction + 1) return false;
  }
  at.rest = at.zone;
  const limit = Math.min(line.length, at.zone + (isIso ? MAX_REST_LENGTH : 1));
  while (at.rest < limit && line[at.rest] !== BLANK) at.rest++;
  return at.rest < limit;
}

/**
 * Behind the time: five words, of which the second is the program and the last `-`, or what ends in `app: ` or
 * `app[procid]: `.
 */
function findContent(line: Uint8Array, program: string, hasVersion: boolean): boolean {
  const limit = Math.min(line.length, at.rest + MAX_REST_LENGTH);
  let fields = 0;
  let start = at.rest + 1;
  let hash = 0;
  for (let offset = start; offset < limit; offset++) {
    const code = line[offset] ?? 0;
    hash = Math.imul(hash, 31) + code;
    // What has pairs is no header that is kept.
    if (code === EQUALS) return false;
    if (code !== BLANK) continue;
    fields++;
    if (hasVersion && fields === 2 && !isSame(program, line, start, offset)) return false;
    if (hasVersion ? fields === FIELDS : line[offset - 1] === COLON) {
      at.content = offset + 1;
      at.slot = slotOf(hash);
      const isWhole = hasVersion
        ? offset === start + 1 && line[start] === DASH
        : isTag(line, program, { start, end: offset - 1 });
      return isWhole && isDigit(line[at.content] ?? 0);
    }
    start = offset + 1;
  }
  return false;
}

/** `app` or `app[procid]` of the program. */
function isTag(line: Uint8Array, program: string, { start, end }: ByteRange): boolean {
  const bracket = start + program.length;
  const isWhole = bracket === end || (line[bracket] === OPEN_BRACKET && line[end - 1] === CLOSE_BRACKET);
  return isWhole && isSame(program, line, start, bracket);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> SLOT_BITS)) & (SLOTS - 1);
}

/** The fraction of the time of the line that was looked at last, cut to microseconds. */
function fractionMicros(line: Uint8Array): number {
  const start = at.fraction + 1;
  const digits = Math.min(at.zone - start, FRACTION_DIGITS);
  return digits < 1 ? 0 : decimalIn(line, start, start + digits) * 10 ** (FRACTION_DIGITS - digits);
}
