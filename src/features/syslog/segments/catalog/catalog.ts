import { and, asc, desc, eq, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { MIN_FILTER_BYTES, octetsOf } from "../../skip-index/address-filter";
import { BLOCK_BYTES, bitsOf } from "../../skip-index/bloom-filter";
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

/** `hasMarks`: what a search looks for may be in it. */
export type RatedSegment = CataloguedSegment & { hasMarks: boolean };

/** What every match of a search has. */
export type SoughtMarks = {
  /** Bits of `NgramFilter`, all of them. */
  letters: readonly number[];
  /** Keys of `AddressFilter`: one of each list. */
  addresses: readonly (readonly number[])[];
  /** Keys of `NumberFilter`, all of them. */
  numbers: readonly number[];
  /** All marks of one text of each list. */
  oneOf: readonly (readonly MarksOfText[])[];
};

/** What every segment has in which a text occurs; without marks it may occur in all. */
export type MarksOfText = {
  letters: readonly number[];
  addresses: readonly number[];
  numbers: readonly number[];
};

const NOTHING_SOUGHT: SoughtMarks = { letters: [], addresses: [], numbers: [], oneOf: [] };

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

const IS_SEARCHED = and(isNull(eventSegments.deletedAt), isNull(eventSegments.damagedAt));

/**
 * All live segments that may hold events of the window, newest first, and whether they have the marks. Damaged ones are
 * not among them.
 */
export function listSegments(
  db: Db,
  window: Window,
  { letters, addresses, numbers, oneOf }: SoughtMarks = NOTHING_SOUGHT,
): Promise<RatedSegment[]> {
  const marks = [
    ...letters.map(hasLetters),
    ...addresses.map(hasOneAddress),
    ...numbers.map(hasNumber),
    ...oneOf.map(hasOneText),
  ];
  const hasMarks = marks.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(marks, sql` AND `)}`;
  return db
    .select({ ...SEARCHED, hasMarks })
    .from(eventSegments)
    .where(and(IS_SEARCHED, reaches(window)))
    .orderBy(desc(eventSegments.maxReceivedAtMicros));
}

/** True too where a segment's letters are not known, or not that far. */
function hasLetters(position: number): SQL {
  const marks = eventSegments.letters;
  return sql`CASE WHEN octet_length(${marks}) > ${position >>> 3} THEN get_bit(${marks}, ${position}) = 1 ELSE true END`;
}

function hasOneText(texts: readonly MarksOfText[]): SQL {
  return sql`(${sql.join(texts.map(hasText), sql` OR `)})`;
}

function hasText({ letters, addresses, numbers }: MarksOfText): SQL {
  const marks = [...letters.map(hasLetters), ...addresses.map(hasAddress), ...numbers.map(hasNumber)];
  return sql`(${sql.join([sql`true`, ...marks], sql` AND `)})`;
}

function hasOneAddress(keys: readonly number[]): SQL {
  return sql`(${sql.join(keys.map(hasAddress), sql` OR `)})`;
}

/** True too where a segment's addresses are not known. */
function hasAddress(key: number): SQL {
  const marks = eventSegments.addresses;
  return sql`CASE
    WHEN ${marks} IS NULL THEN true
    WHEN octet_length(${marks}) < ${MIN_FILTER_BYTES} THEN position(decode(${octetsOf(key).toHex()}, 'hex') IN ${marks}) > 0
    ELSE ${isInFilter(marks, key)} END`;
}

/** True too where a segment's numbers are not known. */
function hasNumber(key: number): SQL {
  const marks = eventSegments.numbers;
  return sql`CASE WHEN ${marks} IS NULL THEN true ELSE ${isInFilter(marks, key)} END`;
}

/** Reads no more than one block of a `BloomFilter`. */
function isInFilter(filter: typeof eventSegments.addresses | typeof eventSegments.numbers, key: number): SQL {
  const start = sql`(${key}::bigint % (octet_length(${filter}) / ${BLOCK_BYTES}::integer) * ${BLOCK_BYTES}::integer)::integer + 1`;
  const isSet = bitsOf(key).map((bit) => sql`get_bit(block, ${bit})`);
  return sql`(SELECT ${sql.join(isSet, sql` & `)} = 1 FROM (SELECT substring(${filter} FROM ${start} FOR ${BLOCK_BYTES}) AS block OFFSET 0))`;
}

/** For a list of what a search has to read. */
export function mayMatch({ hasMarks }: RatedSegment): boolean {
  return hasMarks;
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
  /** Undefined: the range holds no row and has no file. */
  segment: WrittenSegment | undefined;
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
  const rows = await db
    .select({ id: eventSegments.id })
    .from(eventSegments)
    .where(eq(eventSegments.path, range.segment.path));
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
  const { start, end, ...rest } = segment;
  return { ...rest, rangeStart: start, rangeEnd: end };
}
