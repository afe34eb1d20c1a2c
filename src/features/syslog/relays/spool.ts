import { randomInt } from "node:crypto";
import { mkdir, truncate } from "node:fs/promises";
import path from "node:path";
import { syncFile } from "#platform/durable-file";
import type { Logger } from "#platform/log";
import { AppendFile } from "../journal/append-file";
import { readCollectorId } from "../journal/collector-id";
import { JournalFeed } from "../journal/feed";
import { IdAllocator } from "../journal/id-allocator";
import { openOwnJournal } from "../journal/own-journal";
import { lastIdOf, placeBatch, type SealedBatch } from "../journal/record-builder";
import type { SyncedExtent } from "../journal/writer";
import { dropBehind } from "./drop-behind";

/** Through where batches were acknowledged, by the spool's own positions, and the id of the event there. */
export type SpoolPlace = { position: number; lastId: number };

type SpoolOptions = {
  /** A folder of its own. */
  folder: string;
  log: Logger;
  /** What the database has of the spool of that id; undefined: nothing. */
  findPlace: (collector: string) => Promise<SpoolPlace | undefined>;
};

/** Batches that are on the disk and that nobody reads yet. */
export type Appended = { place: SpoolPlace; extent: SyncedExtent; fileBytesBefore: number };

/** A file that has so much is followed by another one. */
const FILE_BYTES = 64 * 1024 * 1024;

/**
 * The journal of one relay's lines at this process, a collector of its own: what the relay is told to be durable is in
 * it. A batch is appended and synced first, then the database is told, and only then is it read (`announce`). What was
 * appended and never came so far is dropped: the relay sends it again.
 */
export class RelaySpool {
  readonly collector: string;
  readonly feed: JournalFeed;
  readonly journalFolder: string;
  readonly #salt = randomInt(0xffff_ffff);
  #place: SpoolPlace;
  #file: AppendFile | undefined;

  private constructor(parts: {
    collector: string;
    feed: JournalFeed;
    journalFolder: string;
    place: SpoolPlace;
  }) {
    this.collector = parts.collector;
    this.feed = parts.feed;
    this.journalFolder = parts.journalFolder;
    this.#place = parts.place;
  }

  /** Opens it, or makes it. @throws where its files or the database cannot be read. */
  static async open({ folder, log, findPlace }: SpoolOptions): Promise<RelaySpool> {
    const journalFolder = path.join(folder, "journal");
    await mkdir(journalFolder, { recursive: true, mode: 0o700 });
    const known = await readCollectorId(folder);
    const kept = known === undefined ? undefined : await findPlace(known);
    if (kept !== undefined) await dropBehind(journalFolder, kept.position);
    const opened = await openOwnJournal({ dataFolder: folder, journalFolder, isWritten: true, log });
    const { collector, reader, scan } = opened;
    const feed = new JournalFeed(journalFolder, { reader, extents: scan.extents, log });
    const found = { position: scan.nextPosition - 1, lastId: scan.minimumId - 1 };
    const isSame = kept !== undefined && collector === known;
    const place = isSame ? { ...kept, position: Math.max(kept.position, found.position) } : found;
    return new RelaySpool({ collector, feed, journalFolder, place });
  }

  get place(): SpoolPlace {
    return this.#place;
  }

  /** Writes batches and syncs them. Where that fails nothing is left of them. */
  async append(batches: readonly SealedBatch[]): Promise<Appended> {
    const ids = new IdAllocator(this.#place.lastId);
    let { position } = this.#place;
    const file = await this.#fileFor(position + 1);
    const fileBytesBefore = file.size;
    let lastId = 0;
    try {
      for (const batch of batches) {
        const claimed = ids.claim(batch.firstArrivalMicros, (firstId) => lastIdOf(batch, firstId));
        const place = { firstPosition: position + 1, firstId: claimed.firstId, salt: this.#salt };
        await file.append(placeBatch(batch, place));
        position += batch.count;
        lastId = claimed.lastId;
      }
      await file.sync();
    } catch (error) {
      await this.#cutBack(file, fileBytesBefore);
      throw error;
    }
    const firstReceivedAtMicros = batches[0]?.firstArrivalMicros ?? 0;
    const extent = { file: file.name, offset: file.size, lastPosition: position, firstReceivedAtMicros };
    return { place: { position, lastId }, extent, fileBytesBefore };
  }

  /** Lets be read what was appended: it is acknowledged. */
  announce({ place, extent }: Appended): void {
    this.#place = place;
    this.feed.announce(extent);
  }

  /** Takes back what was appended: somebody else was acknowledged. */
  async takeBack({ fileBytesBefore }: Appended): Promise<void> {
    if (this.#file !== undefined) await this.#cutBack(this.#file, fileBytesBefore);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #fileFor(firstPosition: number): Promise<AppendFile> {
    if (this.#file !== undefined && this.#file.size < FILE_BYTES) return this.#file;
    const before = this.#file;
    const header = {
      salt: this.#salt,
      collector: this.collector,
      firstPosition,
      reservedThroughId: this.#place.lastId,
      createdAtMicros: Date.now() * 1000,
    };
    this.#file = await AppendFile.create(this.journalFolder, header);
    await before?.close();
    return this.#file;
  }

  /** The next batch gets another file: what a failed write has left at the end of this one nobody knows. */
  async #cutBack(file: AppendFile, bytes: number): Promise<void> {
    this.#file = undefined;
    await file.close();
    const name = path.join(this.journalFolder, file.name);
    await truncate(name, bytes);
    // What comes next stands in its place in another file: it must not be there again after a power cut.
    await syncFile(name);
  }
}
