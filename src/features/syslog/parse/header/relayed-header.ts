import { BLANK, DASH, isDigit, isLetter } from "../values/characters";
import type { Line } from "../line";
import { readPriority } from "./priority";
import { readRfc3164Header } from "./rfc3164";
import { readRfc5424Header } from "./rfc5424";

const LESS_THAN = 0x3c;

/**
 * Reads the header that a relay left in the content at `start`, behind its own: `<30>Nov 21 10:49:59 fw-1 app: …`, a
 * line of RFC 5424 or one of RFC 3164, each with a program's name. What the device said of itself wins over what the
 * relay added. Gives the offset of the content behind it, or `start` where there is none.
 */
export function readRelayedHeader(line: Line, start: number): number {
  const { text, message } = line;
  const first = text.charCodeAt(start);
  if (first === LESS_THAN) {
    const priority = readPriority(text, start);
    const end = priority === null ? start : readProvenHeader(line, priority.end, true);
    if (priority === null || end === priority.end) return start;
    message.facility = priority.value >> 3;
    message.severity = priority.value & 7;
    return end;
  }
  const mayBeTime = message.app === null && (isDigit(first) || isLetter(first));
  return mayBeTime ? readProvenHeader(line, start, false) : start;
}

/** A text may begin with a time too: it is a header only where a program's name follows, as all relays have one. */
function readProvenHeader(line: Line, start: number, hasPriority: boolean): number {
  const { text, message } = line;
  if (!hasPriority && !hasTimeShape(text, start)) return start;
  const { eventTimeMicros, sourceHost, app, procid, msgid, structuredData, clockUnset } = message;
  const { headerOffsetSeconds } = line;
  message.app = null;
  message.procid = null;
  let end = readRfc5424Header(line, start, hasPriority);
  if (end === -1) end = readRfc3164Header(line, start, hasPriority);
  if (end !== -1 && message.app !== null) {
    message.sourceHost ??= sourceHost;
    return end;
  }
  Object.assign(message, { eventTimeMicros, sourceHost, app, procid, msgid, structuredData, clockUnset });
  line.headerOffsetSeconds = headerOffsetSeconds;
  return start;
}

/** `1 2026-11-21T…`, `2026-11-21T…`, `2026:11:21-…` or `Nov 21 …`. */
function hasTimeShape(text: string, start: number): boolean {
  if (isLetter(text.charCodeAt(start)))
    return text.charCodeAt(start + 3) === BLANK && text.charCodeAt(start + 6) === BLANK;
  const year = text.startsWith("1 ", start) ? start + 2 : start;
  const fifth = text.charCodeAt(year + 4);
  return (
    isDigit(text.charCodeAt(year)) &&
    (fifth === DASH || (fifth === 0x3a && text.charCodeAt(year + 10) === DASH))
  );
}
