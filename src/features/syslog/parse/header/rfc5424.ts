import {
  BLANK,
  COLON,
  DASH,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  skipBlanks,
  skipDigits,
  wordEnd,
} from "../values/characters";
import { fieldAt, freshFieldAt } from "../values/field-memo";
import { canonicalAddress } from "../values/ip-address";
import type { Line, ParsedMessage } from "../line";
import { readStructuredData } from "./structured-data";
import { readBsdTime, readIsoTime } from "./timestamp";

const BYTE_ORDER_MARK = 0xfeff;
const MAX_VERSION_DIGITS = 3;
/** What messages begin with that no program is called by. */
export const CARRIERS = ["CEF:0|", "CEF: 0|", "CEF:1|", "LEEF:1.0|", "LEEF:2.0|"];
const TAG = /^([A-Za-z][\w./-]{0,47})\[(\d{1,10})\]$/;
const MARKS = new Set(["CEF:", "LEEF:"]);
/** `1 2026 Nov 21 10:49:59 host app - NAT444:SessionA […]`, as carriers' translators write the time. */
const YEAR_DIGITS = 4;

/**
 * Reads an RFC 5424 header whose VERSION stands at `start`, and gives the offset of the MSG (its byte order mark left
 * out), or
 * -1 with the message untouched where the line is none. Any version of up to three digits counts, because devices print
 * what they like; a line without priority must be version 1 with a time. Parts missing at the end stay null, a time
 * that cannot be is null, and structured data that breaks the grammar is left in the MSG.
 */
export function readRfc5424Header(line: Line, start: number, hasPriority: boolean): number {
  const { text, message } = line;
  const versionEnd = skipDigits(text, start);
  if (versionEnd === start || versionEnd - start > MAX_VERSION_DIGITS) return -1;
  if (text.charCodeAt(versionEnd) !== BLANK) return -1;
  if (!hasPriority && (versionEnd - start !== 1 || text.charCodeAt(start) !== 0x31)) return -1;
  const timeStart = versionEnd + 1;
  const timeEnd = wordEnd(text, timeStart);
  let offset = timeEnd;
  if (text.charCodeAt(timeStart) === DASH && timeEnd === timeStart + 1) {
    if (!hasPriority) return -1;
  } else {
    if (!isDigit(text.charCodeAt(timeStart))) return -1;
    const isYear = timeEnd - timeStart === YEAR_DIGITS;
    if (!isYear && (text.charCodeAt(timeStart + 10) | 0x20) !== 0x74) return -1;
    const time = isYear ? readBsdTime(text, timeStart, line) : readIsoTime(text, timeStart, line);
    if (time === null) return -1;
    offset = isYear ? time.end : timeEnd;
    message.eventTimeMicros = time.end === offset ? time.micros : null;
    line.headerOffsetSeconds = time.offsetSeconds;
  }
  const hostStart = skipBlanks(text, offset);
  // `[fw4_deny] …`: what a device says in brackets behind its time is no host, unless it is an address.
  if (
    text.charCodeAt(hostStart) === OPEN_BRACKET &&
    isLetter(text.charCodeAt(hostStart + 1)) &&
    !isAddress(text, hostStart)
  )
    return hostStart;
  // A carrier of pairs stands there where the sender has left fields out.
  const nextField = (fieldOf: typeof fieldAt): string | null => {
    const fieldStart = skipBlanks(text, offset);
    if (isCarrier(text, fieldStart)) return null;
    offset = wordEnd(text, fieldStart);
    const field = fieldOf(text, fieldStart, offset);
    // One with a control character within is not what the sender meant.
    return field === null || text.startsWith(field, fieldStart) ? field : null;
  };
  message.sourceHost = nextField(fieldAt);
  message.app = withoutColon(nextField(fieldAt));
  message.procid = nextField(freshFieldAt);
  takeTag(message);
  message.msgid = nextField(fieldAt);
  return readMessageStart(line, skipBlanks(text, offset));
}

/** A program's name without the colon that it has in the older header, `sshd: - - -`; a carrier's mark keeps its own. */
function withoutColon(name: string | null): string | null {
  const isTag = name !== null && name.charCodeAt(name.length - 1) === COLON && !MARKS.has(name);
  return isTag && name.length > 1 ? name.slice(0, -1) : name;
}

/** Takes the process out of a program's name that is a tag of the older header, `sshd[77] - - -`, where no field tells it. */
function takeTag(message: ParsedMessage): void {
  const { app, procid } = message;
  const tag = procid === null && app?.endsWith("]") === true ? TAG.exec(app) : null;
  if (tag !== null) [message.app, message.procid] = [tag[1] ?? null, tag[2] ?? null];
}

/** Whether the message of a carrier of pairs begins there. */
function isCarrier(text: string, start: number): boolean {
  return CARRIERS.some((mark) => text.startsWith(mark, start));
}

/** Whether a word in brackets is an address of version 6. */
function isAddress(text: string, start: number): boolean {
  return canonicalAddress(text.slice(start + 1, wordEnd(text, start) - 1)) !== null;
}

/** Takes the structured data at `start`, if there is any, and gives the offset of the MSG. */
function readMessageStart(line: Line, start: number): number {
  const { text } = line;
  const dataEnd = readData(line, start);
  const offset = dataEnd > start && text.charCodeAt(dataEnd) === BLANK ? dataEnd + 1 : dataEnd;
  return text.charCodeAt(offset) === BYTE_ORDER_MARK ? offset + 1 : offset;
}

/** The offset behind the structured data or its `-`; `start` where neither stands there. */
function readData({ text, message }: Line, start: number): number {
  const first = text.charCodeAt(start);
  if (first === DASH) {
    const isNil = start + 1 === text.length || text.charCodeAt(start + 1) === BLANK;
    return isNil ? start + 1 : start;
  }
  const data = first === OPEN_BRACKET ? readStructuredData(text, start) : null;
  if (data === null) return start;
  message.structuredData = data.json;
  return data.end;
}
