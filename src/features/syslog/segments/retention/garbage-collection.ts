import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inArray, isNotNull } from "drizzle-orm";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import { freeBytes } from "#platform/free-space";
import { eventSegments } from "../../tables";
import { listReplacements } from "../catalog/merge-catalog";
import { syncFolder } from "#platform/durable-file";
import { type JobLease, requireLease } from "../job-lease";
import { removeSegmentFile, swapSegmentFiles } from "../segment-file";
import type { StoreClock } from "../store-clock";

export type GarbageContext = {
  db: Db;
  clock: StoreClock;
  eventsFolder: string;
  /** Longest search, seconds: what it began to read stays until its end. */
  searchTimeoutSeconds: number;
  /** Free space below which receiving stops; at twice that files go sooner. */
  minFreeBytes: number;
  /** How long files stay; undefined: as long as a reader may want them. */
  keptSeconds?: number | undefined;
  observe?: ((step: DeletionStep) => void) | undefined;
};

/** Points at which crash tests stop the program: the files have gone, and then their rows. */
export type DeletionStep = "files-removed" | "rows-removed";

const KEPT_MS = 10 * 60_000;
const KEPT_UNDER_PRESSURE_MS = 30_000;
/** Between the mark and the last search that had not seen it. */
const SEARCH_MARGIN_MS = 5_000;
const BATCH = 500;
/** Nothing else runs while these get their other names. */
const HIDDEN_AT_A_TIME = 50;

/**
 * Hides the files of segments that were marked deleted, and removes them when no search can hold them. Time is taken from
 * the clock that is never set, from when this process first saw the mark. First the file, then its row: a file without
 * a row would be taken for one that a lost catalog lacks.
 */
export class GarbageCollection {
  readonly #ctx: GarbageContext;
  /** When a marked row was first seen, by the monotonic clock. */
  #seenAt = new Map<number, number>();

  constructor(ctx: GarbageContext) {
    this.#ctx = ctx;
  }

  /** To be called every few seconds. Gives how many files it removed. */
  async run(lease: JobLease): Promise<number> {
    const { db, clock } = this.#ctx;
    const now = clock.monotonic();
    const marked = await db
      .select({ id: eventSegments.id, path: eventSegments.path })
      .from(eventSegments)
      .where(isNotNull(eventSegments.deletedAt));
    await this.#hide(marked.filter(({ id }) => !this.#seenAt.has(id)));
    this.#seenAt = new Map(marked.map(({ id }) => [id, this.#seenAt.get(id) ?? now]));
    const keptMs = await this.#keptMs();
    const due = marked.filter(({ id }) => now - (this.#seenAt.get(id) ?? now) >= keptMs);
    for (let first = 0; first < due.length; first += BATCH) {
      lease.signal.throwIfAborted();
      await this.#remove(lease, due.slice(first, first + BATCH));
    }
    return due.length;
  }

  /**
   * Hides from other tools what has expired, or was merged by somebody who did not come to hide it, once what it was
   * merged into is shown.
   */
  async #hide(segments: readonly { id: number; path: string }[]): Promise<void> {
    const { db, eventsFolder } = this.#ctx;
    for (let first = 0; first < segments.length; first += HIDDEN_AT_A_TIME) {
      const batch = segments.slice(first, first + HIDDEN_AT_A_TIME);
      const shown = await listReplacements(
        db,
        batch.map(({ id }) => id),
      );
      swapSegmentFiles(eventsFolder, { shown, hidden: batch.map(({ path }) => path) });
    }
  }

  async #keptMs(): Promise<number> {
    const { eventsFolder, minFreeBytes, searchTimeoutSeconds, keptSeconds } = this.#ctx;
    if (keptSeconds !== undefined) return keptSeconds * 1000;
    const isShort = (await freeBytes(eventsFolder)) < minFreeBytes * 2;
    const wantedMs = isShort ? KEPT_UNDER_PRESSURE_MS : KEPT_MS;
    return Math.max(wantedMs, searchTimeoutSeconds * 1000 + SEARCH_MARGIN_MS);
  }

  async #remove(lease: JobLease, segments: readonly { id: number; path: string }[]): Promise<void> {
    const { db, eventsFolder } = this.#ctx;
    await requireLease(db, lease);
    const folders = new Set(segments.map(({ path }) => dirname(path)));
    for (const { path } of segments) await removeSegmentFile(eventsFolder, path);
    for (const folder of folders) await syncFolder(join(eventsFolder, folder)).catch(ignoreMissing);
    this.#ctx.observe?.("files-removed");
    const ids = segments.map(({ id }) => id);
    await db.delete(eventSegments).where(inArray(eventSegments.id, ids));
    this.#ctx.observe?.("rows-removed");
    for (const folder of folders) await removeEmptyFolders(eventsFolder, folder);
  }
}

/** Removes `hr=` and then `dt=` where nothing is left in them. */
async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let folder = path; folder !== "."; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch (error) {
      if (["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) return;
      ignoreMissing(error);
    }
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}
