import {
  BLANK,
  COLON,
  isLetter,
  OPEN_BRACKET,
  skipBlanks,
  skipDigits,
  TAB,
  wordEnd,
} from "../values/characters";
import { verdictOf } from "../values/action";
import { fieldText } from "../values/field-text";
import type { Line } from "../line";
import { isProgram, skipNamedPriority } from "./before-host";
import { readHostBeforeTime } from "./host-before-time";
import { isTaglessLevel, LEVELS, SENTENCE_WORDS } from "./no-hosts";
import { NUMBERED_PROGRAM, readRfc3164Header } from "./rfc3164";
import { isNoTag, readTag, startsLikeTag } from "./tag";
import { namedPriority, namedSeverity } from "./priority";
import { readLeadingTime } from "./leading-time";
import { readOddTime } from "./odd-time";
import { takeHeaderTime, type Timestamp } from "./timestamp";
import { readUndatedHeader } from "./undated-header";

const MAX_HEAD_LENGTH = 160;
const DATE_LENGTH = "2026-11-21".length;
const TIME_LENGTH = "10:49:59".length;
/** A host, and a program with its process, behind which a level may stand (`[7](info): `), or a colon. */
const HOST_AND_TAG =
  /^:? ?([A-Za-z\d][\w.:-]{0,63}) ([A-Za-z%/_][\w./%-]{0,47}(?:\(\w\))?)(?:\[(\d{1,10})\](?:\([A-Za-z]{4,9}\)(?=:))?)?(:)?(?: |$|(?<=\(\w\)(?:\[\d{1,10}\])?:))/;
/** A host alone, before a carrier of pairs. */
const HOST_AND_CARRIER = /^([A-Za-z\d][\w.:-]{0,63}) (?=(?:CEF|LEEF):\d)/;
/** A machine's name with a dash, which no sentence begins with, before what a packet's row begins with. */
const HOST_AND_PACKET =
  /^([a-z][a-z\d]{0,30}(?:[-.][a-z\d]{1,30}){1,6})\s{1,4}(?=(?:ipv?[46]|inet6?|tcp|udp|icmp(?:v?6)?|sctp) src |rule(?:[ _-]?id)? \d{1,9} (?:action|verdict) )/i;
/** A firewall's name and what the line is about, whose pairs begin so: `EFW: CONN: prio=1 `. */
const CATEGORY = /^([A-Z]{2,8}): (?=[A-Z\d_]{2,24}: prio=\d)/;
/** What Huawei and its heirs begin a message's name with. */
const MESSAGE_NAME = "%%";
/** A host's name with its domain. */
const WHOLE_NAME = /^[a-z\d][a-z\d-]{0,62}(?:\.[a-z\d-]{1,63}){1,6}\.[a-z]{2,24}$/i;
const WORDS = new Set(
  `client server source destination host peer remote address ip url request rule policy category action status
  result type reason message event user session connection`.split(/\s+/),
);
/** Behind a name with capital letters, which a sentence may begin with: `LogDaemon: prefix=LDA type=deny`. */
const PAIRS = /^[A-Z][\w.-]{1,47}: [A-Za-z]\w{1,23}=[^\s=]/;
const COLUMNS = /^\t([A-Za-z]{3,8}\d?\.[A-Za-z]{3,8})\t([A-Za-z\d][\w.:-]{0,63})\t/;
const SERIAL = /^\[(?:\d{1,12}|(?!\d)[\w=:. -]{1,32})\] ?/;
/** A number alone, behind which a usual header may stand. */
const NUMBER = /^\[(?:SN?=)?\d{1,12}\] $/;
const MAX_SERIAL_DIGITS = 10;

/**
 * Reads a header whose time has no form that syslog knows, or that has none, where a host and a program behind it prove
 * that it is one: `Sat Nov 21 10:49:59 2026 fw-1 app[7]: `, `2026/11/21 10:49:59 fw-1 app: `, `[S=12] Nov 21 …`,
 * `fw-1 app[7]: `, `21 Nov 10:49:59 fw-1 app: `, `2026-11-21 10:49:59 app[7]: `. Without a priority the program must have
 * its process, or the host its domain. Gives the offset of the content, or -1 with the message untouched.
 */
export function readOddHeader(line: Line, start: number, hasPriority: boolean): number {
  const { text, message } = line;
  const serialEnd = hasPriority ? skipSerial(text, start) : start;
  if (NUMBER.test(text.slice(start, serialEnd))) {
    const end = readRfc3164Header(line, serialEnd, hasPriority);
    if (end !== -1) return end;
  }
  const time = readOddTime(line, start) ?? (serialEnd === start ? null : readOddTime(line, serialEnd));
  const hostStart = time === null ? start : skipBlanks(text, time.end);
  const columnsEnd = readColumns(line, time ?? readPartedTime(line, start));
  if (columnsEnd !== -1) return columnsEnd;
  if (time === null) {
    const named = readHostBeforeTime(line, start);
    if (named !== -1) return named;
    const end = readUndatedHeader(line, start, hasPriority);
    if (end !== -1 || !hasPriority) return end;
  }
  const named = time === null ? hostStart : skipNamedPriority(line, hostStart);
  if (time !== null && named !== hostStart) return readBehindPriority(line, time, named);
  const alone = time === null ? -1 : readHostAlone(line, time, hostStart);
  if (alone !== -1) return alone;
  const match = HOST_AND_TAG.exec(text.slice(hostStart, hostStart + MAX_HEAD_LENGTH));
  if (match === null || (time !== null && CATEGORY.test(text.slice(hostStart, hostStart + MAX_HEAD_LENGTH))))
    return time === null ? -1 : readTagAlone(line, time, hostStart);
  const [whole, host = "", app = "", procid = "", colon = ""] = match;
  const isNamed = (hasPriority || app.startsWith(MESSAGE_NAME)) && time !== null;
  const isWhole =
    time !== null &&
    WHOLE_NAME.test(host) &&
    !isWord(app) &&
    (isProgram(text, hostStart + host.length + 1) || isBeforePairs(text, app, hostStart + host.length + 1));
  // Behind a priority the marks of a message's name prove a host alone: `<190>fw-1 %%: %%01SECLOG/6/…`.
  const isMarked = hasPriority && app.startsWith(MESSAGE_NAME);
  const isProven = procid !== "" || (colon !== "" && (isNamed || isWhole || isMarked));
  if (!isProven || (colon === "" && time === null)) return -1;
  const called = host.endsWith(":") ? host.slice(0, -1) : host;
  const isLevel = LEVELS.has(called) || isTaglessLevel(called) || (host !== called && isNoTag(called));
  // Of .NET's `info: App.Net[0] ` the number is the event's.
  if (isLevel && colon === "") return -1;
  if (time !== null) takeHeaderTime(line, time);
  if (!isLevel && !(procid === "" && SENTENCE_WORDS.has(host))) message.sourceHost = fieldText(called);
  message.app = fieldText(app === MESSAGE_NAME ? "" : app);
  message.procid = fieldText(procid);
  return hostStart + whole.length;
}

/**
 * `11-21-2026 10:49:59 Local0.Info 192.0.2.1 app: `, as Kiwi's files have it: what stands behind a priority is a host,
 * unless it ends as a program does: OpenWrt's `Sat Nov 21 10:49:59 2026 kern.debug kernel: `.
 */
function readBehindPriority(line: Line, time: Timestamp, start: number): number {
  const { text, message } = line;
  const end = wordEnd(text, start);
  takeHeaderTime(line, time);
  if (text.charCodeAt(end - 1) === COLON && startsLikeTag(text.charCodeAt(start)))
    return readTag(line, start);
  message.sourceHost = fieldText(text.slice(start, end));
  return readTag(line, Math.min(end + 1, text.length));
}

/** `11-21-2026 10:49:59\tLocal0.Info\t192.0.2.1\t`: time, priority and host as columns. Gives the offset behind them, or -1. */
function readColumns(line: Line, time: Timestamp | null): number {
  const { text, message } = line;
  if (time === null || text.charCodeAt(time.end) !== TAB) return -1;
  const [whole, word = "", host = ""] = COLUMNS.exec(text.slice(time.end, time.end + MAX_HEAD_LENGTH)) ?? [];
  const priority = namedPriority(word.toLowerCase());
  if (whole === undefined || priority === null) return -1;
  takeHeaderTime(line, time);
  message.facility ??= priority.facility;
  message.severity ??= priority.severity;
  message.sourceHost = fieldText(host);
  return readTag(line, time.end + whole.length);
}

/** `2026-11-21\t10:49:59`, date and time as columns. */
function readPartedTime({ text, ...reference }: Line, start: number): Timestamp | null {
  if (text.charCodeAt(start + DATE_LENGTH) !== TAB) return null;
  const whole = text.slice(start, start + DATE_LENGTH + TIME_LENGTH + 1);
  const time = readLeadingTime(whole.replace("\t", " "), 0, reference);
  return time === null ? null : { ...time, end: start + time.end };
}

/** A host without a program, which what stands behind it proves. Gives the offset of that, or -1. */
function readHostAlone(line: Line, time: Timestamp, start: number): number {
  const head = line.text.slice(start, start + MAX_HEAD_LENGTH);
  const match = HOST_AND_CARRIER.exec(head) ?? HOST_AND_PACKET.exec(head);
  if (match === null) return -1;
  takeHeaderTime(line, time);
  line.message.sourceHost = fieldText(match[1] ?? "");
  return start + match[0].length;
}

/** What is said of a host rather than by a program of it: `www.example.com blocked: `. */
function isWord(app: string): boolean {
  const word = app.toLowerCase();
  return WORDS.has(word) || verdictOf(word) !== "other";
}

function isBeforePairs(text: string, app: string, start: number): boolean {
  return PAIRS.test(text.slice(start, start + MAX_HEAD_LENGTH)) && namedSeverity(app) === null;
}

/** `2026-11-21 10:49:59 app[7]: `. */
function readTagAlone(line: Line, time: Timestamp, start: number): number {
  const head = line.text.slice(start, start + MAX_HEAD_LENGTH);
  const match = NUMBERED_PROGRAM.exec(head) ?? CATEGORY.exec(head);
  // Of stunnel's `LOG5[12]: ` and Asterisk's `NOTICE[12]: ` the number is a thread's.
  if (match === null || isNoTag(match[1] ?? "")) return -1;
  takeHeaderTime(line, time);
  line.message.app = fieldText(match[1] ?? "");
  line.message.procid = fieldText(match[2] ?? "");
  return start + match[0].length;
}

/** `[S=12345] ` or `12345 ` in front of a month's name. */
function skipSerial(text: string, start: number): number {
  if (text.charCodeAt(start) === OPEN_BRACKET)
    return start + (SERIAL.exec(text.slice(start, start + MAX_HEAD_LENGTH))?.[0].length ?? 0);
  const end = skipDigits(text, start);
  const isSerial =
    end > start &&
    end - start <= MAX_SERIAL_DIGITS &&
    text.charCodeAt(end) === BLANK &&
    isLetter(text.charCodeAt(end + 1));
  return isSerial ? end + 1 : start;
}
