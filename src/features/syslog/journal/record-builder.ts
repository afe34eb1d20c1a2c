import { crc32c } from "@node-rs/crc32";
import { type Transport, TRANSPORTS } from "../event/arrival";
import { MALFORMED_FLAG, RECORD_HEADER_BYTES, RECORD_MAGIC, TRUNCATED_FLAG } from "./record";

/** A message on its way into the journal. `bytes` is copied; `originalBytes` is its length before it was cut. */
export type ArrivedMessage = {
  receivedAtMicros: number;
  sender: string;
  transport: Transport;
  originalBytes: number;
  malformed: boolean;
  bytes: Uint8Array;
};

/** A closed batch that has no place in the journal yet: a record but for its header, whose bytes are left free. */
export type SealedBatch = {
  record: Buffer;
  count: number;
  /** Bytes of its messages, without the senders behind them. */
  messageBytes: number;
  firstArrivalMicros: number;
  lastArrivalMicros: number;
  /** The id of its last message if the first gets its arrival time. */
  lastIdByArrival: number;
};

/** Where a record stands. The salt is the file's: it keeps bytes sent to us from passing for a record after damage. */
export type RecordPlace = { firstPosition: number; firstId: number; salt: number };

const MESSAGE_OVERHEAD_BYTES = 32;
const MAX_SENDER_BYTES = 255;
/** Memory of so many batches is kept for the next: as many as are written between two syncs at 100,000 lines a second. */
const MAX_SPARE = 24;

/** Collects one batch in its encoded form. `seal` closes it and leaves the builder empty. */
export class RecordBuilder {
  readonly #initialBytes: number;
  /** The encoded messages behind room for the header. */
  #buffer: Buffer;
  #length = RECORD_HEADER_BYTES;
  #count = 0;
  #firstArrivalMicros = 0;
  #lastArrivalMicros = 0;
  /** The id that the last message would get if the first got its arrival time. */
  #lastIdByArrival = 0;
  #senders = new Map<string, number>();
  #senderBytes = 0;
  /** Memory of batches that nobody needs any more, each of `#initialBytes`. */
  #spare: ArrayBufferLike[] = [];

  constructor(initialBytes = 288 * 1024) {
    this.#initialBytes = initialBytes;
    this.#buffer = Buffer.allocUnsafeSlow(initialBytes);
  }

  get count(): number {
    return this.#count;
  }

  /** Size of the record if it were sealed now, bytes. */
  get byteLength(): number {
    return this.#length + this.#senderBytes;
  }

  append(message: ArrivedMessage): void {
    const { bytes, receivedAtMicros } = message;
    this.#reserve(MESSAGE_OVERHEAD_BYTES + bytes.length);
    if (this.#count === 0) {
      this.#firstArrivalMicros = receivedAtMicros;
      this.#lastArrivalMicros = receivedAtMicros;
      this.#lastIdByArrival = receivedAtMicros - 1;
    }
    const delta = receivedAtMicros - this.#lastArrivalMicros;
    this.#writeVarint(delta >= 0 ? delta * 2 : -delta * 2 - 1);
    this.#writeVarint(this.#senderIndex(message.sender));
    const truncated = message.originalBytes > bytes.length;
    this.#buffer[this.#length++] =
      TRANSPORTS.indexOf(message.transport) |
      (truncated ? TRUNCATED_FLAG : 0) |
      (message.malformed ? MALFORMED_FLAG : 0);
    if (truncated) this.#writeVarint(message.originalBytes);
    this.#writeVarint(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    this.#lastArrivalMicros = receivedAtMicros;
    this.#lastIdByArrival = Math.max(this.#lastIdByArrival + 1, receivedAtMicros);
    this.#count += 1;
  }

  /** The batch, the caller's to keep. The builder starts anew. */
  seal(): SealedBatch {
    const messageBytes = this.#length - RECORD_HEADER_BYTES;
    this.#reserve(0);
    for (const sender of this.#senders.keys()) {
      const room = Math.min(MAX_SENDER_BYTES, this.#buffer.length - this.#length - 1);
      const written = this.#buffer.write(sender, this.#length + 1, room);
      this.#buffer[this.#length] = written;
      this.#length += 1 + written;
    }
    const sealed = {
      record: this.#detach(),
      count: this.#count,
      messageBytes,
      firstArrivalMicros: this.#firstArrivalMicros,
      lastArrivalMicros: this.#lastArrivalMicros,
      lastIdByArrival: this.#lastIdByArrival,
    };
    this.#length = RECORD_HEADER_BYTES;
    this.#count = 0;
    this.#senders = new Map();
    this.#senderBytes = 0;
    return sealed;
  }

  /**
   * The bytes so far. A small batch is copied out, so that a quiet collector does not hold a whole buffer per line.
   */
  #detach(): Buffer {
    const record = this.#buffer.subarray(0, this.#length);
    if (this.#length < this.#initialBytes / 4) {
      // A memory of its own: `Buffer.from` would share one with others, and the batch may move to another thread.
      const copy = Buffer.allocUnsafeSlow(this.#length);
      record.copy(copy);
      return copy;
    }
    const spare = this.#spare.pop();
    this.#buffer = spare === undefined ? Buffer.allocUnsafeSlow(this.#initialBytes) : Buffer.from(spare);
    return record;
  }

  /**
   * Takes the memory of a batch back that nobody looks at any more: new memory for each has the runtime collect garbage
   * several times a second.
   */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength === this.#initialBytes && this.#spare.length < MAX_SPARE) this.#spare.push(buffer);
  }

  /** Keeps no memory of batches that are done. */
  letGo(): void {
    this.#spare = [];
  }

  #senderIndex(sender: string): number {
    const known = this.#senders.get(sender);
    if (known !== undefined) return known;
    const index = this.#senders.size;
    this.#senders.set(sender, index);
    this.#senderBytes += 1 + Math.min(MAX_SENDER_BYTES, Buffer.byteLength(sender));
    return index;
  }

  #writeVarint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
  }

  #reserve(more: number): void {
    const needed = this.#length + this.#senderBytes + more;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}

/** The id of a batch's last message when the first gets `firstId` (which is at least its arrival). */
export function lastIdOf(batch: SealedBatch, firstId: number): number {
  return Math.max(firstId + batch.count - 1, batch.lastIdByArrival);
}

/** Gives a batch its place: the finished record, on the batch's own bytes. */
export function placeBatch(batch: SealedBatch, place: RecordPlace): Buffer {
  writeHeader(batch.record, place, { ...batch, lastId: lastIdOf(batch, place.firstId) });
  return batch.record;
}

/** One record of the given messages. */
export function encodeRecord(place: RecordPlace, messages: readonly ArrivedMessage[]): Buffer {
  const builder = new RecordBuilder(4096);
  for (const message of messages) builder.append(message);
  return placeBatch(builder.seal(), place);
}

/** A record without messages that says: ids through `reservedThroughId` may have been given out. */
export function encodeReservation(position: number, reservedThroughId: number, salt: number): Buffer {
  const record = Buffer.alloc(RECORD_HEADER_BYTES);
  writeHeader(
    record,
    { firstPosition: position, firstId: reservedThroughId, salt },
    { lastId: reservedThroughId, firstArrivalMicros: 0, lastArrivalMicros: 0, count: 0, messageBytes: 0 },
  );
  return record;
}

type BatchSummary = {
  lastId: number;
  firstArrivalMicros: number;
  lastArrivalMicros: number;
  count: number;
  messageBytes: number;
};

function writeHeader(record: Buffer, place: RecordPlace, batch: BatchSummary): void {
  record.writeUInt32LE(RECORD_MAGIC, 0);
  record.writeUInt32LE(place.salt, 8);
  record.writeUInt32LE(record.length - 16, 12);
  record.writeBigUInt64LE(BigInt(place.firstPosition), 16);
  record.writeBigUInt64LE(BigInt(place.firstId), 24);
  record.writeBigUInt64LE(BigInt(batch.lastId), 32);
  record.writeBigUInt64LE(BigInt(batch.firstArrivalMicros), 40);
  record.writeBigUInt64LE(BigInt(batch.lastArrivalMicros), 48);
  record.writeUInt32LE(batch.count, 56);
  record.writeUInt32LE(batch.messageBytes, 60);
  record.writeUInt32LE(crc32c(record.subarray(8)), 4);
}
