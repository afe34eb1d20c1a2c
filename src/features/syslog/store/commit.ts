import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import { commitRange, isCommitted, type StoredRange } from "./catalog";
import { pause } from "#platform/pause";

const SHORTEST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export type CommitContext = {
  db: Db;
  eventsFolder: string;
  /** What has to be written before the range is: once, and again where that failed. */
  prepare?: (() => Promise<void>) | undefined;
  /** Told why the catalog does not take the range; it is tried again. */
  onDelay(error: unknown): void;
};

/**
 * Commits a range; while the database does not answer, again and again, and the journal takes the load meanwhile.
 * @throws where the collector has moved: the segment's file is dropped, and the catalog has to be read anew.
 */
export async function commitPatiently(
  ctx: CommitContext,
  range: StoredRange,
  signal: AbortSignal,
): Promise<void> {
  let isPrepared = ctx.prepare === undefined;
  for (let pauseMs = SHORTEST_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS)) {
    try {
      if (!isPrepared) await ctx.prepare?.();
      isPrepared = true;
      // A lost acknowledgement looks like a collector that has moved.
      if ((await commitRange(ctx.db, range)) || (await isCommitted(ctx.db, range))) return;
      break;
    } catch (error) {
      if (isIntegrityViolation(error)) throw error;
      ctx.onDelay(error);
      await pause(pauseMs, signal);
    }
  }
  if (range.segment !== undefined) await rm(join(ctx.eventsFolder, range.segment.path), { force: true });
  throw new Error(`the collector does not stand at position ${range.start} any more`);
}

/** Class 23 of PostgreSQL's error codes: to try again would not help. */
function isIntegrityViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codeOf(cause)?.startsWith("23") === true) return true;
  }
  return false;
}
