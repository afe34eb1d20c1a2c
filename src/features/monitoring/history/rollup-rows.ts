import { and, asc, gte, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { TARGET_STATES } from "../state";
import { checkRollups, checkTargets, stateChanges } from "../tables";
import { dayOf, HOUR_MS, hourOf, hoursBetween } from "./clock-spans";
import { createDamageLog } from "./damage";
import type { CheckedResult } from "./packed-results";
import { packRollups, unpackRollups } from "./packed-rollups";
import { readPacked, type ResultsByTarget } from "./results";
import { addRollups, graceMsOf, latencyOf, rollUp, toEvents, type Rollup, type StateEvent } from "./rollup";

/** Of a target that was deleted before its last results were packed. */
const USUAL_INTERVAL_SECONDS = 60;

/**
 * Rolls up the packed results of an hour of these targets, in the transaction that packed them. A target whose last
 * result before it still held in hours that had none gets those, too.
 */
export async function rollUpHour(
  { tx, log }: { tx: Db; log: Logger },
  { targetIds, startMs }: { targetIds: readonly number[]; startMs: number },
): Promise<void> {
  const intervals = await readIntervals(tx, targetIds);
  const graceOf = (id: number) => graceMsOf(intervals.get(id) ?? USUAL_INTERVAL_SECONDS);
  const longestGraceMs = Math.max(...targetIds.map(graceOf));
  const [from, to] = [new Date(startMs - longestGraceMs), new Date(startMs + HOUR_MS)];
  const results = await readPacked({ db: tx, onDamage: createDamageLog(log) }, { targetIds, from, to });
  const changes = await readChanges(tx, { targetIds, from, to });
  const found = new Map(
    targetIds.map((id) => {
      const own = {
        results: results.get(id) ?? [],
        changes: changes.get(id) ?? [],
        graceMs: graceOf(id),
      };
      return [id, rollUpHours(own, startMs)];
    }),
  );
  await writeHours({ tx, log }, found);
}

type Known = { results: readonly CheckedResult[]; changes: readonly StateEvent[]; graceMs: number };

/** By the beginning of the hour. */
function rollUpHours({ results, changes, graceMs }: Known, startMs: number): Map<number, Rollup> {
  const events = toEvents(results, changes);
  const before = results.findLast(({ at }) => at.getTime() < startMs)?.at.getTime() ?? 0;
  const isHeld = before + graceMs > startMs;
  const hours = hoursBetween(isHeld ? hourOf(before) + HOUR_MS : startMs, startMs);
  return new Map(
    hours.map((fromMs) => [fromMs, rollUp(results, { events, fromMs, toMs: fromMs + HOUR_MS, graceMs })]),
  );
}

async function writeHours(
  { tx, log }: { tx: Db; log: Logger },
  found: ReadonlyMap<number, Map<number, Rollup>>,
): Promise<void> {
  const days = new Set([...found.values()].flatMap((hours) => [...hours.keys()].map(dayOf)));
  for (const day of days) {
    const startsAt = new Date(day);
    const { targetId } = checkRollups;
    const stored = await tx
      .select({ id: targetId, hours: checkRollups.hours })
      .from(checkRollups)
      .where(
        and(inArray(targetId, [...found.keys()]), sql`${checkRollups.startsAt} = ${startsAt.toISOString()}`),
      );
    const known = new Map(stored.map(({ id, hours }) => [id, hours]));
    const rows = [...found].flatMap(([id, hours]) => {
      const own = [...hours].filter(([hour]) => dayOf(hour) === day);
      if (own.length === 0) return [];
      const all = readable({ targetId: id, startsAt, hours: known.get(id) ?? null }, log);
      for (const [hour, rollup] of own) all.set((hour - day) / HOUR_MS, rollup);
      return [toRow({ targetId: id, startsAt }, all)];
    });
    if (rows.length === 0) continue;
    await tx
      .insert(checkRollups)
      .values(rows)
      .onConflictDoUpdate({ target: [targetId, checkRollups.startsAt], set: OVERWRITTEN });
  }
}

type StoredHours = { targetId: number; startsAt: Date; hours: Uint8Array | null };

/** Damaged roll-ups cannot be read by anybody; they must not hold up what can. */
function readable({ targetId, startsAt, hours }: StoredHours, log: Logger): Map<number, Rollup> {
  try {
    return hours === null ? new Map() : unpackRollups(hours);
  } catch (error) {
    log.error({ err: error, targetId, startsAt }, "stored roll-ups of checks are damaged and are given up");
    return new Map();
  }
}

const excluded = (column: string) => sql.raw(`excluded.${column}`);

const OVERWRITTEN = {
  upMs: excluded("up_ms"),
  downMs: excluded("down_ms"),
  unknownMs: excluded("unknown_ms"),
  unreachableMs: excluded("unreachable_ms"),
  maintenanceMs: excluded("maintenance_ms"),
  pausedMs: excluded("paused_ms"),
  checks: excluded("checks"),
  up: excluded("up"),
  down: excluded("down"),
  healthy: excluded("healthy"),
  latencyCount: excluded("latency_count"),
  latencySumMs: excluded("latency_sum_ms"),
  latencyMinMs: excluded("latency_min_ms"),
  latencyMaxMs: excluded("latency_max_ms"),
  latencyP50Ms: excluded("latency_p50_ms"),
  latencyP95Ms: excluded("latency_p95_ms"),
  hours: excluded("hours"),
};

export function toRow(
  key: { targetId: number; startsAt: Date },
  hours: ReadonlyMap<number, Rollup>,
): typeof checkRollups.$inferInsert {
  const { stateMs, latency, ...counts } = addRollups([...hours.values()]);
  return {
    ...key,
    ...counts,
    upMs: stateMs.up,
    downMs: stateMs.down,
    unknownMs: stateMs.unknown,
    unreachableMs: stateMs.unreachable,
    maintenanceMs: stateMs.maintenance,
    pausedMs: stateMs.paused,
    latencyCount: latency?.count ?? 0,
    latencySumMs: latency?.sumMs ?? 0,
    latencyMinMs: latency?.minMs ?? null,
    latencyMaxMs: latency?.maxMs ?? null,
    latencyP50Ms: null,
    latencyP95Ms: null,
    hours: packRollups(hours),
  };
}

/** Gives days that are over the percentiles of all their results. */
export async function rollUpDay(
  tx: Db,
  { results, startMs }: { results: ResultsByTarget; startMs: number },
): Promise<void> {
  const found = [...results].flatMap(([id, own]) => {
    const latency = latencyOf(own.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs])));
    return latency === null ? [] : [{ id, p50: latency.p50Ms, p95: latency.p95Ms }];
  });
  await tx.execute(sql`
    UPDATE check_rollups SET latency_p50_ms = p50, latency_p95_ms = p95
    FROM jsonb_to_recordset(${JSON.stringify(found)}::text::jsonb) AS found(id bigint, p50 real, p95 real)
    WHERE target_id = found.id AND starts_at = ${new Date(startMs).toISOString()}`);
}

/** Intervals in seconds, by target. */
async function readIntervals(db: Db, targetIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: checkTargets.id, seconds: checkTargets.intervalSeconds })
    .from(checkTargets)
    .where(inArray(checkTargets.id, [...targetIds]));
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}

const Changes = z.array(z.object({ id: z.number(), at_ms: z.number(), state: z.enum(TARGET_STATES) }));

/** Changes of state by target in that time, oldest first, after the last one before it. */
export async function readChanges(
  db: Db,
  { targetIds, from, to }: { targetIds: readonly number[]; from: Date; to: Date },
): Promise<Map<number, StateEvent[]>> {
  const last = await db.execute(sql`
    SELECT id::float8 AS id, (extract(epoch FROM at) * 1000)::float8 AS at_ms, state
    FROM jsonb_array_elements_text(${JSON.stringify(targetIds)}::text::jsonb) AS given(value)
    CROSS JOIN LATERAL (SELECT value::bigint AS id) AS target
    CROSS JOIN LATERAL (SELECT at, state FROM state_changes
      WHERE target_id = target.id AND at < ${from.toISOString()} ORDER BY at DESC, id DESC LIMIT 1) AS before`);
  const { targetId, at, state } = stateChanges;
  const during = await db
    .select({ id: targetId, at, state })
    .from(stateChanges)
    .where(and(inArray(targetId, [...targetIds]), gte(at, from), lt(at, to)))
    .orderBy(asc(at), asc(stateChanges.id));
  const all = Changes.parse([
    ...last,
    ...during.map((change) => ({ ...change, at_ms: change.at.getTime() })),
  ]);
  const byTarget = Map.groupBy(all, ({ id }) => id);
  return new Map(
    [...byTarget].map(([id, own]) => [
      id,
      own.map(({ at_ms: atMs, state: then }) => ({ atMs, state: then })),
    ]),
  );
}
