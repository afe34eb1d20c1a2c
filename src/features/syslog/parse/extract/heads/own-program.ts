import type { Line, ParsedMessage } from "../../line";
import { isLetter } from "../../values/characters";
import { takeHeadNames } from "./head-names";
import { withPlainNumbers } from "../pairs/line-protocol";
import { withPlainMarks } from "../pairs/long-marks";
import { takeElementHead } from "./element-head";
import { printedLine } from "./printed-line";
import { takeStartTime } from "./start-time";

const AT = 0x40;
/** `%FACILITY-6-NAME: `. */
const CISCO_NAME = /%[^\s:]*:? */;
/** Of elements with their numbers. */
const ELEMENT = ' value="';
/**
 * A program and the task of it that speaks, before the place in its source: `CLI_WEB[emWeb]: cmd_logger_api.c(260) 577
 * %% `.
 */
const TASK =
  /^([A-Za-z][A-Za-z\d_-]{2,23})\[[A-Za-z]\w{1,31}\]: (?=[\w-]{1,48}\.(?:c|cc|cpp)\(\d{1,6}\) \d{1,9} %% )/;
/** What writes a log is called so: `fwlog: `, `auditlogd: `. */
const LOG =
  /^((?!(?:ana|back|b|cata|change|decision|dia|epi|mono|pro|trave)logd?:)[a-z][a-z_-]{1,20}logd?): {1,2}(?=\S)/;
/** TAI64N, as multilog and its heirs stamp each line: seconds and nanoseconds in hexadecimal digits. */
const LABEL = /^@4([\da-f]{15})([\da-f]{8}) /;
/** What the label of 1970 is in universal time. */
const TAI_OFFSET_SECONDS = 10;
const LEVEL = "(?:trace|debug|info|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|alert|fatal)";
/** `fakedns[INFO]: `, where others have the process. */
const LEVELLED = new RegExp(String.raw`^([a-z][\w.-]{2,31})\[${LEVEL}\]: `, "i");
/** What stands before a colon and names no program. */
const LABEL_WORD =
  "(?:level|severity|priority|status|state|result|reason|cause|message|msg|exception|signature|event|type|class)";
/** `usbipd: info: `, `regiond: [info] `, and `snort: [1:1420:11] `, of whose signature the numbers are. */
const SPEAKER = new RegExp(
  String.raw`^(?!(?:${LEVEL}|${LABEL_WORD}):)([a-z][\w.-]{2,31}): (?:${LEVEL}: |\[${LEVEL}\] |(?=\[\d{1,6}:\d{1,10}:\d{1,4}\] ))`,
  "i",
);
/** `simscan:[25608]:`. */
const NUMBERED = /^([a-z][\w.-]{2,31}):? ?\[(\d{1,10})\]: ?/;
/** `- pid:141260 [I] `, of which program it is not told. */
const PROCESS = /^[-|[( ]{0,3}pid[:= ]{1,2}(\d{1,10})(?=[\s\]),;|])/i;

/** The text behind the time that it begins with, which is the event's where the line has no header. */
export function behindTime(body: string, line: Line): string {
  const start = takeStartTime(body, line);
  return start === 0 ? withPlainNumbers(body, line) : body.slice(start).trimStart();
}

/**
 * As `behindTime`, of a line that no format knows: what a program printed, without what another wrote around it. Where
 * no
 * header told them the program and its process are taken, too.
 */
export function printedContent(given: string, line: Line): string {
  const { message } = line;
  const body = withPlainMarks(given);
  if (body.includes(ELEMENT)) takeElementHead(body, line);
  if (message.eventTimeMicros !== null) {
    if (isNameless(message)) takeProgram(body, body, message);
    return printedLine(body, true);
  }
  const text = body.charCodeAt(0) === AT ? behindLabel(body, message) : printedLine(body, false);
  const content = behindTime(text, line);
  if (message.app === null && message.sourceHost === null) takeProgram(text, content, message);
  return content;
}

function behindLabel(body: string, message: ParsedMessage): string {
  const [whole, seconds = "", nanos = ""] = LABEL.exec(body) ?? [];
  if (whole === undefined) return body;
  const micros = Math.floor(Number.parseInt(nanos, 16) / 1e3);
  message.eventTimeMicros = (Number.parseInt(seconds, 16) - TAI_OFFSET_SECONDS) * 1e6 + micros;
  return body.slice(whole.length);
}

/** Whether a header told neither host nor program, which a logger's own head may. */
export function isNameless({ app, procid, sourceHost }: ParsedMessage): boolean {
  return app === null && procid === null && sourceHost === null;
}

/** Takes the program that writes a log before pairs, where no header told who speaks. */
export function takeLogProgram(content: string, message: ParsedMessage): void {
  if (isNameless(message)) message.app = LOG.exec(content)?.[1] ?? null;
}

function takeProgram(text: string, content: string, message: ParsedMessage): void {
  const [, app, procid] = (isLetter(content.charCodeAt(0)) ? namedProgram(content) : null) ?? [];
  message.app = app ?? null;
  message.procid ??= procid ?? PROCESS.exec(content)?.[1] ?? null;
  if (isNameless(message)) takeHeadNames(text, content, message);
}

/** All these forms begin with a letter. */
function namedProgram(content: string): RegExpExecArray | null {
  return (
    LEVELLED.exec(content) ??
    SPEAKER.exec(content) ??
    NUMBERED.exec(content) ??
    TASK.exec(content) ??
    LOG.exec(content)
  );
}

/** The text of a message of Cisco behind its name, where that is not the program's. */
export function behindName(body: string, { app }: ParsedMessage): string {
  const name = app?.startsWith("%") === true ? null : CISCO_NAME.exec(body);
  return name === null ? body : body.slice(name.index + name[0].length);
}
