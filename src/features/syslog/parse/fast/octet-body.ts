import { textOf } from "../../event/byte-range";
import { DEFAULT_FACILITY, DEFAULT_SEVERITY } from "../header/priority";
import { emptyMessage, type Line, type ParsedMessage } from "../line";
import { BODY_PARSERS, type MessageContext } from "../message";
import type { ParsedLine } from "../parsed-line";
import { BLANK } from "../values/characters";
import { candidatesOf, mayRecognise } from "./body-rules";
import type { Body } from "./body-tests";
import { marksIn } from "./octet-marks";
import { octetHeader } from "./octet-header";
import { forgetReaders, OCTET_READERS } from "./octet-readers";
import { forgetRecord, readPaloAltoOctets } from "./octet-record";

/** By place in `BODY_PARSERS`. */
const readers = BODY_PARSERS.map((parser) => OCTET_READERS.get(parser));
const NO_OCTETS = new Uint8Array();
/** Of this thread, which looks at one line at a time. */
const fields = emptyMessage();
const body: Body = { line: NO_OCTETS, start: 0, marks: 0, programs: 0, isNameless: false };
const asked: { -readonly [name in keyof Line]: Line[name] } = {
  text: "",
  message: fields,
  receivedAtMicros: 0,
  timeZone: "UTC",
  headerOffsetSeconds: null,
};

/**
 * Turns `parsed` to what a line says whose header `octetHeader` is. Of the body parsers only those are asked that may
 * know the body. False where the line has octets that are not to be read here.
 */
export function readBody(line: Uint8Array, context: MessageContext, parsed: ParsedLine): boolean {
  const header = octetHeader;
  let start = header.message;
  while (line[start] === BLANK) start++;
  if (start >= line.length) return false;
  takeHeader();
  asked.receivedAtMicros = context.receivedAtMicros;
  asked.timeZone = context.timeZone ?? "UTC";
  asked.headerOffsetSeconds = header.offsetSeconds;
  let isRecognised = readPaloAltoOctets(line, start, header, asked);
  if (!isRecognised) {
    const marks = marksIn(line, start);
    if (marks === -1) return false;
    body.line = line;
    body.start = start;
    body.marks = marks;
    body.programs = header.programs;
    body.isNameless = header.app === null;
    isRecognised = isKnown(candidatesOf(body));
  }
  if (header.isThere || isRecognised) {
    fields.facility ??= DEFAULT_FACILITY;
    fields.severity ??= DEFAULT_SEVERITY;
  }
  fields.sourceHost ??= context.sender;
  // A parser may have found its own header, behind which the message begins.
  const { message } = fields;
  parsed.showAscii(line, fields, message === null ? header.message : line.length - message.length);
  return true;
}

/** Lets go of the last line, and of the chunk that its octets are a view of. */
export function forgetBody(): void {
  body.line = NO_OCTETS;
  asked.text = "";
  clear(fields);
  forgetReaders();
  forgetRecord();
}

/** Asks those that may know the body, in their order. */
function isKnown(candidates: number): boolean {
  let text: string | null = null;
  for (let rest = candidates; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    if (!mayRecognise(place, body)) continue;
    const known = readers[place]?.(body, asked);
    if (known === true) return true;
    if (known === false) continue;
    text ??= textOf(body.line, body.start, body.line.length);
    asked.text = text;
    if (BODY_PARSERS[place]?.(text, asked) === true) return true;
  }
  return false;
}

function takeHeader(): void {
  const header = octetHeader;
  clear(fields);
  fields.eventTimeMicros = header.eventTimeMicros;
  fields.sourceHost = header.sourceHost;
  fields.facility = header.facility;
  fields.severity = header.severity;
  fields.app = header.app;
  fields.procid = header.procid;
  fields.msgid = header.msgid;
}

/** Forgets all but what `takeHeader` sets. */
function clear(message: ParsedMessage): void {
  message.structuredData = null;
  message.srcIp = message.dstIp = null;
  message.srcPort = message.dstPort = null;
  message.natSrcIp = message.natDstIp = null;
  message.natSrcPort = message.natDstPort = null;
  message.protocol = null;
  message.action = message.actionRaw = message.verdict = null;
  message.interface = message.interfaceOut = message.direction = null;
  message.ruleId = message.trackerId = message.reason = null;
  message.bytes = message.packets = null;
  message.vendor = null;
  message.parser = "generic";
  message.clockUnset = false;
  message.message = null;
}
