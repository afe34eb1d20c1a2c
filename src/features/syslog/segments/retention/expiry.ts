import { and, asc, desc, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { eventSegments } from "../../tables";

export type Dropped = { segments: number; events: number };

const NOTHING: Dropped = { segments: 0, events: 0 };

/**
 * The share of all live events, 0 to 1, that lie in segments whose last event arrived before the cutoff; without the
 * newest segment.
 */
export async function expiredShare(db: Db, cutoffMicros: number): Promise<number> {
  const total = (rows: SQL) =>
    sql<string>`coalesce(sum(${eventSegments.rowCount}) ${rows}, 0)`.mapWith(Number);
  const [sums] = await db
    .select({ all: total(sql``), expired: total(sql`FILTER (WHERE ${isExpired(db, cutoffMicros)})`) })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt));
  return sums === undefined || sums.all === 0 ? 0 : sums.expired / sums.all;
}

/** Marks segments whose last event arrived before the cutoff, but never the newest. */
export function dropExpired(db: Db, cutoffMicros: number): Promise<Dropped> {
  return drop(db, and(isNull(eventSegments.deletedAt), isExpired(db, cutoffMicros)));
}

/** Marks the oldest segments until the others take no more than `maxBytes`; the newest stays whatever it takes. */
export async function dropBeyond(db: Db, maxBytes: number): Promise<Dropped> {
  const [total] = await db
    .select({ bytes: sql<string>`coalesce(sum(${eventSegments.sizeBytes}), 0)`.mapWith(Number) })
    .from(eventSegments)
    .where(isNull(eventSegments.deletedAt));
  const excess = (total?.bytes ?? 0) - maxBytes;
  if (excess <= 0) return NOTHING;
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
  return { segments: rows.length, events: rows.reduce((sum, row) => sum + row.rowCount, 0) };
}
