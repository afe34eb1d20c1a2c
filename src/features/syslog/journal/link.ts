import type { MessagePort } from "node:worker_threads";
import { JournalGate } from "./gate";
import { type ArrivedMessage, RecordBuilder, type SealedBatch } from "./record-builder";
import {
  BATCH_BYTES,
  BATCH_MS,
  type JournalSink,
  PAUSE_BYTES,
  REFUSE_BYTES,
  type RefusalReason,
} from "./sink";

/** How a thread reaches the journal of another thread. */
export type LinkEnds = { port: MessagePort; cells: Int32Array<SharedArrayBuffer> };

const LOOK_MS = 20;

/**
 * The journal as a thread sees that has none of its own: it collects messages into batches and hands them to the
 * journal's thread, which gives them positions and ids. Bytes under way count against the same bounds as those that
 * wait for the disk.
 */
export class JournalLink implements JournalSink {
  readonly #port: MessagePort;
  readonly #gate: JournalGate;
  readonly #builder = new RecordBuilder();
  readonly #onPause: (reason: RefusalReason | null) => void;
  #pausedBecause: RefusalReason | null = null;
  #batchTimer: Timer | undefined;
  readonly #lookTimer: Timer;

  constructor({ port, cells }: LinkEnds, onPause: (reason: RefusalReason | null) => void) {
    this.#port = port;
    this.#gate = new JournalGate(cells);
    this.#gate.addLinks(1);
    this.#onPause = onPause;
    this.#lookTimer = setInterval(() => this.#updatePause(), LOOK_MS);
  }

  get refusal(): RefusalReason | null {
    return this.#gate.refusal ?? (this.#gate.bytesUnderWay >= REFUSE_BYTES ? "journal_behind" : null);
  }

  get pausedBecause(): RefusalReason | null {
    return this.#pausedBecause;
  }

  append(message: ArrivedMessage): void {
    if (this.#builder.count === 0) this.#batchTimer = setTimeout(() => this.#handOver(), BATCH_MS);
    this.#builder.append(message);
    if (this.#builder.byteLength >= BATCH_BYTES) this.#handOver();
  }

  noteLull(forMs: number): void {
    if (forMs >= BATCH_MS) this.#handOver();
  }

  /** Hands over what is left; nothing may be appended afterwards. */
  close(): Promise<void> {
    clearInterval(this.#lookTimer);
    this.#handOver();
    this.#gate.addLinks(-1);
    return Promise.resolve();
  }

  #handOver(): void {
    clearTimeout(this.#batchTimer);
    if (this.#builder.count === 0) return;
    const batch = this.#builder.seal();
    this.#gate.addBytesUnderWay(batch.record.length);
    const { buffer } = batch.record;
    this.#port.postMessage(batch, buffer instanceof ArrayBuffer ? [buffer] : []);
    this.#updatePause();
  }

  #updatePause(): void {
    const limit = this.#pausedBecause === null ? PAUSE_BYTES : PAUSE_BYTES / 2;
    const reason = this.#gate.pausedBecause ?? (this.#gate.bytesUnderWay >= limit ? "journal_behind" : null);
    if (reason === this.#pausedBecause) return;
    this.#pausedBecause = reason;
    this.#onPause(reason);
  }
}

/** Takes the batches of another thread; a record arrives as plain bytes. */
export function receiveBatches({ port, cells }: LinkEnds, take: (batch: SealedBatch) => void): void {
  const gate = new JournalGate(cells);
  port.on("message", (batch: SealedBatch) => {
    const { buffer, byteOffset, byteLength } = batch.record;
    take({ ...batch, record: Buffer.from(buffer, byteOffset, byteLength) });
    gate.addBytesUnderWay(-byteLength);
  });
}
