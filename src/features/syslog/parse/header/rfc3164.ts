import {
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  DASH,
  DOT,
  EQUALS,
  HASH,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERCENT,
  QUOTE,
  skipBlanks,
  skipDigits,
  STAR,
  wordEnd,
} from "../values/characters";
import { fieldText } from "../values/field-text";
import type { Line } from "../line";
import { namedPriority } from "./priority";
import { canonicalAddress } from "../values/ip-address";
import { isProgram, skipBeforeHost, skipBehindHost, skipNamedPriority } from "./before-host";
import { withHalfDay } from "./half-day";
import { isLevelledHead, isNoHost, isTaglessLevel, LEVELS, SENTENCE_WORDS } from "./no-hosts";
import { isNoTag, readTag, startsLikeTag } from "./tag";
import { readBsdTime, readIsoTime, type Timestamp } from "./timestamp";

/** How far into a line a host in front of a Cisco time is looked for. */
const MAX_ORIGIN_LENGTH = 80;
/** No host name has these; firewalls put key=value, JSON, CSV or a bracket directly behind the time. */
const NO_HOST_CHARACTERS = "=,{}[]()<>|;\"'";
/** By character code below 128: 1 where a host name cannot have it. */
export const isNoHostCharacter = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= BLANK || NO_HOST_CHARACTERS.includes(String.fromCharCode(code)) ? 1 : 0,
);
/** AIX syslogd puts one of these before the host that it relays for. */
export const RELAY_PREFIXES = ["Message forwarded from ", "Forwarded from "];
const NO_NAME = "(none) ";
const KERNEL = "kernel:";
const LESS_THAN = 0x3c;
const REPEAT_NOTICE = "last message repeated ";
/** Program, process, message id, and the dash of structured data that is not there. */
export const BARE_FIELDS = /^([A-Za-z][\w./-]{0,47}) (\d{1,10}|-) (-|[\w.:-]{1,32}) - /;
export const MAX_BARE_FIELDS_LENGTH = 128;

/** A program whose process proves it. */
export const NUMBERED_PROGRAM = /^([A-Za-z_/][\w./-]{0,47})\[(\d{1,10})\]: /;
const MAX_PROGRAM_LENGTH = 64;
const MAX_LEVEL_LENGTH = 10;
/** Of a cluster's node, behind its name, or its address. */
const NODE_NUMBER = /(?<=\w)\((?:id\d{1,4}|(?:\d{1,3}\.){3}\d{1,3})\)$/;
const QUOTED_HOST = /^"([A-Za-z\d][\w.-]{0,63})" {1,2}(?=\S)/;
const MAX_QUOTED_HOST = 68;
/** What a relay writes behind the name of whom it had the line from: `fw-1(192.0.2.9)`. */
const OWN_ADDRESS = /\((?:\d{1,3}\.){3}\d{1,3}\)$/;
/** A process alone, without its program. */
const PROCESS = /^\[(\d{1,10})\]: (?=\S)/;
const MAX_PROCESS_LENGTH = 16;

/** IOS XR puts the node that speaks before the time, and perhaps its host's name before that. */
const NODE = /^(?:([\w.-]{1,64}) )?(?:D?RP|LC)\/\d{1,3}\/\w{1,8}\/CPU\d{1,3}:/;
/** `[kern_audit:info:2290]`: a service, how bad it is, and its process. */
const EVENT =
  /^\[[\w.-]{2,40}:(?:emerg(?:ency)?|alert|crit(?:ical)?|err(?:or)?|warn(?:ing)?|notice|info|debug):\d{1,10}\]/i;
const MAX_EVENT_LENGTH = 72;
/** `2026:11:21-10:49:59`, Sophos UTM's time. */
const UTM_TIME = /^(\d{4}):(\d\d):(\d\d)-(\d\d:\d\d:\d\d)$/;
const UTM_TIME_LENGTH = 19;

/** A word that is put together, and a level. */
const KIND_COLUMN = /^\t[A-Z][A-Za-z]{0,24}[a-z][A-Z][A-Za-z]{1,24}\t\d{1,3}\t/;
const HOST_COLUMN = /^[A-Za-z\d][\w.-]*$/;
const MAX_HOST_LENGTH = 64;
const MAX_KIND_LENGTH = 64;

type Stamp = { time: Timestamp; clockUnset: boolean; origin: string | null };

/**
 * Reads an RFC 3164 header at `start`, behind the priority: TIMESTAMP, HOSTNAME and TAG, each as devices really print
 * them (ISO 8601 time as rsyslog writes it, Cisco's sequence number, star and zone name, no host, no tag). Gives the
 * offset of the content, or -1 with the message untouched where there is no timestamp.
 */
export function readRfc3164Header(line: Line, start: number, hasPriority: boolean): number {
  const { text, message } = line;
  const stamp = readStamp(line, start, hasPriority);
  if (stamp === null) return -1;
  message.eventTimeMicros = stamp.time.micros;
  message.clockUnset = stamp.clockUnset;
  line.headerOffsetSeconds = stamp.time.offsetSeconds;
  let offset = stamp.time.end;
  if (text.charCodeAt(offset) === COLON) offset++;
  offset = skipBlanks(text, offset);
  if (stamp.origin !== null) {
    message.sourceHost = fieldText(stamp.origin);
    return readTag(line, offset);
  }
  const hostStart = skipBeforeHost(line, offset);
  if (hostStart !== offset)
    takeOffset(line, stamp.time, () => readStamp({ ...line, timeZone: "UTC" }, start, hasPriority));
  return readHostAndTag(line, hostStart);
}

/** The time was read in the sender's zone; where an offset stood behind it that counts. */
function takeOffset(line: Line, { micros, offsetSeconds }: Timestamp, asUtc: () => Stamp | null): void {
  const { message, headerOffsetSeconds } = line;
  if (offsetSeconds !== null || headerOffsetSeconds === null || message.eventTimeMicros !== micros) return;
  const wall = asUtc()?.time.micros ?? null;
  if (wall !== null) message.eventTimeMicros = wall - headerOffsetSeconds * 1e6;
}

function readStamp(line: Line, start: number, hasPriority: boolean): Stamp | null {
  const { text } = line;
  const first = text.charCodeAt(start);
  if (isLetter(first)) {
    const time = readBsdStamp(line, start);
    if (time !== null) return { time, clockUnset: false, origin: null };
    return readNodeStamp(line, start) ?? readOriginStamp(line, start);
  }
  if (isDigit(first)) {
    const isoTime = readIsoStamp(line, start, hasPriority);
    const time = isoTime ?? readUtmTime(line, start);
    if (time !== null) return { time, clockUnset: false, origin: null };
  }
  if (first === PERCENT || first === HASH) return readComwareStamp(line, start);
  return readCiscoStamp(line, start);
}

/** `%Nov 21 10:49:59:338 2026 `, or with `#` of a trap. */
function readComwareStamp(line: Line, start: number): Stamp | null {
  const time = readBsdStamp(line, start + 1);
  return time === null ? null : { time, clockUnset: false, origin: null };
}

/** `seq: `, then perhaps `host: `, then `*` or `.` and the time; a mere colon for the sequence number is NX-OS. */
function readCiscoStamp(line: Line, start: number): Stamp | null {
  const { text } = line;
  let offset = skipDigits(text, start);
  if (text.charCodeAt(offset) === COLON) offset = skipBlanks(text, offset + 1);
  else if (offset > start) offset = start;
  const marked = readMarkedStamp(line, offset);
  if (marked !== null || offset === start) return marked;
  return readNodeStamp(line, offset) ?? readOriginStamp(line, offset);
}

function readNodeStamp(line: Line, start: number): Stamp | null {
  const head = line.text.slice(start, start + MAX_ORIGIN_LENGTH);
  const node = head.includes("/CPU") ? NODE.exec(head) : null;
  const stamp = node === null ? null : readMarkedStamp(line, start + node[0].length);
  return stamp === null ? null : { ...stamp, origin: node?.[1] ?? null };
}

function readUtmTime(line: Line, start: number): Timestamp | null {
  if (line.text.charCodeAt(start + 4) !== COLON) return null;
  const match = UTM_TIME.exec(line.text.slice(start, start + UTM_TIME_LENGTH));
  if (match === null) return null;
  const [, year, month, day, clock] = match;
  const time = readIsoTime(`${year}-${month}-${day}T${clock}`, 0, line);
  return time === null ? null : { ...time, end: start + UTM_TIME_LENGTH };
}

/** `host: ` in front of a Cisco time (`logging origin-id`). */
function readOriginStamp(line: Line, start: number): Stamp | null {
  const { text } = line;
  const end = wordEnd(text, start);
  if (end - start > MAX_ORIGIN_LENGTH || text.charCodeAt(end - 1) !== COLON || end - start < 2) return null;
  if (namedPriority(text.slice(start, end - 1)) !== null) return null;
  const stamp = readMarkedStamp(line, skipBlanks(text, end));
  // A second number is the device's own count (`service sequence-numbers`), the first the syslog server's.
  if (stamp === null || skipDigits(text, start) === end - 1) return stamp;
  return { ...stamp, origin: text.slice(start, end - 1) };
}

function readMarkedStamp(line: Line, start: number): Stamp | null {
  const mark = line.text.charCodeAt(start);
  const time = readBsdStamp(line, mark === STAR || mark === DOT ? start + 1 : start);
  return time === null ? null : { time, clockUnset: mark === STAR, origin: null };
}

function readBsdStamp(line: Line, start: number): Timestamp | null {
  const time = readBsdTime(line.text, start, line);
  return time !== null && endsStamp(line.text, time.end) ? withHalfDay(line.text, start, time) : null;
}

function readIsoStamp(line: Line, start: number, hasPriority: boolean): Timestamp | null {
  if (!hasPriority && line.text.charCodeAt(start + 10) === BLANK) return null;
  const time = readIsoTime(line.text, start, line);
  return time !== null && endsStamp(line.text, time.end) ? time : null;
}

function endsStamp(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return code === BLANK || code === COLON || end >= text.length;
}

/** Whether a message's name stands there, before which a host may have a colon: Cisco's, or storage's with its process. */
function mayNameHost(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  return (
    first === PERCENT || (first === OPEN_BRACKET && EVENT.test(text.slice(start, start + MAX_EVENT_LENGTH)))
  );
}

/** `nas1: nas1: 0000001e.0794c163 …`: a device's name twice, and behind it a number; a program's would have a sentence. */
function isTwice(text: string, start: number, end: number): boolean {
  const behind = end + 1 + end - start;
  return (
    text.startsWith(text.slice(start, end), end + 1) &&
    text.charCodeAt(behind) === BLANK &&
    isDigit(text.charCodeAt(behind + 1))
  );
}

function readHostAndTag(line: Line, start: number): number {
  const { text, message } = line;
  if (start >= text.length || text.startsWith(REPEAT_NOTICE, start)) return start;
  // BusyBox of a machine without a name.
  if (text.charCodeAt(start) === OPEN_PARENTHESIS && text.startsWith(NO_NAME, start))
    return readTag(line, skipPriorityBehindHost(line, start + NO_NAME.length));
  const closedHost = closedHostEnd(line, start);
  if (closedHost !== start) return readTag(line, closedHost);
  const prefix = RELAY_PREFIXES.find((candidate) => text.startsWith(candidate, start));
  const hostStart = start + (prefix?.length ?? 0);
  const end = wordEnd(text, hostStart);
  const endsWithColon = text.charCodeAt(end - 1) === COLON;
  if (prefix !== undefined && endsWithColon) {
    message.sourceHost = fieldText(text.slice(hostStart, end - 1));
    return readTag(line, skipBlanks(text, end));
  }
  if (endsWithColon && isTwice(text, start, end)) {
    message.sourceHost = fieldText(text.slice(start, end - 1));
    return readTag(line, skipBlanks(text, end + 1 + end - start));
  }
  if (isBeforeProgram(text, start, end)) {
    const called = text.slice(start, end - 1);
    if (!isNoTag(called)) message.sourceHost = fieldText(called);
    return readTag(line, skipBlanks(text, end));
  }
  // What has its process behind it is a program: IOS XR's `ipv4_acl_mgr[162]: %ACL-…`.
  const isProcess = text.charCodeAt(end - 2) === CLOSE_BRACKET;
  if (endsWithColon && !isProcess && mayNameHost(text, skipBlanks(text, end))) {
    message.sourceHost = fieldText(text.slice(start, end - 1));
    return readTag(line, skipBlanks(text, end));
  }
  if (endsWithColon || text.charCodeAt(start) === PERCENT) return readTag(line, start);
  if (!isHost(text, start, end)) {
    if (isLevelledHead(text.slice(start, end))) return readTag(line, end);
    const columnEnd = readHostColumn(line, start);
    return columnEnd === start ? readTag(line, start) : columnEnd;
  }
  // `type = mitigation` is a pair.
  if (text.charCodeAt(end + 1) === EQUALS) return start;
  const host = text.slice(start, end);
  if (SENTENCE_WORDS.has(host) && !isNumberedProgram(text, end + 1)) return start;
  if (isNoHost(host) && !isProgram(text, end + 1)) return start;
  if (isTaglessLevel(host)) return isNumberedProgram(text, end + 1) ? readTag(line, end + 1) : start;
  if (end - start <= MAX_LEVEL_LENGTH && LEVELS.has(host)) return readTagBehindLevel(line, start, end);
  message.sourceHost = fieldText(host.replace(OWN_ADDRESS, ""));
  const wordBehind = end < text.length ? end + 1 : end;
  const behind = skipBehindHost(line, wordBehind);
  const processEnd = readProcessAlone(line, behind);
  if (processEnd !== behind) return processEnd;
  const fieldsEnd = readBareFields(line, behind);
  if (fieldsEnd !== behind) return fieldsEnd;
  return readTag(line, skipRelayed(line, skipPriorityBehindHost(line, behind)));
}

/** `ws1\tMSWinEventLog\t1\t`, as agents part host, kind and level. Gives the offset of the kind, or `start`. */
function readHostColumn({ text, message }: Line, start: number): number {
  const tab = text.indexOf("\t", start);
  if (
    tab === -1 ||
    tab - start > MAX_HOST_LENGTH ||
    !KIND_COLUMN.test(text.slice(tab, tab + MAX_KIND_LENGTH))
  )
    return start;
  const host = text.slice(start, tab);
  if (!HOST_COLUMN.test(host)) return start;
  message.sourceHost = host;
  return tab + 1;
}

/** `fw-1: app[7]: `, where the kernel is a program that tells of others. */
function isBeforeProgram(text: string, start: number, end: number): boolean {
  return (
    text.charCodeAt(end - 1) === COLON &&
    text.charCodeAt(end - 2) !== CLOSE_BRACKET &&
    text.slice(start, end) !== KERNEL &&
    isHost(text, start, end - 1) &&
    isNumberedProgram(text, skipBlanks(text, end))
  );
}

/** Behind a host in brackets or in quotes; `start` where none stands there. */
function closedHostEnd(line: Line, start: number): number {
  const first = line.text.charCodeAt(start);
  if (first === OPEN_BRACKET) return bracketedHost(line, start);
  return first === QUOTE ? quotedHost(line, start) : start;
}

/** `"fw-1" app[7]: `. */
function quotedHost({ text, message }: Line, start: number): number {
  const [whole, host] = QUOTED_HOST.exec(text.slice(start, start + MAX_QUOTED_HOST)) ?? [];
  if (whole === undefined || host === undefined) return start;
  const behind = start + whole.length;
  if (text.charCodeAt(behind) !== PERCENT && !isProgram(text, behind)) return start;
  message.sourceHost = fieldText(host);
  return behind;
}

/** `[192.0.2.1] app[7]: `: gives the offset of the program, or `start` where other text stands there. */
function bracketedHost({ text, message }: Line, start: number): number {
  const close = text.indexOf("] ", start);
  const ip = close === -1 ? null : canonicalAddress(text.slice(start + 1, close));
  if (ip === null || !isProgram(text, close + 2)) return start;
  message.sourceHost = ip;
  return close + 2;
}

/** `host [358]: `, a process whose program has no name. Gives the offset of the content, or `start`. */
function readProcessAlone({ text, message }: Line, start: number): number {
  const mayBe = text.charCodeAt(start) === OPEN_BRACKET && isDigit(text.charCodeAt(start + 1));
  const match = mayBe ? PROCESS.exec(text.slice(start, start + MAX_PROCESS_LENGTH)) : null;
  if (match === null) return start;
  message.procid = fieldText(match[1] ?? "");
  return start + match[0].length;
}

/**
 * `app procid msgid - `: RFC 5424 that lost its priority and version on the way, as log files have it. Gives the offset
 * of the content, or `start` where other text stands there.
 */
function readBareFields({ text, message }: Line, start: number): number {
  const second = text.charCodeAt(wordEnd(text, start) + 1);
  if (!isDigit(second) && second !== DASH) return start;
  const fields = BARE_FIELDS.exec(text.slice(start, start + MAX_BARE_FIELDS_LENGTH));
  if (fields === null) return start;
  const [whole, app = "", procid = "", msgid = ""] = fields;
  message.app = fieldText(app);
  message.procid = fieldText(procid);
  message.msgid = fieldText(msgid);
  return start + whole.length;
}

/** `app[7]: `, before which a host stands, however it is called. */
function isNumberedProgram(text: string, start: number): boolean {
  return NUMBERED_PROGRAM.test(text.slice(start, start + MAX_PROGRAM_LENGTH));
}

/** The level stays part of the content where no tag follows it. */
function readTagBehindLevel(line: Line, start: number, end: number): number {
  const behind = skipBlanks(line.text, end);
  const content = readTag(line, behind);
  return content === behind ? start : content;
}

function isHost(text: string, start: number, wordEnd: number): boolean {
  const end = nameEnd(text, start, wordEnd);
  for (let offset = start; offset < end; offset++) {
    if (isNoHostCharacter[text.charCodeAt(offset)] === 1) return false;
  }
  return true;
}

/** Where a host's name ends that has the number of a node behind it: `store-1(id3)`. */
function nameEnd(text: string, start: number, end: number): number {
  if (text.charCodeAt(end - 1) !== CLOSE_PARENTHESIS) return end;
  const node = NODE_NUMBER.exec(text.slice(start, end));
  return node === null ? end : start + node.index;
}

/** Takes a word like `user.info` behind the host; it is the priority where the line has no other. */
function skipPriorityBehindHost(line: Line, start: number): number {
  const { text, message } = line;
  if (text.charCodeAt(start) === LESS_THAN) return skipNamedPriority(line, start);
  const end = wordEnd(text, start);
  if (!isLetter(text.charCodeAt(start)) || end === text.length) return start;
  const named = end - start <= 16 ? namedPriority(text.slice(start, end)) : null;
  if (named === null) return start;
  message.facility ??= named.facility;
  message.severity ??= named.severity;
  return end + 1;
}

/** Behind the host, a relay may have left the header that Cisco sent it: `1663320: Jun 20 02:43:03.346: `. */
function skipRelayed(line: Line, start: number): number {
  const { text, message } = line;
  if (startsLikeTag(text.charCodeAt(start))) return start;
  const stamp = readCiscoStamp(line, start);
  if (stamp === null || text.charCodeAt(stamp.time.end) !== COLON) return start;
  message.clockUnset = stamp.clockUnset;
  return skipBlanks(text, stamp.time.end + 1);
}
