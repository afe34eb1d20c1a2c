import { mkdirSync } from "node:fs";
import { open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { eq, inArray, sum } from "drizzle-orm";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import { ApiError, tooManyRequests } from "#platform/errors";
import type { Logger } from "#platform/log";
import { operationFiles, operations } from "./tables";

const MIB = 1024 ** 2;
/** Of all files together, and of those of one user. */
const QUOTA_BYTES = 4096 * MIB;
const USER_QUOTA_BYTES = QUOTA_BYTES / 2;
/** Octets between two looks at what is free. */
const LOOK_BYTES = 8 * MIB;
const PER_USER = 2;
const RETRY_SECONDS = 10;
const SWEEP_MS = 3_600_000;
const UNFINISHED = ".part";

type Options = {
  db: Db;
  /** Below DATA_DIR; made here. */
  folder: string;
  /** Free space of its disk that is left to others. */
  minFreeBytes: number;
  log: Logger;
  quotaBytes?: number;
  userQuotaBytes?: number;
};

type WrittenFile = { id: string; userId: number; content: AsyncIterable<{ bytes: Uint8Array }> };

/**
 * Files that operations of this process give: half-written ones have another name, and one without its row in
 * `operation_files` is removed by a sweep, at the start and every hour.
 */
export class ResultFiles {
  readonly #options: Options;
  /** Octets of files that have no row yet, by operation. */
  readonly #written = new Map<string, { userId: number; bytes: number }>();
  /** Files that are being made, by user. */
  readonly #places = new Map<number, number>();
  #sweeps: Timer | undefined;

  constructor(options: Options) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  /** Begins to remove what no operation has any more. Needs the database to be there. */
  start(): void {
    const sweep = () =>
      void this.sweep().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, "cannot remove old files of operations; it is tried again"),
      );
    this.#sweeps = setInterval(sweep, SWEEP_MS);
    sweep();
  }

  stop(): void {
    clearInterval(this.#sweeps);
  }

  /** Where the file of an operation lies, if it is here. */
  pathOf(id: string): string {
    return join(this.#options.folder, id);
  }

  /**
   * Gives what to call when the file is made, or will not be. @throws ApiError 429 where the user has two in the
   * making.
   */
  takePlace(userId: number): () => void {
    const own = this.#places.get(userId) ?? 0;
    if (own >= PER_USER)
      throw tooManyRequests("Two of your exports are being written; wait for one to end", RETRY_SECONDS);
    this.#places.set(userId, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#places.get(userId) ?? 1) - 1;
      if (left === 0) this.#places.delete(userId);
      else this.#places.set(userId, left);
    };
  }

  /** @throws ApiError 507 where there is no room for another file of the user. */
  async requireRoom(userId: number): Promise<void> {
    const { db, folder, minFreeBytes, quotaBytes = QUOTA_BYTES, userQuotaBytes } = this.#options;
    const ownQuota = userQuotaBytes ?? USER_QUOTA_BYTES;
    const [kept] = await db
      .select({ bytes: sum(operationFiles.sizeBytes).mapWith(Number) })
      .from(operationFiles)
      .innerJoin(operations, eq(operations.id, operationFiles.operationId))
      .where(eq(operations.userId, userId));
    const writing = [...this.#written.values()].filter((file) => file.userId === userId);
    const own = (kept?.bytes ?? 0) + writing.reduce((total, { bytes }) => total + bytes, 0);
    if (own >= ownQuota)
      throw noRoom(`Your files take all of the ${toMebibytes(ownQuota)} that a user has; remove one`);
    if ((await this.#usedBytes()) >= quotaBytes)
      throw noRoom(`Files of operations take all of the ${toMebibytes(quotaBytes)} that they have`);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < minFreeBytes) throw noRoom("The disk has too little space left for a file");
  }

  /**
   * Writes a file whole and durably, and gives its size in bytes. Once its row is committed `settle` it, else `forget`
   * it.
   * @throws ApiError 507 as soon as there is no more room; the signal's reason when it fires.
   */
  async write({ id, userId, content }: WrittenFile, signal: AbortSignal): Promise<number> {
    const unfinished = this.pathOf(id) + UNFINISHED;
    const written = { userId, bytes: 0 };
    this.#written.set(id, written);
    try {
      await this.requireRoom(userId);
      const file = await open(unfinished, "wx", 0o600);
      try {
        let lookAt = LOOK_BYTES;
        for await (const { bytes } of content) {
          signal.throwIfAborted();
          await file.writeFile(bytes);
          written.bytes += bytes.length;
          if (written.bytes < lookAt) continue;
          lookAt += LOOK_BYTES;
          await this.requireRoom(userId);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, this.pathOf(id));
      return written.bytes;
    } catch (error) {
      await this.forget(id);
      throw error;
    }
  }

  /** Lets go of a file whose operation did not end well, or is done with it. */
  async forget(id: string): Promise<void> {
    const path = this.pathOf(id);
    await Promise.all([rm(path, { force: true }), rm(path + UNFINISHED, { force: true })]);
    this.#written.delete(id);
  }

  /** The row of a written file is there. */
  settle(id: string): void {
    this.#written.delete(id);
  }

  /** Removes files without a row that nobody is writing. */
  async sweep(): Promise<void> {
    const { db, folder } = this.#options;
    // Those that are being written are looked up last: a file that has got its row meanwhile is found there.
    const names = await readdir(folder);
    const ids = names.map((name) => name.replace(UNFINISHED, "")).filter((id) => UUID.test(id));
    if (ids.length === 0) return;
    const writing = new Set(this.#written.keys());
    const kept = await db
      .select({ id: operationFiles.operationId })
      .from(operationFiles)
      .where(inArray(operationFiles.operationId, ids));
    const known = new Set(kept.map(({ id }) => id));
    for (const id of new Set(ids)) if (!known.has(id) && !writing.has(id)) await this.forget(id);
  }

  async #usedBytes(): Promise<number> {
    const { folder } = this.#options;
    const names = await readdir(folder);
    const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
    return sizes.reduce((total, size) => total + size, 0);
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of a file that may be gone by now. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}

function noRoom(detail: string): ApiError {
  return new ApiError(507, detail);
}

function toMebibytes(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}
