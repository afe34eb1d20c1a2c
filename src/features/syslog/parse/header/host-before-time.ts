import { CLOSE_BRACKET, CLOSE_PARENTHESIS, isLetter } from "../values/characters";
import { fieldText } from "../values/field-text";
import type { Line } from "../line";
import { isProgram } from "./before-host";
import { readLeadingTime } from "./leading-time";
import { LEVELS, SENTENCE_WORDS } from "./no-hosts";
import { NUMBERED_PROGRAM } from "./rfc3164";
import { readTag } from "./tag";
import { takeHeaderTime } from "./timestamp";

const MAX_HEAD = 160;
/** A host, perhaps its serial number, and what a bracket holds that begins as a whole date does. */
const HOST = /^([A-Za-z\d][\w.-]{0,63}):?(?: [A-Z\d]{8,20})? ([[(])(?=20\d\d[-/.]?\d\d[-/.]?\d\d[T _-]\d)/;
const KERNEL = "kernel: ";
/** A program that no process proves, before pairs: `firewall: msg_id="3000-0148"`. */
const BEFORE_PAIRS = /^[a-z][\w.-]{1,47}: {1,2}[A-Za-z]\w{1,23}=/;

/**
 * Reads `fw-1 (2026-11-21T10:49:59) app[7]: `, where the device's own time stands in a bracket behind its name, before a
 * program with its process or, behind round ones, one with pairs. Gives the offset of the content, or -1 with the message
 * untouched.
 */
export function readHostBeforeTime(line: Line, start: number): number {
  const { text, message } = line;
  const [whole, host = "", bracket] = HOST.exec(text.slice(start, start + MAX_HEAD)) ?? [];
  if (whole === undefined || LEVELS.has(host) || SENTENCE_WORDS.has(host)) return -1;
  const time = readLeadingTime(text, start + whole.length, line);
  const close = bracket === "(" ? CLOSE_PARENTHESIS : CLOSE_BRACKET;
  if (time === null || text.charCodeAt(time.end) !== close || text.charAt(time.end + 1) !== " ") return -1;
  const tag = time.end + 2;
  const behind = text.slice(tag, tag + MAX_HEAD);
  const isProven =
    NUMBERED_PROGRAM.test(behind) ||
    behind.startsWith(KERNEL) ||
    (bracket === "(" && BEFORE_PAIRS.test(behind));
  if (!isProven || !isLetter(text.charCodeAt(tag)) || !isProgram(text, tag)) return -1;
  takeHeaderTime(line, time);
  message.sourceHost = fieldText(host);
  return readTag(line, tag);
}
