import { type Dots, type LetterMarks, scanPrintable } from "../letter-marks";
import { FamiliarHeaders, type HeaderContext } from "./familiar-headers";
import { FILTERLOG, FILTERLOG_ORIGIN } from "./formats/filterlog";
import { emptyRanges, type FilterlogRecord, readFilterlogOctets } from "./filterlog-octets";
import { emptyMessage, type StoredMessage } from "./line";
import { lineEnd, MAX_TEXT_LENGTH, MAX_TERMINATOR_OCTETS } from "./raw-line";

/** A line read without a text being made of it; its ranges are of the octets. */
export type FamiliarLine = FilterlogRecord & {
  message: StoredMessage;
  /** Without what ends it. */
  octets: Uint8Array;
  /** Offset of the message in them. */
  content: number;
  /** As of `scanLine`. */
  shape: number;
  dots: Dots;
};

/**
 * Reads lines like those that firewalls send by the thousand: a header that was met before and a whole record of filterlog, in printable
 * ASCII. It says what `parseMessage` says, of which it learns, in less than half of the time; any other line is for that to read.
 */
export class FamiliarLines {
  readonly #headers = new FamiliarHeaders(FILTERLOG);
  /** The same for every line: valid until the next. */
  readonly #line: FamiliarLine = {
    message: { ...emptyMessage("", null), ...FILTERLOG_ORIGIN },
    ranges: emptyRanges(),
    dots: { places: new Int32Array(MAX_TEXT_LENGTH), count: 0 },
    octets: new Uint8Array(),
    content: 0,
    shape: 0,
  };

  /** Null for a line that is not familiar; its letters may be marked all the same. */
  read(bytes: Uint8Array, context: HeaderContext, marks: LetterMarks): FamiliarLine | null {
    const end = lineEnd(bytes);
    if (end > MAX_TEXT_LENGTH || bytes.length - end > MAX_TERMINATOR_OCTETS) return null;
    const octets = end === bytes.length ? bytes : bytes.subarray(0, end);
    const header = this.#headers.find(octets, context);
    if (header === null) return null;
    const line = this.#line;
    if (!readFilterlogOctets(octets, header.content, line)) return null;
    const shape = scanPrintable(octets, marks, line.dots);
    if (shape === -1) return null;
    const { message } = line;
    const said = header.header;
    message.eventTimeMicros = header.eventTimeMicros;
    message.sourceHost = said.sourceHost;
    message.facility = said.facility;
    message.severity = said.severity;
    message.app = said.app;
    message.procid = said.procid;
    message.msgid = said.msgid;
    line.octets = octets;
    line.content = header.content;
    line.shape = shape;
    return line;
  }

  /** Keeps what `parseMessage` said of a line that was not familiar. */
  learn(context: HeaderContext, message: StoredMessage): void {
    if (message.parser !== FILTERLOG_ORIGIN.parser || message.rawOctets === null) return;
    this.#headers.learn(message.rawOctets, context, message);
  }
}
