import { AppendFile } from "./append-file";
import type { Batch } from "./batch-queue";
import { encodeReservation } from "./record-builder";

export type AppendFilesOptions = {
  directory: string;
  collector: string;
  /** A file that would grow beyond this is followed by another one. */
  fileBytes: number;
  /** Stands in every record and header of this writer. */
  salt: number;
};

const RESERVATION_MICROS = 10_000_000;
const RENEWAL_MICROS = 5_000_000;

/** The journal files that one writer has open: the newest is written to, the others wait for their fdatasync. */
export class AppendFiles {
  readonly #options: AppendFilesOptions;
  /** Oldest first. */
  #files: AppendFile[] = [];
  #isNewestTrusted = true;

  constructor(options: AppendFilesOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  get all(): readonly AppendFile[] {
    return this.#files;
  }

  /**
   * Makes a file whose first message will stand at `firstPosition`, with ids reserved 10 s ahead of `lastId` and of the
   * clock.
   */
  async create(firstPosition: number, lastId: number): Promise<AppendFile> {
    const nowMicros = Date.now() * 1000;
    const { directory, collector, salt } = this.#options;
    const reservedThroughId = Math.max(lastId, nowMicros) + RESERVATION_MICROS;
    const header = { salt, collector, firstPosition, reservedThroughId, createdAtMicros: nowMicros };
    const file = await AppendFile.create(directory, header);
    this.#files.push(file);
    this.#isNewestTrusted = true;
    return file;
  }

  /**
   * Appends a batch to the newest file, or to a new one where that is full or not trusted. A reservation of ids that is
   * due stands before it in the same file, and both become durable by the same fdatasync.
   */
  async write(batch: Batch): Promise<AppendFile> {
    const file = this.#openFileFor(batch) ?? (await this.#nextFileFor(batch));
    const reservation = this.#reservationFor(batch, file);
    if (reservation !== undefined) {
      await file.append(reservation.record);
      file.reservedThroughId = reservation.through;
    }
    await file.append(batch.record);
    file.hasMessages = true;
    return file;
  }

  /** The same before it returns, for a small batch; undefined where it needs a new file, and nothing was done. */
  writeNow(batch: Batch): AppendFile | undefined {
    const file = this.#openFileFor(batch);
    if (file === undefined) return undefined;
    const reservation = this.#reservationFor(batch, file);
    if (reservation !== undefined) {
      file.appendNow(reservation.record);
      file.reservedThroughId = reservation.through;
    }
    file.appendNow(batch.record);
    file.hasMessages = true;
    return file;
  }

  /** A write failed: the newest file's end is unknown, so the next batch gets another file. */
  distrustNewest(): void {
    this.#isNewestTrusted = false;
  }

  /** Closes a file that will not be written to any more and is durable; the newest stays open. */
  async retire(file: AppendFile): Promise<void> {
    if (file === this.#files.at(-1)) return;
    this.#files = this.#files.filter((other) => other !== file);
    await file.close();
  }

  /** Closes all; the next batch gets a new file. */
  async closeAll(): Promise<void> {
    const files = this.#files;
    this.#files = [];
    await Promise.all(files.map((file) => file.close()));
  }

  /** What reserves further ids, where that is due. */
  #reservationFor(batch: Batch, file: AppendFile): { record: Buffer; through: number } | undefined {
    if (batch.lastId + RENEWAL_MICROS <= file.reservedThroughId) return undefined;
    const through = Math.max(batch.lastId, Date.now() * 1000) + RESERVATION_MICROS;
    return { record: encodeReservation(batch.firstPosition, through, this.#options.salt), through };
  }

  /** The newest file; undefined where the batch needs another one. */
  #openFileFor(batch: Batch): AppendFile | undefined {
    const newest = this.#files.at(-1);
    if (newest === undefined || !this.#isNewestTrusted) return undefined;
    const isRoomLeft = newest.size + batch.record.length <= this.#options.fileBytes;
    return isRoomLeft || !newest.hasMessages ? newest : undefined;
  }

  async #nextFileFor(batch: Batch): Promise<AppendFile> {
    const newest = this.#files.at(-1);
    const file = await this.create(batch.firstPosition, batch.lastId);
    if (newest !== undefined && !newest.hasMessages) {
      this.#files = this.#files.filter((other) => other !== newest);
      await newest.discard();
    }
    return file;
  }
}
