import type { Transport } from "../event";
import { writeBase64, writeFlag, writeInteger, writeNumber, writeText } from "./csv-cells";
import type { StoredMessage } from "./line";
import { createLetterMarks, type LetterMarks, scanLine } from "../letter-marks";

const LF = 0x0a;
/** All cells whose length is bounded, in UTF-8 and with every quote doubled. */
const BOUNDED_CELLS_BYTES = 24 * 1024;
/** A UTF-16 unit takes at most three octets in UTF-8; a quote, which takes one, is doubled. */
const MAX_UNIT_BYTES = 3;

/** What the journal says about a message: the columns that do not come from its text. */
export type Arrival = {
  id: number;
  receivedAtMicros: number;
  sender: string;
  transport: Transport;
  truncated: boolean;
  originalBytes: number;
};

/**
 * Events as CSV rows in the order of EVENT_COLUMNS, each ended by LF: delimiter `,`, quote and escape `"`, quoted only where
 * needed, null is nothing between delimiters (an empty text is null too), times are microseconds since 1970, `raw_bytes` is
 * base64. What the row tells elsewhere is nothing too: `received_at` where it is the id, `action_raw` where it is the action, a
 * flag that is false. A message that is the end of its line is told by `message_start` alone. UTF-8; a lone surrogate becomes U+FFFD.
 */
export class CsvRows {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;
  /** Of what searches for words look at in the rows. */
  readonly letters: LetterMarks = createLetterMarks();

  /** `expectedBytes` saves growing where it is about right. The rows go to `spare`, the caller's to give away, where it is big enough. */
  constructor(expectedBytes: number, spare?: ArrayBuffer) {
    const bytes = expectedBytes + BOUNDED_CELLS_BYTES;
    this.#bytes =
      spare !== undefined && spare.byteLength >= bytes ? Buffer.from(spare) : Buffer.allocUnsafeSlow(bytes);
  }

  append(arrival: Arrival, message: StoredMessage): void {
    this.#reserve(message);
    const shape = scanLine(message.rawLog, this.letters);
    if (message.sourceHost !== null) scanLine(message.sourceHost, this.letters);
    const bytes = this.#bytes;
    const messageStart = findMessage(message);
    let at = writeNumber(bytes, this.#length, arrival.id);
    at = writeInteger(bytes, at, arrival.receivedAtMicros === arrival.id ? null : arrival.receivedAtMicros);
    at = writeInteger(bytes, at, message.eventTimeMicros);
    at = writeText(bytes, at, message.sourceHost);
    at = writeText(bytes, at, arrival.sender);
    at = writeText(bytes, at, arrival.transport);
    at = writeNumber(bytes, at, message.facility);
    at = writeNumber(bytes, at, message.severity);
    at = writeText(bytes, at, message.app);
    at = writeText(bytes, at, message.procid);
    at = writeText(bytes, at, message.msgid);
    at = writeText(bytes, at, message.structuredData);
    at = writeText(bytes, at, message.srcIp);
    at = writeText(bytes, at, message.dstIp);
    at = writeNumber(bytes, at, message.srcPort);
    at = writeNumber(bytes, at, message.dstPort);
    at = writeText(bytes, at, message.protocol);
    at = writeText(bytes, at, message.action);
    at = writeText(bytes, at, message.actionRaw === message.action ? null : message.actionRaw);
    at = writeText(bytes, at, message.verdict);
    at = writeText(bytes, at, message.interface);
    at = writeText(bytes, at, message.interfaceOut);
    at = writeText(bytes, at, message.direction);
    at = writeText(bytes, at, message.ruleId);
    at = writeText(bytes, at, message.trackerId);
    at = writeText(bytes, at, message.reason);
    at = writeNumber(bytes, at, message.bytes);
    at = writeNumber(bytes, at, message.packets);
    at = writeText(bytes, at, message.vendor);
    at = writeText(bytes, at, message.parser);
    at = writeFlag(bytes, at, message.clockUnset);
    at = writeFlag(bytes, at, arrival.truncated);
    at = writeNumber(bytes, at, isWholeLine(arrival, message) ? null : arrival.originalBytes);
    at = writeText(bytes, at, messageStart === null ? message.message : null);
    at = writeText(bytes, at, message.rawLog);
    at = writeBase64(bytes, at, message.rawBytes);
    at = writeText(bytes, at, message.natSrcIp);
    at = writeText(bytes, at, message.natDstIp);
    at = writeNumber(bytes, at, message.natSrcPort);
    at = writeNumber(bytes, at, message.natDstPort);
    at = writeNumber(bytes, at, messageStart);
    at = writeNumber(bytes, at, shape);
    bytes[at - 1] = LF;
    this.#length = at;
  }

  /** All rows so far, in a buffer that may be handed over; the object must not be used after. */
  take(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
  }

  /** Makes room for the longest row that the message can give. */
  #reserve(message: StoredMessage): void {
    const units =
      (message.message?.length ?? 0) + message.rawLog.length + (message.structuredData?.length ?? 0);
    const rowBytes = BOUNDED_CELLS_BYTES + units * MAX_UNIT_BYTES + (message.rawBytes?.length ?? 0) * 2;
    if (this.#length + rowBytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#length + rowBytes, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/**
 * The character of the line, counted from 1, with which its message begins; null where the message is not the end of the line, as
 * with escaped line breaks. Characters are code points, as SQL counts them, so a header with surrogate pairs gives null too.
 */
function findMessage({ message, rawLog }: StoredMessage): number | null {
  if (message === null || message === "" || !rawLog.endsWith(message)) return null;
  const start = rawLog.length - message.length;
  for (let index = 0; index < start; index++) {
    if ((rawLog.charCodeAt(index) & 0xf800) === 0xd800) return null;
  }
  return start + 1;
}

/** The line alone tells how many octets came. */
function isWholeLine({ originalBytes }: Arrival, { rawLog, rawBytes }: StoredMessage): boolean {
  return rawBytes === null && Buffer.byteLength(rawLog) === originalBytes;
}
