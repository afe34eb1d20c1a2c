import { FILTERLOG, FILTERLOG_ORIGIN } from "../formats/filterlog";
import { emptyMessage } from "../line";
import type { MessageContext } from "../message";
import { DEFAULT_FACILITY, DEFAULT_SEVERITY } from "../header/priority";
import type { ParsedLine } from "../parsed-line";
import { lineEnd, MAX_TERMINATOR_BYTES, MAX_TEXT_LENGTH } from "../raw-line";
import { readFilterlogBytes } from "./filterlog-bytes";
import { KnownHeaders } from "./known-headers";
import { readBody } from "./octet-body";
import { hasOtherYear, takeExactTime } from "./octet-start-time";
import { octetHeader } from "./header-state";
import { readOctetHeader } from "./octet-header";

/**
 * Reads lines from their octets, without a text being made of what nobody asks for: headers as nearly all senders
 * print them, and bodies of printable ASCII. It says what `parseMessage` says; any other line is for that to read.
 */
export class FastPath {
  readonly #headers = new KnownHeaders(FILTERLOG);
  readonly #filterlog = emptyMessage();

  constructor() {
    this.#filterlog.parser = FILTERLOG_ORIGIN.parser;
    this.#filterlog.vendor = FILTERLOG_ORIGIN.vendor;
  }

  /** Turns `line` to what the bytes say; false, with the line to be thrown away, for bytes that it does not read. */
  read(bytes: Uint8Array, context: MessageContext, line: ParsedLine): boolean {
    const end = lineEnd(bytes);
    if (end > MAX_TEXT_LENGTH || bytes.length - end > MAX_TERMINATOR_BYTES) return false;
    const own = end === bytes.length ? bytes : bytes.subarray(0, end);
    return this.#readFilterlog(own, context, line) || this.#readAny(own, context, line);
  }

  /** Keeps what `parseMessage` said of a line that was not read here. */
  learn(context: MessageContext, line: ParsedLine): void {
    if (line.fields.parser === FILTERLOG_ORIGIN.parser && line.isAscii && line.rawBytes === null)
      this.#headers.learn(line, context);
  }

  /** A header that was met before and a whole record. */
  #readFilterlog(own: Uint8Array, context: MessageContext, line: ParsedLine): boolean {
    const header = this.#headers.find(own, context);
    if (header === null) return false;
    const fields = this.#filterlog;
    if (!readFilterlogBytes(own, header.content, { fields, texts: line.texts })) return false;
    const { said } = header;
    fields.eventTimeMicros = header.eventTimeMicros;
    fields.sourceHost = said.sourceHost;
    fields.facility = said.facility;
    fields.severity = said.severity;
    fields.app = said.app;
    fields.procid = said.procid;
    fields.msgid = said.msgid;
    fields.structuredData = null;
    line.showBytes(own, fields);
    line.messageStart = header.content + 1;
    line.header = header.number;
    line.fractionEnd = header.fractionEnd;
    return true;
  }

  /** Any header of a usual form and any body of printable ASCII. */
  #readAny(own: Uint8Array, context: MessageContext, line: ParsedLine): boolean {
    if (!readOctetHeader(own, context) || hasOtherYear(own, octetHeader)) return false;
    takeExactTime(own, octetHeader);
    const { app, clockUnset } = octetHeader;
    if (app === FILTERLOG) return !clockUnset && this.#readRecord(own, context, line);
    return readBody(own, context, line);
  }

  /** A record of filterlog, whose header is learned. */
  #readRecord(own: Uint8Array, context: MessageContext, line: ParsedLine): boolean {
    const fields = this.#filterlog;
    const header = octetHeader;
    if (!readFilterlogBytes(own, header.message, { fields, texts: line.texts })) return false;
    fields.eventTimeMicros = header.eventTimeMicros;
    fields.sourceHost = header.sourceHost ?? context.sender;
    fields.facility = header.facility ?? DEFAULT_FACILITY;
    fields.severity = header.severity ?? DEFAULT_SEVERITY;
    fields.app = header.app;
    fields.procid = header.procid;
    fields.msgid = header.msgid;
    fields.structuredData = header.structuredData;
    line.showBytes(own, fields);
    line.messageStart = header.message + 1;
    line.header = 0;
    this.#headers.learn(line, context);
    return true;
  }
}
