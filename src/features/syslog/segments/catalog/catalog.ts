import { and, asc, desc, eq, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Predicate } from "../../query/predicate";
import { couldContain } from "../../skip-index/could-contain";
import { collectors, eventSegments } from "../../tables";
import type { WrittenSegment } from "../ingest/segment-writer";
import type { SegmentRange } from "../name";

/** What a search needs to know of a segment. */
export type CataloguedSegment = {
  collector: string;
  rangeStart: number;
  path: string;
  rowCount: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minEventId: number;
  maxEventId: number;
  /** How many columns the file has; null: not known. */
  columns: number | null;
};

/** `couldMatch`: by its skip index an event that is looked for may be in it. */
export type ListedSegment = CataloguedSegment & { couldMatch: boolean };

/** Arrival times, microseconds since the epoch, both ends included. */
export type Window = { startMicros?: number | undefined; endMicros?: number | undefined };

const SEARCHED = {
  collector: eventSegments.collector,
  rangeStart: eventSegments.rangeStart,
  path: eventSegments.path,
  rowCount: eventSegments.rowCount,
  minReceivedAtMicros: eventSegments.minReceivedAtMicros,
  maxReceivedAtMicros: eventSegments.maxReceivedAtMicros,
  minEventId: eventSegments.minEventId,
  maxEventId: eventSegments.maxEventId,
  columns: eventSegments.columns,
};

/** Neither deleted nor damaged. */
export const IS_SEARCHED = and(isNull(eventSegments.deletedAt), isNull(eventSegments.damagedAt));

/**
 * All live segments that may hold events of the window, newest first, and whether an event that matches could be in
 * them; damaged ones are not among them.
 */
export function listSegments(db: Db, window: Window, predicate?: Predicate): Promise<ListedSegment[]> {
  const matches = predicate === undefined ? sql<boolean>`true` : couldContain(predicate, eventSegments);
  return db
    .select({ ...SEARCHED, couldMatch: matches })
    .from(eventSegments)
    .where(and(IS_SEARCHED, reaches(window)))
    .orderBy(desc(eventSegments.maxReceivedAtMicros));
}

/** For a list of what a search has to read. */
export function couldMatch(segment: ListedSegment): boolean {
  return segment.couldMatch;
}

/** The damaged segments that may hold events of the window, newest first: what its searches lack. */
export function listMissingSegments(db: Db, window: Window): Promise<CataloguedSegment[]> {
  return db
    .select(SEARCHED)
    .from(eventSegments)
    .where(and(isNull(eventSegments.deletedAt), isNotNull(eventSegments.damagedAt), reaches(window)))
    .orderBy(desc(eventSegments.maxReceivedAtMicros));
}

function reaches({ startMicros, endMicros }: Window): SQL | undefined {
  return and(
    startMicros === undefined ? undefined : gte(eventSegments.maxReceivedAtMicros, startMicros),
    endMicros === undefined ? undefined : lte(eventSegments.minReceivedAtMicros, endMicros),
  );
}

/** Live segments whose span of event ids takes in `id`; ids are unique per collector only. */
export function listSegmentsAround(db: Db, id: number): Promise<CataloguedSegment[]> {
  return db
    .select(SEARCHED)
    .from(eventSegments)
    .where(and(IS_SEARCHED, lte(eventSegments.minEventId, id), gte(eventSegments.maxEventId, id)))
    .orderBy(desc(eventSegments.maxReceivedAtMicros), asc(eventSegments.collector));
}

export type CatalogTotals = {
  events: number;
  segments: number;
  sizeBytes: number;
  newestReceivedAtMicros: number | null;
};

/** Sums over all segments that are searched. */
export async function sumSegments(db: Db): Promise<CatalogTotals> {
  const [totals] = await db
    .select({
      events: sql<string>`coalesce(sum(${eventSegments.rowCount}), 0)`.mapWith(Number),
      segments: sql<string>`count(*)`.mapWith(Number),
      sizeBytes: sql<string>`coalesce(sum(${eventSegments.sizeBytes}), 0)`.mapWith(Number),
      newestReceivedAtMicros: sql<string | null>`max(${eventSegments.maxReceivedAtMicros})`.mapWith(Number),
    })
    .from(eventSegments)
    .where(IS_SEARCHED);
  return totals ?? { events: 0, segments: 0, sizeBytes: 0, newestReceivedAtMicros: null };
}

export type StoredRange = SegmentRange & {
  /** Undefined: the range holds no row, or events are not in files. */
  segment: WrittenSegment | undefined;
  rows: number;
  unparsed: number;
  /** Positions without a row. */
  skipped: number;
};

/**
 * Enters a range in the catalog and moves the collector on, in one transaction: one without the other would store the
 * range twice, or never. `alongside` is written in it, too. Gives false, and changes nothing, where the collector does
 * not stand at the range's start.
 */
export async function commitRange(
  db: Db,
  range: StoredRange,
  alongside?: (transaction: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const moved = await transaction
      .update(collectors)
      .set({
        storedThrough: range.end,
        unparsedEvents: sql`${collectors.unparsedEvents} + ${range.unparsed}`,
        skippedPositions: sql`${collectors.skippedPositions} + ${range.skipped}`,
      })
      .where(and(eq(collectors.id, range.collector), eq(collectors.storedThrough, range.start)))
      .returning({ id: collectors.id });
    if (moved.length === 0) return false;
    if (range.segment !== undefined) await transaction.insert(eventSegments).values(toRow(range.segment));
    await alongside?.(transaction);
    return true;
  });
}

/** True where the range was committed before: by us, where the acknowledgement was lost. */
export async function isCommitted(db: Db, range: StoredRange): Promise<boolean> {
  if (range.segment === undefined) return (await loadStoredThrough(db, range.collector)) >= range.end;
  return isCatalogued(db, range.segment.path);
}

/** Whether the catalog has the path, of a segment live or deleted. */
export async function isCatalogued(db: Db, path: string): Promise<boolean> {
  const rows = await db
    .select({ id: eventSegments.id })
    .from(eventSegments)
    .where(eq(eventSegments.path, path))
    .limit(1);
  return rows.length > 0;
}

/**
 * The position through which the collector's events are stored; enters the collector where it is new. The row is locked
 * for reading, so that a commit whose connection was lost has come to its end.
 */
export async function loadStoredThrough(db: Db, collector: string): Promise<number> {
  await db.insert(collectors).values({ id: collector }).onConflictDoNothing();
  const [row] = await db
    .select({ storedThrough: collectors.storedThrough })
    .from(collectors)
    .where(eq(collectors.id, collector))
    .for("update");
  if (row === undefined) throw new Error(`our bug: collector ${collector} vanished`);
  return row.storedThrough;
}

/**
 * The newest event of each collector that is stored now. Ids rise along a collector's journal, so whatever is stored
 * later, and however it is merged, has higher ones.
 */
export async function listNewestIds(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({
      collector: eventSegments.collector,
      newest: sql<string>`max(${eventSegments.maxEventId})`.mapWith(Number),
    })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt))
    .groupBy(eventSegments.collector);
  return new Map(rows.map((row) => [row.collector, row.newest]));
}

export type CollectorTotals = { storedThrough: number; unparsedEvents: number; skippedPositions: number };

/** Sums over all collectors, since they exist. `storedThrough` is the number of positions dealt with. */
export async function sumCollectors(db: Db): Promise<CollectorTotals> {
  const total = (column: typeof collectors.storedThrough | typeof collectors.unparsedEvents) =>
    sql<string>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [totals] = await db
    .select({
      storedThrough: total(collectors.storedThrough),
      unparsedEvents: total(collectors.unparsedEvents),
      skippedPositions: sql<string>`coalesce(sum(${collectors.skippedPositions}), 0)`.mapWith(Number),
    })
    .from(collectors);
  return totals ?? { storedThrough: 0, unparsedEvents: 0, skippedPositions: 0 };
}

/** The row of a segment. */
export function toRow(segment: WrittenSegment): typeof eventSegments.$inferInsert {
  const { start, end, skipIndex, ...rest } = segment;
  return { ...rest, ...skipIndex, rangeStart: start, rangeEnd: end };
}
