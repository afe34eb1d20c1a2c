import type { Line } from "../line";
import { fieldText } from "../values/field-text";
import { namedPriority, namedSeverity } from "./priority";
import { LEVELS, SENTENCE_WORDS } from "./no-hosts";
import { readRfc3164Header } from "./rfc3164";

const MAX_HEAD_LENGTH = 160;
/** What is left of a time whose day was cut off, perhaps with its bracket. */
const CLOCK = /^\[?(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?\]?:? {1,2}(?=\S)/;
/** `daemon.err `, perhaps with a colon. */
const PRIORITY = /^([a-z]{3,8}\d?\.[a-z]{3,7}):? {1,2}(?=\S)/;
/** Perhaps a host, and a program with its process. */
const NUMBERED = /^(?:([A-Za-z\d][\w.:-]{0,63}) )?([A-Za-z_/][\w./-]{1,47})\[(\d{1,10})\]: /;
/** Perhaps a host, and a program that its colon proves. */
const NAMED = /^(?:([A-Za-z\d][\w.:-]{0,63}) )?([a-z_][\w./-]{1,47}): /;
const OF_KERNEL = /^[A-Za-z\d][\w.-]{0,63} kernel: /;
/** `babeld[1443]: `. */
const ALONE = /^([a-z_][a-z\d_.-]{1,31})\[(\d{1,10})\]: (?=\S)/;
/** The kernel with the seconds since it started. */
const KERNEL = /^(kernel): (?=\[ {0,7}\d{1,9}\.\d{6}\] )/;

type Named = { facility: number; severity: number };

/**
 * Reads a header of which a relay, a pager or whoever copied it left no date: `daemon.err app[7]: `, `10:49:59+01:00 fw-1 app: `,
 * `10:49:59 fw-1 app[7]: `, `app[7]: `, `kernel: [   12.345678] `. Gives the offset of the content, or -1 with the message untouched.
 */
export function readUndatedHeader(line: Line, start: number, hasPriority: boolean): number {
  const head = line.text.slice(start, start + MAX_HEAD_LENGTH);
  const clock = CLOCK.exec(head);
  const behindClock = clock?.[0].length ?? 0;
  const named = PRIORITY.exec(head.slice(behindClock));
  const priority = named === null ? null : namedPriority(named[1] ?? "");
  if (clock === null && priority === null) return hasPriority ? -1 : readProgramAlone(line, start, head);
  const names = behindClock + (priority === null ? 0 : (named?.[0].length ?? 0));
  if (priority !== null && clock === null) {
    const end = readRfc3164Header(line, start + names, hasPriority);
    if (end !== -1) return behindPriority(line, priority, end);
  }
  const isSure = priority !== null || clock?.[1] !== undefined;
  const said = head.slice(names);
  const match = NUMBERED.exec(said) ?? (isSure || OF_KERNEL.test(said) ? NAMED.exec(said) : null);
  const [whole, host, app = "", procid = ""] = match ?? [];
  // What stands alone behind a clock is a part of a program that logs to a file.
  if (whole === undefined || (host === undefined && procid === "" && priority === null)) return -1;
  takeNames(line, { host, app, procid });
  return behindPriority(line, priority, start + names + whole.length);
}

/** Takes a priority where the line has no other; gives the offset behind it all. */
function behindPriority({ message }: Line, priority: Named | null, end: number): number {
  message.facility ??= priority?.facility ?? null;
  message.severity ??= priority?.severity ?? null;
  return end;
}

function takeNames(
  { message }: Line,
  { host = "", app, procid }: { host: string | undefined; app: string; procid: string },
): void {
  const isHost = !LEVELS.has(host) && !SENTENCE_WORDS.has(host) && namedSeverity(host) === null;
  message.sourceHost = isHost ? fieldText(host) : null;
  message.app = fieldText(app);
  message.procid = fieldText(procid);
}

function readProgramAlone({ message }: Line, start: number, head: string): number {
  const [whole, app, procid = ""] = ALONE.exec(head) ?? KERNEL.exec(head) ?? [];
  if (whole === undefined || app === undefined || namedSeverity(app) !== null) return -1;
  message.app = fieldText(app);
  message.procid = fieldText(procid);
  return start + whole.length;
}
