import { crc32c } from "@node-rs/crc32";
import { invalid } from "#platform/errors";
import { canonicalAddress } from "#platform/ip";
import {
  forEachMessage,
  type JournalMessage,
  MAX_RECORD_BYTES,
  RECORD_HEADER_BYTES,
  RECORD_MAGIC,
  readRecordSummary,
  type RecordSummary,
} from "../journal/record";
import { RecordBuilder, type SealedBatch } from "../journal/record-builder";
import { readCheck } from "../relay/wire";

/** What is done to times of arrival. */
export type ClockRule = {
  /** Added to each: the relay's clock is known to be wrong by that. */
  shiftMicros: number;
  /** What would be later than that is set to it. */
  latestMicros: number;
};

export type RelayBatch = {
  /** In the relay's order. */
  batches: SealedBatch[];
  messages: number;
  /** Positions that are left out between and before the messages. */
  missing: number;
  fromFuture: number;
  recordBytes: number;
  /** Of the last record, by the relay's clock. */
  lastArrivalMicros: number;
  /** Behind the last record. */
  end: { position: number; check: number };
};

/** Between two slices the event loop gets its turn. */
const SLICE_BYTES = 512 * 1024;
const MAX_LINE_BYTES = 262_144;
/** Of a message: arrival, sender, flags and length, an octet each. */
const MIN_MESSAGE_BYTES = 4;

/**
 * Looks through the records that a relay has sent behind a position, as what a stranger has written, and makes batches
 * of them that a journal of ours can take. Undefined: there are none.
 * @throws ApiError 422 that names the record and what is wrong with it.
 */
export async function readBatch(
  records: Buffer,
  after: number,
  clock: ClockRule,
): Promise<RelayBatch | undefined> {
  const batch: RelayBatch = {
    batches: [],
    messages: 0,
    missing: 0,
    fromFuture: 0,
    recordBytes: records.length,
    lastArrivalMicros: 0,
    end: { position: after, check: 0 },
  };
  const senders = new Map<string, boolean>();
  let sliceEnd = SLICE_BYTES;
  for (let offset = 0; offset < records.length;) {
    const place = { records, offset, index: batch.batches.length };
    const record = checkRecord(place, batch.end.position);
    const { sealed, fromFuture } = takeRecord(place, record, { clock, senders });
    batch.batches.push(sealed);
    batch.messages += record.count;
    batch.fromFuture += fromFuture;
    batch.lastArrivalMicros = record.lastReceivedAtMicros;
    batch.missing += record.firstPosition - 1 - batch.end.position;
    batch.end = { position: record.lastPosition, check: readCheck(records, offset) };
    offset = record.end;
    if (offset < sliceEnd) continue;
    sliceEnd = offset + SLICE_BYTES;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return batch.messages === 0 ? undefined : batch;
}

type Place = { records: Buffer; offset: number; index: number };

function refuse({ index }: Place, field: string, message: string): Error {
  return invalid([{ loc: ["body", "records", index, field], msg: message, type: "value_error" }]);
}

/** Whether a whole, intact record with messages stands there, behind that position. */
function checkRecord(place: Place, after: number): RecordSummary {
  const { records, offset } = place;
  if (records.length - offset < RECORD_HEADER_BYTES) throw refuse(place, "length", "The record is cut short");
  if (records.readUInt32LE(offset) !== RECORD_MAGIC)
    throw refuse(place, "magic", "There is no journal record");
  const record = readRecordSummary(records, offset);
  const bytes = record.end - offset;
  if (bytes < RECORD_HEADER_BYTES || bytes > MAX_RECORD_BYTES)
    throw refuse(place, "length", "A record has 64 octets to 8 MiB");
  if (record.end > records.length) throw refuse(place, "length", "The record is cut short");
  if (crc32c(records.subarray(offset + 8, record.end)) !== readCheck(records, offset))
    throw refuse(place, "checksum", "The record is damaged");
  if (record.count < 1 || record.count > bytes / MIN_MESSAGE_BYTES)
    throw refuse(place, "count", "It cannot have so many messages");
  if (record.firstPosition <= after || !Number.isSafeInteger(record.lastPosition))
    throw refuse(place, "position", `Positions go on behind ${after}`);
  return record;
}

type Rules = { clock: ClockRule; senders: Map<string, boolean> };

/** The record as it is, or made anew where its times are not to be believed. */
function takeRecord(
  place: Place,
  record: RecordSummary,
  { clock, senders }: Rules,
): { sealed: SealedBatch; fromFuture: number } {
  const { records } = place;
  const bytes = records.subarray(record.start, record.end);
  let lastIdByArrival = record.firstReceivedAtMicros - 1;
  let lastMicros = record.firstReceivedAtMicros;
  let fromFuture = 0;
  let index = 0;
  readMessages(place, bytes, (message) => {
    const { receivedAtMicros: micros } = message;
    if (!Number.isSafeInteger(micros) || micros < 0) throw refuse(place, "received_at", "It is no time");
    if (index === 0 && micros !== record.firstReceivedAtMicros)
      throw refuse(place, "received_at", "It is not that of the first message");
    if (message.bytes.length > MAX_LINE_BYTES)
      throw refuse(place, "line", "A line has 262,144 octets at most");
    if (!Number.isSafeInteger(message.originalBytes) || message.originalBytes < message.bytes.length)
      throw refuse(place, "original_length", "The line had fewer octets than are there, or it is no number");
    if (!isAddress(senders, message.sender)) throw refuse(place, "sender", "It is no IP address");
    if (micros + clock.shiftMicros > clock.latestMicros) fromFuture += 1;
    lastIdByArrival = Math.max(lastIdByArrival + 1, micros);
    lastMicros = micros;
    index += 1;
  });
  if (lastMicros !== record.lastReceivedAtMicros)
    throw refuse(place, "received_at", "It is not that of the last message");
  if (fromFuture > 0 || clock.shiftMicros !== 0) return { sealed: withTimes(bytes, clock), fromFuture };
  const sealed = {
    // A memory of its own: the body goes, and the batch stays until it is on the disk.
    record: Buffer.from(bytes),
    count: record.count,
    messageBytes: bytes.readUInt32LE(60),
    firstArrivalMicros: record.firstReceivedAtMicros,
    lastArrivalMicros: record.lastReceivedAtMicros,
    lastIdByArrival,
  };
  return { sealed, fromFuture };
}

function readMessages(place: Place, bytes: Buffer, visit: (message: JournalMessage) => void): void {
  if (bytes.readUInt32LE(60) > bytes.length - RECORD_HEADER_BYTES)
    throw refuse(place, "message_bytes", "The record does not have so many");
  try {
    forEachMessage(bytes, visit);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("cannot decode"))
      throw refuse(place, "messages", "They cannot be read");
    throw error;
  }
}

function isAddress(known: Map<string, boolean>, sender: string): boolean {
  const found = known.get(sender);
  if (found !== undefined) return found;
  const isOne = canonicalAddress(sender) !== undefined;
  known.set(sender, isOne);
  return isOne;
}

function withTimes(bytes: Buffer, { shiftMicros, latestMicros }: ClockRule): SealedBatch {
  const builder = new RecordBuilder(bytes.length);
  forEachMessage(bytes, (message) => {
    const shifted = Math.max(0, message.receivedAtMicros + shiftMicros);
    builder.append({ ...message, receivedAtMicros: Math.min(latestMicros, shifted) });
  });
  return builder.seal();
}
