import { and, asc, desc, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { eventSegments } from "../../tables";

/** What went: segments, or days of a table. */
export type Dropped = { pieces: number; events: number };

/** Events that retention may drop, piece by piece, and never the newest piece. */
export type ExpiringEvents = {
  /** Its row of `event_retention`. */
  row: number;
  /** Called before a run by age. */
  prepare(): Promise<void>;
  /** The share of all events, 0 to 1, in pieces whose last event arrived before the cutoff; without the newest. */
  expiredShare(db: Db, cutoffMicros: number): Promise<number>;
  dropExpired(db: Db, cutoffMicros: number): Promise<Dropped>;
  /** Drops the oldest until the others take no more than that. */
  dropBeyond(db: Db, maxBytes: number): Promise<Dropped>;
};

export const NOTHING_DROPPED: Dropped = { pieces: 0, events: 0 };

export const SEGMENTS: ExpiringEvents = {
  row: 1,
  prepare: () => Promise.resolve(),
  expiredShare,
  dropExpired,
  dropBeyond,
};

/**
 * The share of all live events, 0 to 1, that lie in segments whose last event arrived before the cutoff; without the
 * newest segment.
 */
async function expiredShare(db: Db, cutoffMicros: number): Promise<number> {
  const total = (rows: SQL) =>
    sql<string>`coalesce(sum(${eventSegments.rowCount}) ${rows}, 0)`.mapWith(Number);
  const [sums] = await db
    .select({ all: total(sql``), expired: total(sql`FILTER (WHERE ${isExpired(db, cutoffMicros)})`) })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt));
  return sums === undefined || sums.all === 0 ? 0 : sums.expired / sums.all;
}

/** Marks segments whose last event arrived before the cutoff, but never the newest. */
function dropExpired(db: Db, cutoffMicros: number): Promise<Dropped> {
  return drop(db, and(isNull(eventSegments.deletedAt), isExpired(db, cutoffMicros)));
}

/** Marks the oldest segments until the others take no more than `maxBytes`; the newest stays whatever it takes. */
export async function dropBeyond(db: Db, maxBytes: number): Promise<Dropped> {
  const [total] = await db
    .select({ bytes: sql<string>`coalesce(sum(${eventSegments.sizeBytes}), 0)`.mapWith(Number) })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt));
  const excess = (total?.bytes ?? 0) - maxBytes;
  if (excess <= 0) return NOTHING_DROPPED;
  const ranked = db
    .select({
      id: eventSegments.id,
      olderBytes:
        sql<string>`sum(${eventSegments.sizeBytes}) OVER (ORDER BY ${eventSegments.maxReceivedAtMicros}, ${eventSegments.id}) - ${eventSegments.sizeBytes}`.as(
          "older_bytes",
        ),
    })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt))
    .as("ranked");
  const oldest = db
    .select({ id: ranked.id })
    .from(ranked)
    .where(lt(ranked.olderBytes, String(excess)));
  return drop(db, and(inArray(eventSegments.id, oldest), isNotNewest(db)));
}

function isExpired(db: Db, cutoffMicros: number): SQL | undefined {
  return and(lt(eventSegments.maxReceivedAtMicros, cutoffMicros), isNotNewest(db));
}

function isNotNewest(db: Db): SQL {
  const newest = db
    .select({ id: eventSegments.id })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt))
    .orderBy(desc(eventSegments.maxReceivedAtMicros), asc(eventSegments.id))
    .limit(1);
  return sql`${eventSegments.id} <> (${newest})`;
}

async function drop(db: Db, condition: SQL | undefined): Promise<Dropped> {
  const rows = await db
    .update(eventSegments)
    .set({ deletedAt: sql`now()` })
    .where(condition)
    .returning({ rowCount: eventSegments.rowCount });
  return { pieces: rows.length, events: rows.reduce((sum, row) => sum + row.rowCount, 0) };
}
