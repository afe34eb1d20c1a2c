import { and, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { packResult, RECENT_BYTES } from "../engine/recent";
import type { TargetState } from "../state";
import {
  checkResults,
  checkRollups,
  checkTargets,
  incidents,
  resultDays,
  resultHours,
  stateChanges,
} from "../tables";
import { dayOf, HOUR_MS, hourOf } from "./clock-spans";
import { packResults, type CheckedResult } from "./packed-results";
import type { Rollup } from "./rollup";
import { toRow } from "./rollup-rows";

/** What one target went through before it was watched here. */
export type PastOfTarget = {
  targetId: number;
  /** Oldest first; the first is its beginning. */
  changes: readonly { at: Date; state: TargetState; reason: string | null }[];
  /** Oldest first: of the last hours. */
  results: readonly CheckedResult[];
  /** Of hours, by their beginnings; those that are not over are left out. */
  hours: ReadonlyMap<number, Rollup>;
  incidents: readonly { startedAt: Date; endedAt: Date | null; error: string | null }[];
};

/** Hours and days that have been over for so long are packed. */
const SETTLED_MS = 2 * 60_000;
const DAY_SETTLED_MS = 2 * HOUR_MS;
const RECENT = 50;
/** Rows in one statement. */
const AT_ONCE = 1000;

/** Of these targets those that have a past: whose days before the one of `now` were rolled up. */
export async function targetsWithPast(
  db: Db,
  { targetIds, now }: { targetIds: readonly number[]; now: Date },
): Promise<Set<number>> {
  const { targetId, startsAt } = checkRollups;
  const rows = await db
    .selectDistinct({ id: targetId })
    .from(checkRollups)
    .where(and(inArray(targetId, [...targetIds]), lt(startsAt, new Date(dayOf(now.getTime())))));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores the past of targets up to `now` as the service would have kept it, in one transaction: results and what they
 * came to, packed where their hours are over, changes of state that no rule is asked about, and the targets as the past
 * left them where nothing was found out since.
 */
export async function storePast(db: Db, pasts: readonly PastOfTarget[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTargets(tx, pasts);
    await takeOver(tx, pasts);
    await removeBeginnings(tx, pasts);
    const rows = pasts.map((past) => rowsOf(past, now.getTime()));
    const inserted = <Row>(of: (one: PastRows) => Row[], insert: (some: Row[]) => PromiseLike<unknown>) =>
      insertAll(rows.flatMap(of), insert);
    await inserted(
      ({ days }) => days,
      (some) => tx.insert(resultDays).values(some).onConflictDoNothing(),
    );
    await inserted(
      ({ hours }) => hours,
      (some) => tx.insert(resultHours).values(some).onConflictDoNothing(),
    );
    await inserted(
      ({ fresh }) => fresh,
      (some) => tx.insert(checkResults).values(some).onConflictDoNothing(),
    );
    await inserted(
      ({ rollups }) => rollups,
      (some) => tx.insert(checkRollups).values(some).onConflictDoNothing(),
    );
    await inserted(
      ({ changes }) => changes,
      (some) => tx.insert(stateChanges).values(some),
    );
    await inserted(
      ({ troubles }) => troubles,
      (some) => tx.insert(incidents).values(some).onConflictDoNothing(),
    );
  });
}

async function insertAll<Row>(rows: readonly Row[], insert: (some: Row[]) => PromiseLike<unknown>) {
  for (let start = 0; start < rows.length; start += AT_ONCE) await insert(rows.slice(start, start + AT_ONCE));
}

/** In the order in which the engine locks those that it has results of. */
async function lockTargets(tx: Db, pasts: readonly PastOfTarget[]): Promise<void> {
  const ids = pasts.map(({ targetId }) => targetId);
  await tx
    .select({ id: checkTargets.id })
    .from(checkTargets)
    .where(inArray(checkTargets.id, ids))
    .orderBy(checkTargets.id)
    .for("update");
}

/** What was found out since stays, and the newest results of the past come behind it. */
async function takeOver(tx: Db, pasts: readonly PastOfTarget[]): Promise<void> {
  const given = pasts.flatMap(({ targetId, changes, results }) => {
    const [change, result] = [changes.at(-1), results.at(-1)];
    if (change === undefined || result === undefined) return [];
    const recent = results.slice(-RECENT).toReversed().map(packResult);
    return {
      id: targetId,
      state: change.state,
      since: change.at.toISOString(),
      raw: result.rawStatus,
      at: result.at.toISOString(),
      result: { ...result.details, error: result.error, latencyMs: result.latencyMs },
      recent: Buffer.concat(recent).toString("hex"),
    };
  });
  await tx.execute(sql`
    UPDATE ${checkTargets} t SET
      state = CASE WHEN t.state = 'unknown' THEN given.state ELSE t.state END,
      state_since = CASE WHEN t.state IN ('unknown', given.state) THEN given.since ELSE t.state_since END,
      confirmed = CASE WHEN t.confirmed = 'unknown' THEN given.raw ELSE t.confirmed END,
      raw_status = coalesce(t.raw_status, given.raw),
      raw_since = CASE WHEN coalesce(t.raw_status, given.raw) = given.raw THEN given.since ELSE t.raw_since END,
      checked_at = coalesce(t.checked_at, given.at), result = coalesce(t.result, given.result),
      recent = substring(coalesce(t.recent, ''::bytea) || decode(given.recent, 'hex') FROM 1 FOR ${RECENT_BYTES})
    FROM jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) AS given(
      id bigint, state text, since timestamptz, raw text, at timestamptz, result jsonb, recent text)
    WHERE t.id = given.id`);
}

/** What was noted when somebody began to look is no change any more. */
async function removeBeginnings(tx: Db, pasts: readonly PastOfTarget[]): Promise<void> {
  const given = pasts.map(({ targetId, changes }) => ({ id: targetId, state: changes.at(-1)?.state }));
  await tx.execute(sql`
    DELETE FROM ${stateChanges} old
    USING jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) AS given(id bigint, state text)
    WHERE old.target_id = given.id AND old.state IN ('unknown', given.state)`);
}

type PastRows = ReturnType<typeof rowsOf>;

function rowsOf({ targetId, changes, results, hours, incidents: spans }: PastOfTarget, nowMs: number) {
  const [freshFrom, hoursFrom] = [hourOf(nowMs - SETTLED_MS), dayOf(nowMs - DAY_SETTLED_MS)];
  const between = (fromMs: number, toMs: number) =>
    results.filter(({ at }) => at.getTime() >= fromMs && at.getTime() < toMs);
  const packed = (some: readonly CheckedResult[], startOf: (ms: number) => number) =>
    [...Map.groupBy(some, ({ at }) => startOf(at.getTime()))].map(([startMs, own]) => ({
      targetId,
      startsAt: new Date(startMs),
      results: packResults(own),
    }));
  const over = [...hours].filter(([startMs]) => startMs < freshFrom);
  return {
    days: packed(between(0, hoursFrom), dayOf),
    hours: packed(between(hoursFrom, freshFrom), hourOf),
    fresh: between(freshFrom, nowMs).map((result) => ({ targetId, ...result })),
    rollups: [...Map.groupBy(over, ([startMs]) => dayOf(startMs))].map(([day, own]) =>
      toRow(
        { targetId, startsAt: new Date(day) },
        new Map(own.map(([startMs, rollup]) => [(startMs - day) / HOUR_MS, rollup])),
      ),
    ),
    changes: changes.map((change) => ({ targetId, ...change, isEvaluated: true })),
    troubles: spans.map((span) => ({ targetId, ...span })),
  };
}
