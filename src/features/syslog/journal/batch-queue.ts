import type { AppendFile } from "./append-file";

/** One encoded record on its way to the disk. */
export type Batch = {
  record: Buffer;
  firstPosition: number;
  lastPosition: number;
  lastId: number;
  firstArrivalMicros: number;
  /** It was written before, to a file whose fdatasync failed. */
  wasRetried: boolean;
};

type Written = { batch: Batch; file: AppendFile; offset: number };

/** Every batch that is not durable, in journal order: the written ones first, then those that wait for their write. */
export class BatchQueue {
  #written: Written[] = [];
  #waiting: Batch[] = [];
  #byteLength = 0;

  /** Bytes held in memory. */
  get byteLength(): number {
    return this.#byteLength;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#written.length === 0;
  }

  get hasWritten(): boolean {
    return this.#written.length > 0;
  }

  get messageCount(): number {
    const batches = [...this.#written.map(({ batch }) => batch), ...this.#waiting];
    return batches.reduce((sum, batch) => sum + batch.lastPosition - batch.firstPosition + 1, 0);
  }

  /** Arrival of the first message that is not durable; undefined where there is none. */
  get oldestArrivalMicros(): number | undefined {
    return (this.#written[0]?.batch ?? this.#waiting[0])?.firstArrivalMicros;
  }

  /** Batches that wait for their write. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  get nextUnwritten(): Batch | undefined {
    return this.#waiting[0];
  }

  add(batch: Batch): void {
    this.#waiting.push(batch);
    this.#byteLength += batch.record.length;
  }

  /** The first waiting batch was appended to `file`. */
  markWritten(file: AppendFile): void {
    const batch = this.#waiting.shift();
    if (batch === undefined) throw new Error("cannot mark a batch as written: none waits");
    this.#written.push({ batch, file, offset: file.size });
  }

  /** The batches in `file` that are not durable, and the offset behind the last; undefined where there is none. */
  writtenTo(
    file: AppendFile,
  ): { first: Batch; last: Batch; offset: number; wasRetried: boolean } | undefined {
    const first = this.#written.find((written) => written.file === file);
    const last = this.#written.findLast((written) => written.file === file);
    if (first === undefined || last === undefined) return undefined;
    return { first: first.batch, last: last.batch, offset: last.offset, wasRetried: first.batch.wasRetried };
  }

  /** Forgets the batches through `last`, which are durable, and gives them. */
  release(last: Batch): Batch[] {
    const end = this.#written.findIndex(({ batch }) => batch === last) + 1;
    const released = this.#written.splice(0, end).map(({ batch }) => batch);
    for (const { record } of released) this.#byteLength -= record.length;
    return released;
  }

  /** Everything written becomes waiting again, in order: its files are given up. Returns its bytes. */
  requeueWritten(): number {
    const batches = this.#written.map(({ batch }) => batch);
    for (const batch of batches) batch.wasRetried = true;
    this.#waiting = [...batches, ...this.#waiting];
    this.#written = [];
    return batches.reduce((sum, batch) => sum + batch.record.length, 0);
  }
}
