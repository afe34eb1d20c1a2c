import { rm } from "node:fs/promises";
import { join } from "node:path";
import { asUnavailable, type Db } from "#platform/database";
import { causesOf, codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import { commitRange, isCommitted, type StoredRange } from "./catalog";
import { pause } from "#platform/pause";

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** How often it is tried to write something alongside before the range is stored without it. */
const MAX_ALONGSIDE_TRIES = 3;

/** What is written in the transaction that makes a range stored, so that it is told of each line exactly once. */
export type Alongside = { name: string; write(transaction: Db): Promise<void> };

class AlongsideError extends Error {
  readonly part: Alongside;

  constructor(part: Alongside, cause: unknown) {
    super(`cannot write the ${part.name}`, { cause });
    this.part = part;
  }
}

export type CommitContext = {
  db: Db;
  log: Logger;
  eventsFolder: string;
  /** What has to be written before the range is: once, and again where that failed. */
  prepare?: (() => Promise<void>) | undefined;
  alongside: readonly Alongside[];
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
  let alongside = ctx.alongside;
  const tries = new Map<Alongside, number>();
  let isPrepared = ctx.prepare === undefined;
  for (let pauseMs = MIN_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS)) {
    try {
      if (!isPrepared) await ctx.prepare?.();
      isPrepared = true;
      // A lost acknowledgement looks like a collector that has moved.
      const write = (transaction: Db) => writeAll(transaction, alongside);
      if ((await commitRange(ctx.db, range, write)) || (await isCommitted(ctx.db, range))) return;
      break;
    } catch (error) {
      const failed = error instanceof AlongsideError ? error.part : undefined;
      if (failed === undefined && isIntegrityViolation(error)) throw error;
      if (failed !== undefined && isGivenUp(error, failed, tries)) {
        ctx.log.error(
          { err: error },
          "lines are stored without what goes with them: it fails again and again",
        );
        alongside = alongside.filter((part) => part !== failed);
      }
      ctx.onDelay(error);
      await pause(pauseMs, signal);
    }
  }
  if (range.segment !== undefined) await rm(join(ctx.eventsFolder, range.segment.path), { force: true });
  throw new Error(`the collector does not stand at position ${range.start} any more`);
}

async function writeAll(transaction: Db, parts: readonly Alongside[]): Promise<void> {
  for (const part of parts) {
    try {
      await part.write(transaction);
    } catch (cause) {
      throw new AlongsideError(part, cause);
    }
  }
}

/** A database that is away is no fault of the part: what it cannot write it cannot store either. */
function isGivenUp(error: unknown, part: Alongside, tries: Map<Alongside, number>): boolean {
  if (asUnavailable(error) !== undefined) return false;
  const failures = (tries.get(part) ?? 0) + 1;
  tries.set(part, failures);
  return failures >= MAX_ALONGSIDE_TRIES;
}

/** Class 23 of PostgreSQL's error codes: to try again would not help. */
function isIntegrityViolation(error: unknown): boolean {
  return causesOf(error).some((cause) => codeOf(cause)?.startsWith("23") === true);
}
