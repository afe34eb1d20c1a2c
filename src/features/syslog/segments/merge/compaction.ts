import { readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { isCatalogued } from "../catalog/catalog";
import type { EventDatabase } from "../duckdb";
import { type JobLease, requireLease } from "../job-lease";
import {
  commitMerge,
  findStandIns,
  listMergeInputs,
  MergeConflictError,
  selectLive,
} from "../catalog/merge-catalog";
import { type Merge, planMerges } from "./plan";
import { MergeProcess } from "./process";
import { type CompactionStep, isUnfinishedMerge, type MergedSegment, mergeSegments } from "./merge";
import { findOrphans } from "../ingest/reconcile";
import { findSegmentFile, listHiddenPaths, removeSegmentFile, swapSegmentFiles } from "../segment-file";
import type { SegmentFolders } from "../ingest/segment-writer";
import type { StoreClock } from "../store-clock";

export type CompactionContext = {
  db: Db;
  database: EventDatabase;
  folders: SegmentFolders;
  log: Logger;
  clock: StoreClock;
  /** The environment of the process that merges; absent: an empty one. */
  allocator?: Readonly<Record<string, string>>;
  /** Free space below which receiving stops; a merge leaves twice that. */
  minFreeBytes: number;
  /** Age of the oldest message that is not stored yet, seconds. */
  lagSeconds(): number;
  /** Told which segments a merge could not read; gives whether any of them turned out to be damaged. */
  onUnreadable(paths: readonly string[]): Promise<boolean>;
  observe?: ((step: CompactionStep) => void) | undefined;
  /** For tests, which have few of them: so many tiny neighbours are merged. */
  tinyNeighbours?: number | undefined;
};

export type CompactionStatus = {
  /** Merges since start. */
  merges: number;
  /** Segments that these merges replaced. */
  merged: number;
};

/** Ingest comes first: no merge begins, and one that runs is given up, while the journal lags. */
const LAG_TO_WAIT_SECONDS = 3;
const LAG_TO_STOP_SECONDS = 10;
/**
 * Where more files than that wait, merging goes on all the same, of low priority as it is: they would make every search
 * slow.
 */
const MAX_WAITING = 100;
const LAG_LOOK_MS = 500;
/** A day is over when every segment of it has surely been stored. */
const DAY_MARGIN_MS = 3_600_000;
/** What could not be merged is not tried again for so long. */
const RETRY_MS = 3_600_000;

/** Merges small segments into bigger ones, one merge at a time, on one replica. */
export class Compaction {
  readonly #ctx: CompactionContext;
  readonly #status: CompactionStatus = { merges: 0, merged: 0 };
  /** No file of a merge that came to nothing may be there. */
  #isClean = false;
  readonly #merger: MergeProcess;
  /** First inputs of merges that failed, and until when they are left alone, by the monotonic clock. */
  readonly #failed = new Map<number, number>();

  constructor(ctx: CompactionContext) {
    this.#ctx = ctx;
    this.#merger = new MergeProcess(ctx.allocator);
  }

  get status(): Readonly<CompactionStatus> {
    return this.#status;
  }

  /**
   * Merges until nothing is left to merge, the journal lags (unless many files wait) or the signal fires. To be called
   * every few seconds.
   */
  async run(lease: JobLease): Promise<void> {
    if (!this.#isClean) await this.#removeLeftovers(lease);
    this.#isClean = true;
    for (;;) {
      const merges = await this.#plan();
      if (merges.length === 0) return;
      let waiting = merges.reduce((sum, { inputs }) => sum + inputs.length, 0);
      for (const merge of merges) {
        const isUrgent = waiting > MAX_WAITING;
        if (lease.signal.aborted || (!isUrgent && this.#lags(LAG_TO_WAIT_SECONDS))) return;
        if (!(await this.#hasRoomFor(merge))) return;
        await this.#merge(lease, { ...merge, isUrgent });
        waiting -= merge.inputs.length;
      }
    }
  }

  /** Ends what merges; nothing may run any more. */
  close(): Promise<void> {
    return this.#merger.close();
  }

  async #plan(): Promise<Merge[]> {
    const now = this.#ctx.clock.monotonic();
    const today = `dt=${new Date(this.#ctx.clock.wall() - DAY_MARGIN_MS).toISOString().slice(0, 10)}`;
    const merges = planMerges(await listMergeInputs(this.#ctx.db), today, this.#ctx.tinyNeighbours);
    return merges.filter(
      ({ inputs: [first] }) => first !== undefined && now >= (this.#failed.get(first.id) ?? 0),
    );
  }

  async #hasRoomFor({ inputs }: Merge): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#ctx.folders.events);
    const needed = inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return bavail * bsize - needed > this.#ctx.minFreeBytes * 2;
  }

  #lags(seconds: number): boolean {
    return this.#ctx.lagSeconds() > seconds;
  }

  async #merge(lease: JobLease, merge: Merge & { isUrgent: boolean }): Promise<void> {
    const { folders, observe } = this.#ctx;
    const merged = await this.#tryMerge(lease, merge);
    if (merged === undefined) return;
    const files = { shown: [merged.path], hidden: merge.inputs.map(({ path }) => path) };
    // What does not come to its end here, garbage collection does.
    swapSegmentFiles(folders.events, files, () => observe?.("compaction-shown"));
  }

  /** Undefined: it came to nothing, and the inputs stay as they are. */
  async #tryMerge(lease: JobLease, merge: Merge & { isUrgent: boolean }): Promise<MergedSegment | undefined> {
    const { db, log, clock } = this.#ctx;
    const { inputs, isUrgent } = merge;
    const [first] = inputs;
    const lag = new AbortController();
    const watch = setInterval(() => {
      if (!isUrgent && this.#lags(LAG_TO_STOP_SECONDS)) lag.abort(new Error("ingest needs the processor"));
    }, LAG_LOOK_MS);
    const until = AbortSignal.any([lease.signal, lag.signal]);
    try {
      return await this.#mergeUntil(lease, { merge, until });
    } catch (error) {
      if (until.aborted) return undefined;
      await requireLease(db, lease);
      const isExplained =
        error instanceof MergeConflictError || (await this.#ctx.onUnreadable(inputs.map(({ path }) => path)));
      if (isExplained || first === undefined) return undefined;
      this.#failed.set(first.id, clock.monotonic() + RETRY_MS);
      log.error(
        { err: error, segments: inputs.length, first: first.path },
        "event segments cannot be merged; they stay as they are",
      );
      return undefined;
    } finally {
      clearInterval(watch);
    }
  }

  /** The merged file is in the catalog when this returns. */
  async #mergeUntil(
    lease: JobLease,
    { merge, until }: { merge: Merge; until: AbortSignal },
  ): Promise<MergedSegment> {
    const ctx = this.#ctx;
    const merged = await mergeSegments(
      { ...ctx, merger: this.#merger, mayRename: () => requireLease(ctx.db, lease) },
      merge,
      until,
    );
    try {
      await commitMerge(ctx.db, lease, { inputs: merge.inputs, merged });
    } catch (error) {
      // Only a transaction that was surely rolled back leaves a file that surely nobody reads, unless an earlier one,
      // which was still being committed, had entered the same.
      const isRolledBack = error instanceof MergeConflictError;
      if (!isRolledBack) this.#isClean = false;
      else if (!(await isCatalogued(ctx.db, merged.path)))
        await removeSegmentFile(ctx.folders.events, merged.path);
      throw error;
    }
    this.#status.merges += 1;
    this.#status.merged += merge.inputs.length;
    ctx.observe?.("compaction-catalogued");
    return merged;
  }

  /**
   * What a merge left behind that did not come to its end: a file half written, or whole but never catalogued, hidden
   * or, by older versions, not. What is hidden but live, as where an older catalog came back, is shown.
   */
  async #removeLeftovers(lease: JobLease): Promise<void> {
    const { db, folders, log } = this.#ctx;
    for (const name of await readdir(folders.temporary)) {
      if (isUnfinishedMerge(name)) await rm(join(folders.temporary, name), { force: true });
    }
    const shown = await selectLive(db, await listHiddenPaths(folders.events));
    swapSegmentFiles(folders.events, { shown, hidden: [] });
    for (const orphan of await findOrphans({ db, folders })) {
      await db.transaction(async (transaction) => {
        await requireLease(transaction, lease);
        const standIns = await findStandIns(transaction, orphan);
        // A merge that was being committed may have been waited for: by now the file can be the only one that is live.
        if (await isCatalogued(transaction, orphan.path)) return;
        const isMerged = standIns !== undefined && standIns.length >= 2;
        if (!orphan.isHidden && !(isMerged && (await areThere(folders.events, standIns)))) return;
        log.info({ path: orphan.path }, "removing a merged event segment that is not in the catalog");
        await removeSegmentFile(folders.events, orphan.path);
      });
    }
  }
}

async function areThere(root: string, paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(paths.map((path) => findSegmentFile(root, path)));
  return found.every((file) => file !== undefined);
}
