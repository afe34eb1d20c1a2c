import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { uniteSkipIndexes } from "../../skip-index/skip-index";
import { eventSegments } from "../../tables";
import { IS_SEARCHED, toRow } from "./catalog";
import { type JobLease, requireLease } from "../job-lease";
import { FULL_SEGMENT, type MergeInput } from "../merge/plan";
import type { SegmentRange } from "../name";
import type { MergedSegment } from "../merge/merge";

/** The catalog has not all inputs of a merge any more. */
export class MergeConflictError extends Error {}

/** Live segments that may be merged, by collector and place in its journal. */
export function listMergeInputs(db: Db): Promise<MergeInput[]> {
  return db
    .select({
      id: eventSegments.id,
      collector: eventSegments.collector,
      rangeStart: eventSegments.rangeStart,
      rangeEnd: eventSegments.rangeEnd,
      path: eventSegments.path,
      rowCount: eventSegments.rowCount,
      sizeBytes: eventSegments.sizeBytes,
      tier: eventSegments.tier,
      minReceivedAtMicros: eventSegments.minReceivedAtMicros,
      maxReceivedAtMicros: eventSegments.maxReceivedAtMicros,
      minEventId: eventSegments.minEventId,
      maxEventId: eventSegments.maxEventId,
    })
    .from(eventSegments)
    .where(
      and(
        IS_SEARCHED,
        lt(eventSegments.rowCount, FULL_SEGMENT.rows),
        lt(eventSegments.sizeBytes, FULL_SEGMENT.bytes),
      ),
    )
    .orderBy(asc(eventSegments.collector), asc(eventSegments.rangeStart));
}

/**
 * Puts the merged segment in the place of its inputs, in one transaction: searches see either these or that.
 * @throws MergeConflictError where any of the inputs is not live any more; nothing is changed then.
 */
export async function commitMerge(
  db: Db,
  lease: JobLease,
  { inputs, merged }: { inputs: readonly MergeInput[]; merged: MergedSegment },
): Promise<void> {
  const ids = inputs.map(({ id }) => id);
  const tier = Math.max(...inputs.map((input) => input.tier)) + 1;
  await db.transaction(async (transaction) => {
    await requireLease(transaction, lease);
    const replaced = await transaction
      .update(eventSegments)
      .set({ deletedAt: sql`now()` })
      .where(and(inArray(eventSegments.id, ids), IS_SEARCHED))
      .returning({ ngrams: eventSegments.ngrams, addresses: eventSegments.addresses });
    if (replaced.length !== ids.length)
      throw new MergeConflictError(
        `${ids.length - replaced.length} of ${ids.length} segments were dropped meanwhile`,
      );
    const { numbers, ...segment } = merged;
    const { rowCount: rows, sizeBytes } = merged;
    const isFull = rows >= FULL_SEGMENT.rows || sizeBytes >= FULL_SEGMENT.bytes;
    const skipIndex = uniteSkipIndexes(replaced, { rows, isFull, numbers });
    await transaction.insert(eventSegments).values({ ...toRow({ ...segment, skipIndex }), tier });
  });
}

/** Those of the paths whose segments are live. */
export async function selectLive(db: Db, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { path, deletedAt } = eventSegments;
  const rows = await db
    .select({ path })
    .from(eventSegments)
    .where(and(inArray(path, [...paths]), isNull(deletedAt)));
  return rows.map((row) => row.path);
}

const live = alias(eventSegments, "live");

/** Paths of the live segments that hold what these deleted ones held; perhaps of others, too. */
export async function listReplacements(db: Db, ids: readonly number[]): Promise<string[]> {
  // Live ranges do not overlap: the index of their starts finds it, where there is one.
  const replacement = db
    .select({ path: live.path })
    .from(live)
    .where(
      and(
        eq(live.collector, eventSegments.collector),
        lte(live.rangeStart, eventSegments.rangeStart),
        isNull(live.deletedAt),
      ),
    )
    .orderBy(desc(live.rangeStart))
    .limit(1);
  const rows = await db
    .selectDistinct({ path: sql<string | null>`(${replacement})` })
    .from(eventSegments)
    .where(inArray(eventSegments.id, [...ids]));
  return rows.flatMap(({ path }) => (path === null ? [] : [path]));
}

/**
 * The paths of the live segments that hold exactly this range, in order; undefined where they do not, or where the file
 * is catalogued itself. Waits for a merge of them that is being committed: its rows are locked until the transaction's
 * end. Undefined then, too, as they are deleted by now: only the next statement sees what it committed.
 */
export async function findStandIns(
  transaction: Db,
  { path, ...range }: SegmentRange & { path: string },
): Promise<string[] | undefined> {
  const rows = await transaction
    .select({ path: eventSegments.path, start: eventSegments.rangeStart, end: eventSegments.rangeEnd })
    .from(eventSegments)
    .where(
      and(
        eq(eventSegments.collector, range.collector),
        lt(eventSegments.rangeStart, range.end),
        gt(eventSegments.rangeEnd, range.start),
        IS_SEARCHED,
      ),
    )
    .orderBy(asc(eventSegments.rangeStart))
    .for("update");
  let position = range.start;
  for (const row of rows) {
    if (row.path === path || row.start !== position) return undefined;
    position = row.end;
  }
  return position === range.end ? rows.map((row) => row.path) : undefined;
}
