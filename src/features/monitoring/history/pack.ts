import { and, asc, between, gte, inArray, lt, min, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { checkResults, resultDays, resultHours } from "../tables";
import { DAY_MS, dayOf, HOUR_MS, hourOf } from "./clock-spans";
import { packResults, unpackResults, type CheckedResult } from "./packed-results";
import { groupResults, mergeResults } from "./results";
import { rollUpDay, rollUpHour } from "./rollup-rows";

export type PackContext = {
  db: Db;
  log: Logger;
  /** The database's. */
  now: Date;
  signal: AbortSignal;
};

/** Any number; of who packs. */
const LOCK = 7_101_945;
/** Results that come later than that after their hour are packed together with those that are packed already. */
const SETTLED_MS = 2 * 60_000;
/** Likewise for days. */
const DAY_SETTLED_MS = 2 * HOUR_MS;
/**
 * In one transaction: 3,000 results where each is asked once a minute. More at a time would hold up other work of this
 * process.
 */
const TARGETS_OF_HOUR = 50;
/** Their days have 24 times as many. */
const TARGETS_OF_DAY = 2;

/**
 * Packs the results of hours that are over, one row for each target and hour, and rolls them up. Each step is one
 * transaction: whatever ends it in the middle, a result is in exactly one place.
 */
export async function packHours(context: PackContext): Promise<void> {
  const { db, now, signal } = context;
  const running = hourOf(now.getTime() - SETTLED_MS);
  while (!signal.aborted) {
    const [oldest] = await db
      .select({ at: min(checkResults.at) })
      .from(checkResults)
      .where(lt(checkResults.at, new Date(running)));
    const at = oldest?.at ?? null;
    if (at === null) return;
    const startMs = hourOf(at.getTime());
    await inSteps(signal, (after) => packHour(context, { startMs, after }));
  }
}

/** Packs the hours of days that are over into one row for each target and day. */
export async function packDays(context: PackContext): Promise<void> {
  const { db, now, signal } = context;
  const running = dayOf(now.getTime() - DAY_SETTLED_MS);
  while (!signal.aborted) {
    const [oldest] = await db.select({ at: min(resultHours.startsAt) }).from(resultHours);
    const at = oldest?.at ?? null;
    if (at === null || at.getTime() >= running) return;
    const startMs = dayOf(at.getTime());
    await inSteps(signal, (after) => packDay(context, { startMs, after }));
  }
}

/** Runs steps from target to target until one finds none. */
async function inSteps(
  signal: AbortSignal,
  step: (after: number) => Promise<number | undefined>,
): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) after = await step(after);
}

type Step = {
  startMs: number;
  /** Targets up to this one are done. */
  after: number;
};

/** Gives the last target that it packed; undefined: there is none left. */
function packHour({ db, log }: PackContext, { startMs, after }: Step): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await onlyOne(tx);
    const { targetId, at } = checkResults;
    const isInHour = and(gte(at, new Date(startMs)), lt(at, new Date(startMs + HOUR_MS)));
    const next = await tx
      .selectDistinct({ id: targetId })
      .from(checkResults)
      .where(and(sql`${targetId} > ${after}`, isInHour))
      .orderBy(asc(targetId))
      .limit(TARGETS_OF_HOUR);
    const ids = next.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const fresh = groupResults(
      await tx
        .delete(checkResults)
        .where(and(between(targetId, first, last), isInHour))
        .returning(),
    );
    const startsAt = new Date(startMs);
    const stored = await tx
      .select()
      .from(resultHours)
      .where(
        and(
          inArray(resultHours.targetId, [...fresh.keys()]),
          sql`${resultHours.startsAt} = ${startsAt.toISOString()}`,
        ),
      );
    const known = new Map(stored.map((row) => [row.targetId, readable(row, log)]));
    const merged = [...fresh].map(([id, results]) => ({
      targetId: id,
      startsAt,
      results: packResults(mergeResults(known.get(id) ?? [], results)),
    }));
    await tx
      .insert(resultHours)
      .values(merged)
      .onConflictDoUpdate({
        target: [resultHours.targetId, resultHours.startsAt],
        set: { results: sql`excluded.results` },
      });
    await rollUpHour({ tx, log }, { targetIds: [...fresh.keys()], startMs });
    return last;
  });
}

/** Gives the last target that it packed; undefined: there is none left. */
function packDay({ db, log }: PackContext, { startMs, after }: Step): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await onlyOne(tx);
    const { targetId, startsAt } = resultHours;
    const isInDay = and(gte(startsAt, new Date(startMs)), lt(startsAt, new Date(startMs + DAY_MS)));
    const next = await tx
      .selectDistinct({ id: targetId })
      .from(resultHours)
      .where(and(sql`${targetId} > ${after}`, isInDay))
      .orderBy(asc(targetId))
      .limit(TARGETS_OF_DAY);
    const ids = next.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const day = new Date(startMs);
    const hours = await tx
      .delete(resultHours)
      .where(and(inArray(targetId, ids), isInDay))
      .returning();
    const days = await tx
      .select()
      .from(resultDays)
      .where(and(inArray(resultDays.targetId, ids), sql`${resultDays.startsAt} = ${day.toISOString()}`));
    const merged = new Map<number, CheckedResult[]>();
    // What is stored is in the order of time, so that hour after hour is added at the end.
    for (const row of [
      ...days,
      ...hours.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime()),
    ])
      merged.set(row.targetId, mergeResults(merged.get(row.targetId) ?? [], readable(row, log)));
    await tx
      .insert(resultDays)
      .values(
        [...merged].map(([id, results]) => ({ targetId: id, startsAt: day, results: packResults(results) })),
      )
      .onConflictDoUpdate({
        target: [resultDays.targetId, resultDays.startsAt],
        set: { results: sql`excluded.results` },
      });
    await rollUpDay(tx, { results: merged, startMs });
    return ids.at(-1);
  });
}

/** Waits until no other process packs; until the transaction ends. */
async function onlyOne(tx: Db): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

type PackedRow = { targetId: number; startsAt: Date; results: Uint8Array };

/** Damaged rows cannot be read by anybody; they must not hold up what can. */
function readable({ targetId, startsAt, results }: PackedRow, log: Logger): CheckedResult[] {
  try {
    return unpackResults(results);
  } catch (error) {
    log.error({ err: error, targetId, startsAt }, "stored results of checks are damaged and are given up");
    return [];
  }
}
