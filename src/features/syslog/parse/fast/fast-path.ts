import { FILTERLOG, FILTERLOG_ORIGIN } from "../formats/filterlog";
import { emptyMessage } from "../line";
import type { MessageContext } from "../message";
import type { ParsedLine } from "../parsed-line";
import { lineEnd, MAX_TERMINATOR_BYTES, MAX_TEXT_LENGTH } from "../raw-line";
import { readFilterlogBytes } from "./filterlog-bytes";
import { KnownHeaders } from "./known-headers";

/**
 * Reads lines like those that firewalls send by the thousand, without a text being made of them: a header that was met
 * before and a whole record of filterlog, in printable ASCII. It says what `parseMessage` says, of which it learns, in
 * less than half of the time; any other line is for that to read.
 */
export class FastPath {
  readonly #headers = new KnownHeaders(FILTERLOG);
  readonly #fields = emptyMessage();

  constructor() {
    this.#fields.parser = FILTERLOG_ORIGIN.parser;
    this.#fields.vendor = FILTERLOG_ORIGIN.vendor;
  }

  /** Turns `line` to what the bytes say; false, with the line to be thrown away, for bytes that it does not read. */
  read(bytes: Uint8Array, context: MessageContext, line: ParsedLine): boolean {
    const end = lineEnd(bytes);
    if (end > MAX_TEXT_LENGTH || bytes.length - end > MAX_TERMINATOR_BYTES) return false;
    const own = end === bytes.length ? bytes : bytes.subarray(0, end);
    const header = this.#headers.find(own, context);
    if (header === null) return false;
    const fields = this.#fields;
    if (!readFilterlogBytes(own, header.content, { fields, texts: line.texts })) return false;
    const { said } = header;
    fields.eventTimeMicros = header.eventTimeMicros;
    fields.sourceHost = said.sourceHost;
    fields.facility = said.facility;
    fields.severity = said.severity;
    fields.app = said.app;
    fields.procid = said.procid;
    fields.msgid = said.msgid;
    line.showBytes(own, fields);
    line.messageStart = header.content + 1;
    line.header = header.number;
    line.fractionEnd = header.fractionEnd;
    return true;
  }

  /** Keeps what `parseMessage` said of a line that was not read here. */
  learn(context: MessageContext, line: ParsedLine): void {
    if (line.fields.parser === FILTERLOG_ORIGIN.parser && line.isAscii && line.rawBytes === null)
      this.#headers.learn(line, context);
  }
}
