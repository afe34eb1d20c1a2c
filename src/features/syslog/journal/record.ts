import { type Transport, TRANSPORTS } from "../event/arrival";

/**
 * A journal record holds one batch of messages. Layout, little-endian:
 *
 *   0 magic u32 · 4 CRC32C of everything from offset 8 on · 8 salt u32 · 12 body length u32
 *   16 first position u64 · 24 first id u64 · 32 last id u64 · 40 arrival of the first message, µs, u64 · 48 of the last, u64
 *   56 count u32 · 60 message bytes u32
 *   64 messages · sender dictionary (per sender: length u8, text)
 *
 * A message: arrival minus the one before (zig-zag varint), sender index (varint), flags u8 (transport, truncated,
 * malformed), original length (varint, only when truncated), length (varint), bytes. Its id is not written: it is the
 * greater of the id before it plus one and its arrival, so the first id fixes them all.
 *
 * A record whose count is 0 carries no message: its last id says through which id the writer has reserved.
 *
 * This module checks nothing and loads no native code, so that parse tasks may use it (the reader has verified the
 * CRC).
 */
export const RECORD_MAGIC = 0x314a_524e;
export const RECORD_HEADER_BYTES = 64;
/** A length above this is damage, not a record: 256 KiB of batch and one message of the greatest size allowed. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

/** A transport is written as its place in the list, which therefore only grows: four are told apart. */
const TRANSPORT_MASK = 0b0011;
export const TRUNCATED_FLAG = 0b0100;
export const MALFORMED_FLAG = 0b1000;

/**
 * One message as it left the journal. `bytes` is a view into the record, `originalBytes` the length before it was cut.
 */
export type JournalMessage = {
  id: number;
  receivedAtMicros: number;
  sender: string;
  transport: Transport;
  truncated: boolean;
  originalBytes: number;
  malformed: boolean;
  bytes: Uint8Array;
};

/**
 * A message as the journal has it; its bytes are those of the records from `start` to before `end`. One for many
 * messages, one after the other.
 */
export type MessagePlace = Pick<JournalMessage, "id" | "receivedAtMicros" | "sender" | "originalBytes"> & {
  /** As in the record. */
  flags: number;
  start: number;
  end: number;
};

/**
 * What the fixed part of a record says. `end` is the offset behind it; `lastPosition` is first minus one for a
 * reservation.
 */
export type RecordSummary = {
  start: number;
  end: number;
  firstPosition: number;
  lastPosition: number;
  firstId: number;
  lastId: number;
  firstReceivedAtMicros: number;
  lastReceivedAtMicros: number;
  count: number;
};

/** Reads the fixed part of the record at `offset`, which must lie in `bytes` whole. Nothing is verified. */
export function readRecordSummary(bytes: Uint8Array, offset: number): RecordSummary {
  const firstPosition = readUint64(bytes, offset + 16);
  const count = readUint32(bytes, offset + 56);
  return {
    start: offset,
    end: offset + 16 + readUint32(bytes, offset + 12),
    firstPosition,
    lastPosition: firstPosition + count - 1,
    firstId: readUint64(bytes, offset + 24),
    lastId: readUint64(bytes, offset + 32),
    firstReceivedAtMicros: readUint64(bytes, offset + 40),
    lastReceivedAtMicros: readUint64(bytes, offset + 48),
    count,
  };
}

function readUint32(bytes: Uint8Array, offset: number): number {
  const low = (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8);
  const high = (bytes[offset + 2] ?? 0) | ((bytes[offset + 3] ?? 0) << 8);
  return low + high * 0x1_0000;
}

/** Exact up to 2^53, which positions, ids and times stay below. */
function readUint64(bytes: Uint8Array, offset: number): number {
  return readUint32(bytes, offset) + readUint32(bytes, offset + 4) * 2 ** 32;
}

/** How many messages whole, verified records lying one behind the other have. */
export function countMessages(records: Uint8Array): number {
  let messages = 0;
  for (let offset = 0; offset < records.length;) {
    const { count, end } = readRecordSummary(records, offset);
    messages += count;
    offset = end;
  }
  return messages;
}

/** Whether the messages of whole, verified records stand in the order of their ids, as those of one record always do. */
export function areIdsRising(records: Uint8Array): boolean {
  let before = -Infinity;
  for (let offset = 0; offset < records.length;) {
    const { count, firstId, lastId, end } = readRecordSummary(records, offset);
    if (count > 0 && firstId <= before) return false;
    if (count > 0) before = lastId;
    offset = end;
  }
  return true;
}

/**
 * Visits the senders of whole, verified records in the order in which their first messages came; once for each record
 * that has messages of theirs.
 */
export function forEachSender(records: Uint8Array, visit: (sender: string) => void): void {
  for (let offset = 0; offset < records.length;) {
    const summary = readRecordSummary(records, offset);
    for (const sender of readSenders(records, summary)) visit(sender);
    offset = summary.end;
  }
}

/**
 * Visits every message of whole, verified records lying one behind the other, in journal order, with its position.
 * Returns how many it visited. The views stay valid as long as `records` does.
 * @throws where the bytes are no whole records: a broken invariant, as the reader hands out verified ones only.
 */
export function forEachMessage(
  records: Uint8Array,
  visit: (message: JournalMessage, position: number) => void,
): number {
  return forEachPlace(records, (place, position) => visit(messageAt(records, place), position));
}

/** The message of a place in these records. */
export function messageAt(records: Uint8Array, place: MessagePlace): JournalMessage {
  const { flags } = place;
  const transport = TRANSPORTS[flags & TRANSPORT_MASK];
  if (transport === undefined)
    throw new Error("cannot decode a journal record: its transport does not exist");
  return {
    id: place.id,
    receivedAtMicros: place.receivedAtMicros,
    sender: place.sender,
    transport,
    truncated: (flags & TRUNCATED_FLAG) !== 0,
    originalBytes: place.originalBytes,
    malformed: (flags & MALFORMED_FLAG) !== 0,
    bytes: records.subarray(place.start, place.end),
  };
}

/** As `forEachMessage`, without anything being made of the messages; the first `most` of each record. */
export function forEachPlace(
  records: Uint8Array,
  visit: (place: MessagePlace, position: number) => void,
  most = Infinity,
): number {
  let visited = 0;
  let offset = 0;
  while (offset < records.length) {
    if (offset + RECORD_HEADER_BYTES > records.length)
      throw new Error("cannot decode a journal record: it is cut short");
    const summary = readRecordSummary(records, offset);
    if (summary.end > records.length) throw new Error("cannot decode a journal record: it is cut short");
    const count = Math.min(summary.count, most);
    visitRecord(records, { ...summary, lastPosition: summary.firstPosition + count - 1 }, visit);
    visited += count;
    offset = summary.end;
  }
  return visited;
}

/** All messages of whole, verified records, in journal order. For big chunks prefer `forEachMessage`. */
export function decodeRecords(records: Uint8Array): JournalMessage[] {
  const messages: JournalMessage[] = [];
  forEachMessage(records, (message) => messages.push(message));
  return messages;
}

function visitRecord(
  records: Uint8Array,
  summary: RecordSummary,
  visit: (place: MessagePlace, position: number) => void,
): void {
  const cursor = new Cursor(records, summary.start + RECORD_HEADER_BYTES);
  const senders = readSenders(records, summary);
  let receivedAtMicros = summary.firstReceivedAtMicros;
  let id = summary.firstId - 1;
  const place: MessagePlace = {
    id,
    receivedAtMicros,
    sender: "",
    originalBytes: 0,
    flags: 0,
    start: 0,
    end: 0,
  };
  for (let position = summary.firstPosition; position <= summary.lastPosition; position++) {
    const delta = cursor.readVarint();
    receivedAtMicros += delta % 2 === 0 ? delta / 2 : -(delta + 1) / 2;
    id = position === summary.firstPosition ? summary.firstId : Math.max(id + 1, receivedAtMicros);
    const sender = senders[cursor.readVarint()];
    const flags = cursor.readByte();
    if (sender === undefined) throw new Error("cannot decode a journal record: its sender does not exist");
    const truncated = (flags & TRUNCATED_FLAG) !== 0;
    const cutFrom = truncated ? cursor.readVarint() : 0;
    const length = cursor.readVarint();
    place.id = id;
    place.receivedAtMicros = receivedAtMicros;
    place.sender = sender;
    place.flags = flags;
    place.originalBytes = truncated ? cutFrom : length;
    place.start = cursor.skip(length);
    place.end = cursor.offset;
    visit(place, position);
  }
}

/** Senders as texts that were met: a text for each record would be another one, which costs more to compare with. */
const senderTexts = new Map<string, string>();
const MAX_SENDER_TEXTS = 4096;
const decoder = new TextDecoder();

function readSenders(records: Uint8Array, summary: RecordSummary): string[] {
  const messageBytes = readUint32(records, summary.start + 60);
  const cursor = new Cursor(records, summary.start + RECORD_HEADER_BYTES + messageBytes);
  const senders: string[] = [];
  while (cursor.offset < summary.end)
    senders.push(knownText(decoder.decode(cursor.readBytes(cursor.readByte()))));
  return senders;
}

function knownText(sender: string): string {
  const known = senderTexts.get(sender);
  if (known !== undefined) return known;
  if (senderTexts.size >= MAX_SENDER_TEXTS) senderTexts.clear();
  senderTexts.set(sender, sender);
  return sender;
}

class Cursor {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  readByte(): number {
    const value = this.#bytes[this.offset++];
    if (value === undefined) throw new Error("cannot decode a journal record: it is cut short");
    return value;
  }

  readVarint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.readByte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  readBytes(length: number): Uint8Array {
    const start = this.skip(length);
    return this.#bytes.subarray(start, this.offset);
  }

  /** Passes over so many bytes, and gives where they begin. */
  skip(length: number): number {
    const start = this.offset;
    this.offset += length;
    if (this.offset > this.#bytes.length) throw new Error("cannot decode a journal record: it is cut short");
    return start;
  }
}
