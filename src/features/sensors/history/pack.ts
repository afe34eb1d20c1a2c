import { and, asc, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { sensorHourDays, sensorReadingDays, sensorReadings } from "../tables";
import { DAY_MS, HOUR_MS, packHours, rollUpHours, startOf } from "./packed-hours";
import { mergeReadings, packReadings, unpackReadings, type StoredReading } from "./packed-readings";

export type PackContext = {
  db: Db;
  log: Logger;
  /** The database's. */
  now: Date;
  signal: AbortSignal;
};

/** Any number; of who packs. */
const LOCK = 7_101_948;
/** Sparklines are of what is not packed: it is the running hour and at least so much before it. */
const UNPACKED_MS = HOUR_MS;
/** In one transaction: a thousand values or a few. More at a time would hold up other work of this process. */
const SENSORS_AT_ONCE = 100;

/**
 * Moves the values of hours that are over into the packed day of their sensor, and rolls up its hours. Each step is one
 * transaction: whatever ends it in the middle, a value is in exactly one place.
 */
export async function packSensorReadings(context: PackContext): Promise<void> {
  const { now, signal } = context;
  const before = new Date(startOf(now.getTime() - UNPACKED_MS, HOUR_MS));
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) after = await packNext(context, { before, after });
}

/** Gives the last sensor that it packed; undefined: there is none left. */
async function packNext(
  { db, log }: PackContext,
  { before, after }: { before: Date; after: number },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    const { sensorId, at } = sensorReadings;
    const next = await tx
      .selectDistinct({ id: sensorId })
      .from(sensorReadings)
      .where(and(sql`${sensorId} > ${after}`, lt(at, before)))
      .orderBy(asc(sensorId))
      .limit(SENSORS_AT_ONCE);
    const ids = next.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const fresh = await tx
      .delete(sensorReadings)
      .where(and(inArray(sensorId, ids), lt(at, before)))
      .returning();
    const days = Map.groupBy(fresh, (row) => startOf(row.at.getTime(), DAY_MS));
    for (const [startMs, rows] of days) await addToDay({ db: tx, log }, new Date(startMs), rows);
    return ids.at(-1);
  });
}

type FreshRow = typeof sensorReadings.$inferSelect;

async function addToDay(
  { db, log }: Pick<PackContext, "db" | "log">,
  startsAt: Date,
  rows: readonly FreshRow[],
): Promise<void> {
  const fresh = Map.groupBy(rows, ({ sensorId }) => sensorId);
  const stored = await db
    .select()
    .from(sensorReadingDays)
    .where(
      and(
        inArray(sensorReadingDays.sensorId, [...fresh.keys()]),
        sql`${sensorReadingDays.startsAt} = ${startsAt.toISOString()}`,
      ),
    );
  const known = new Map(stored.map((row) => [row.sensorId, readable(row, log)]));
  const merged = [...fresh].map(([sensorId, own]) => {
    const added = own.map(({ at, value }) => ({ at: at.getTime(), value }));
    return { sensorId, readings: mergeReadings(known.get(sensorId) ?? [], added) };
  });
  await db
    .insert(sensorReadingDays)
    .values(
      merged.map(({ sensorId, readings }) => ({ sensorId, startsAt, readings: packReadings(readings) })),
    )
    .onConflictDoUpdate({
      target: [sensorReadingDays.sensorId, sensorReadingDays.startsAt],
      set: { readings: sql`excluded.readings` },
    });
  await db
    .insert(sensorHourDays)
    .values(
      merged.map(({ sensorId, readings }) => ({
        sensorId,
        startsAt,
        hours: packHours(rollUpHours(readings)),
      })),
    )
    .onConflictDoUpdate({
      target: [sensorHourDays.sensorId, sensorHourDays.startsAt],
      set: { hours: sql`excluded.hours` },
    });
}

/** Damaged rows cannot be read by anybody; they must not hold up what can. */
function readable(
  { sensorId, startsAt, readings }: typeof sensorReadingDays.$inferSelect,
  log: Logger,
): StoredReading[] {
  try {
    return unpackReadings(readings);
  } catch (error) {
    log.error({ err: error, sensorId, startsAt }, "stored values of a sensor are damaged and are given up");
    return [];
  }
}
