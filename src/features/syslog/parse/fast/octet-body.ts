import { textOf } from "../../event/byte-range";
import { extractFields } from "../extract/extract";
import { isNameless } from "../extract/heads/own-program";
import { parseFortinet } from "../formats/fortinet";
import { parseSophos } from "../formats/sophos";
import { DEFAULT_FACILITY, DEFAULT_SEVERITY } from "../header/priority";
import { type AskedLine, emptyMessage, type ParsedMessage } from "../line";
import { BODY_PARSERS, type MessageContext } from "../message";
import { isOpen } from "../own-formats/format-set";
import type { ParsedLine } from "../parsed-line";
import { MAX_ORIGIN_LENGTH } from "../formats/cisco";
import { BLANK, TAB, TILDE } from "../values/characters";
import { candidatesOf, earlyCandidatesOf, mayRecognise } from "./body-rules";
import { beginsWith, type Body } from "./body-tests";
import { MARKS } from "./marks";
import { marksIn } from "./octet-marks";
import { octetHeader } from "./header-state";
import { mayTellTime } from "./octet-start-time";
import { readNetfilterOctets } from "../octet-formats/octet-netfilter";
import { mayReadBehindData, readJunosOctets } from "../octet-formats/octet-junos";
import { mayBeginByName, type OctetReader, readerByBeginning, READERS } from "./octet-readers";
import { forgetRecord, readPaloAltoOctets } from "../octet-formats/octet-paloalto";
import { forgetTexts, settleTexts, showTexts } from "../octets/octet-texts";

const BEGINNINGS = ["date=", "device="];
/** Of programs that name in a sentence the end that was connected to (`extractFields`). */
const CONNECTIONS = ["Connection from ", "CONNECT from "];
const LETTER_C = 0x43;
/** By place in the list of parsers: who reads octets as that parser reads texts. */
const octetReaders = BODY_PARSERS.map((parser) => READERS.get(parser));
const NO_OCTETS = new Uint8Array();
/** Whether a reader of octets knew the line that is being read. */
let isOfOctets = false;
/** Of this thread, which looks at one line at a time. */
const fields = emptyMessage();
const body: Body = { line: NO_OCTETS, start: 0, marks: 0, programs: 0, isNameless: false };
const asked: AskedLine = {
  text: "",
  message: fields,
  receivedAtMicros: 0,
  timeZone: "UTC",
  headerOffsetSeconds: null,
};

/**
 * Turns `parsed` to what a line says whose header `octetHeader` is. Of the body parsers only those are asked that may
 * know the body. False where the line has octets that are not to be read here, or may be a format's of one's own.
 */
export function readBody(line: Uint8Array, context: MessageContext, parsed: ParsedLine): boolean {
  const header = octetHeader;
  let start = header.message;
  while (line[start] === BLANK) start++;
  if (header.structuredData !== null && !mayReadBehindData(line, start)) return false;
  if (start >= line.length && header.structuredData === null) return false;
  takeHeader();
  asked.text = "";
  asked.receivedAtMicros = context.receivedAtMicros;
  asked.timeZone = context.timeZone ?? "UTC";
  asked.headerOffsetSeconds = header.offsetSeconds;
  body.line = line;
  body.start = start;
  body.marks = 0;
  body.programs = header.programs;
  body.isNameless = header.app === null;
  let isRecognised =
    (header.structuredData !== null && readByOctets(readJunosOctets) === true) ||
    readByOctets(readPaloAltoOctets) === true ||
    readNetfilterOctets(body, asked) ||
    isKnownEarly() ||
    isKnownByItsBeginning();
  if (!isRecognised) {
    body.marks = marksIn(line, start);
    if (body.marks === -1) return false;
    isRecognised = isKnown(candidatesOf(body));
  }
  // Own formats are asked before names are looked for, which may say whose the line is.
  if (context.ownFormats !== undefined && isOpen(fields)) return false;
  isRecognised = isExtracted(isRecognised);
  if (header.isThere || isRecognised) {
    fields.facility ??= DEFAULT_FACILITY;
    fields.severity ??= DEFAULT_SEVERITY;
  }
  fields.sourceHost ??= context.sender;
  // A parser may have found its own header, behind which the message begins.
  const { message } = fields;
  parsed.showAscii(line, fields, message === null ? header.message : line.length - message.length);
  if (isOfOctets) showTexts(parsed.texts);
  return true;
}

/** Lets go of the last line, and of the chunk that its octets are a view of. */
export function forgetBody(): void {
  body.line = NO_OCTETS;
  asked.text = "";
  clear(fields);
  forgetRecord();
}

/** Asks those that need no marks, if the body is such that they may be asked. */
function isKnownEarly(): boolean {
  for (let rest = earlyCandidatesOf(body); rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    if (!mayRecognise(place, body)) continue;
    const isRead = readByOctets(octetReaders[place]);
    if (isRead === false) continue;
    return isRead === true || (isPlain(body.line, body.start) && isKnown(rest, place));
  }
  return false;
}

/** What a reader says of the body; where it knows it no text is asked for, unless there may be something else in it. */
function readByOctets(read: OctetReader | undefined): boolean | null {
  if (read === undefined) return null;
  asked.text = "";
  const isRead = read(body, asked);
  if (isRead !== true) return isRead;
  const { line, start } = body;
  if (line[start] === LETTER_C && CONNECTIONS.some((text) => beginsWith(body, text)))
    asked.text = textOf(line, start, line.length);
  if (asked.text !== "") settleTexts(line, fields);
  isOfOctets = true;
  return true;
}

/** Asks the parsers of Fortinet and Sophos, which stand in this order in `BODY_PARSERS`, about what their devices begin with, if none before them may know it. */
function isKnownByItsBeginning(): boolean {
  const { line, start, programs } = body;
  if (programs !== 0 || !mayBeginByName(line[start] ?? 0)) return false;
  if (readByOctets(readerByBeginning(body)) === true) return true;
  if (!BEGINNINGS.some((text) => beginsWith(body, text)) || !isPlain(line, start)) return false;
  const text = textOf(line, start, line.length);
  if (text.includes("|") || text.lastIndexOf("%", MAX_ORIGIN_LENGTH) !== -1 || text.includes("; product: "))
    return false;
  asked.text = text;
  return parseFortinet(text, asked) || parseSophos(text, asked);
}

/** Whether it is printable ASCII and tabs. */
function isPlain(line: Uint8Array, start: number): boolean {
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    if ((code < BLANK && code !== TAB) || code > TILDE) return false;
  }
  return true;
}

/** Asks those that may know the body, in their order; the octets were `tried` for one already. */
function isKnown(candidates: number, tried = -1): boolean {
  let text: string | null = null;
  for (let rest = candidates; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    if (!mayRecognise(place, body)) continue;
    const isRead = place === tried ? null : readByOctets(octetReaders[place]);
    if (isRead === true) return true;
    if (isRead === false) continue;
    text ??= textOf(body.line, body.start, body.line.length);
    asked.text = text;
    if (BODY_PARSERS[place]?.(text, asked) === true) return true;
  }
  return false;
}

/** Reads by names and forms what no parser has read; a text is only made where there may be something of these. */
function isExtracted(isRecognised: boolean): boolean {
  if (isRecognised) return asked.text === "" || extractFields(asked.text, asked, true);
  const { eventTimeMicros, structuredData } = fields;
  const mayHaveFields = (body.marks & MARKS.address) !== 0 || structuredData !== null;
  const mayHaveHead = eventTimeMicros === null ? mayTellTime(body.line, body.start) : isNameless(fields);
  if (!mayHaveFields && !mayHaveHead) return false;
  return extractFields(textOf(body.line, body.start, body.line.length), asked, false);
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
  fields.structuredData = header.structuredData;
  fields.clockUnset = header.clockUnset;
}

/** Forgets all but what `takeHeader` sets. */
function clear(message: ParsedMessage): void {
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
  message.message = null;
  if (isOfOctets) forgetTexts();
  isOfOctets = false;
}
