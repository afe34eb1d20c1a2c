import {
  createNgramFilter,
  type Dots,
  type NgramFilter,
  markMixed,
  scanLine,
  scanPrintable,
} from "../../skip-index/ngram-filter";
import { type ByteRange, textOf } from "../../event/byte-range";
import { isLetter } from "../values/characters";
import { FamiliarHeaders, type FoundHeader, type HeaderContext } from "./familiar-headers";
import { FILTERLOG, FILTERLOG_ORIGIN } from "../formats/filterlog";
import { emptyRanges, type FilterlogRecord, readFilterlogOctets } from "./filterlog-bytes";
import { emptyMessage, type StoredMessage } from "../line";
import { lineEnd, MAX_TEXT_LENGTH, MAX_TERMINATOR_OCTETS } from "../raw-line";

/** A line read without a text being made of it; its ranges are of the octets. */
export type FamiliarLine = FilterlogRecord & {
  message: StoredMessage;
  /** Null where another line of the set has the same header. */
  newHost: string | null;
  /** Without what ends it. */
  octets: Uint8Array;
  /** Offset of the message in them. */
  content: number;
  /** As of `scanLine`. */
  shape: number;
  /** Those that may be of an address. */
  dots: Dots;
};

/** A familiar line as `parseMessage` would give it, with texts of its own. */
export function toStoredMessage({ message, octets, content, ranges }: FamiliarLine): StoredMessage {
  const rawLog = textOf(octets, 0, octets.length);
  const read = ({ start, end }: ByteRange, other: string | null) =>
    start === end ? other : rawLog.slice(start, end);
  return {
    ...message,
    rawLog,
    rawOctets: octets,
    message: rawLog.slice(content),
    ruleId: read(ranges.ruleId, message.ruleId),
    trackerId: read(ranges.trackerId, message.trackerId),
    interface: read(ranges.interface, message.interface),
    reason: read(ranges.reason, message.reason),
    direction: read(ranges.direction, message.direction),
    srcIp: read(ranges.srcIp, message.srcIp),
    dstIp: read(ranges.dstIp, message.dstIp),
  };
}

/**
 * Reads lines like those that firewalls send by the thousand: a header that was met before and a whole record of
 * filterlog, in printable ASCII. It says what `parseMessage` says, of which it learns, in less than half of the time;
 * any other line is for that to read.
 */
export class FamiliarLines {
  readonly #headers = new FamiliarHeaders(FILTERLOG);
  #marks: NgramFilter = createNgramFilter();
  /** The same for every line: valid until the next. */
  readonly #line: FamiliarLine = {
    message: { ...emptyMessage("", null), ...FILTERLOG_ORIGIN },
    newHost: null,
    ranges: emptyRanges(),
    dots: { places: new Int32Array(MAX_TEXT_LENGTH), count: 0 },
    octets: new Uint8Array(),
    content: 0,
    shape: 0,
  };

  /** Begins another set of lines, whose letters are marked here. */
  begin(marks: NgramFilter): void {
    this.#marks = marks;
    this.#headers.begin();
  }

  /**
   * Marks the letters of a line, also those of its host; null for a line that is not familiar, of which some may be
   * marked all the same.
   */
  read(bytes: Uint8Array, context: HeaderContext): FamiliarLine | null {
    const end = lineEnd(bytes);
    if (end > MAX_TEXT_LENGTH || bytes.length - end > MAX_TERMINATOR_OCTETS) return null;
    const octets = end === bytes.length ? bytes : bytes.subarray(0, end);
    const header = this.#headers.find(octets, context);
    if (header === null) return null;
    const line = this.#line;
    if (!readFilterlogOctets(octets, header.content, line)) return null;
    const shape = this.#scan(octets, header);
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
    line.newHost = header.scanned.end > 0 ? null : said.sourceHost;
    line.octets = octets;
    line.content = header.content;
    line.shape = shape;
    return line;
  }

  /** Passes over a header whose letters are marked, but for the end of its time, which differs from line to line. */
  #scan(octets: Uint8Array, { header, scanned, zone }: FoundHeader): number {
    const marks = this.#marks;
    const shape = scanPrintable(octets, marks, this.#line.dots, scanned);
    if (scanned.end > 0) {
      if (isLetter(octets[zone] ?? 0)) markMixed(octets, zone, marks);
    } else if (shape !== -1) {
      if (header.sourceHost !== null) scanLine(header.sourceHost, marks);
      this.#headers.noteScanned();
    }
    return shape;
  }

  /** Keeps what `parseMessage` said of a line that was not familiar. */
  learn(context: HeaderContext, message: StoredMessage): void {
    if (message.parser !== FILTERLOG_ORIGIN.parser || message.rawOctets === null) return;
    this.#headers.learn(message.rawOctets, context, message);
  }
}
