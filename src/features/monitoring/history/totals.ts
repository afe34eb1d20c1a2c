import { and, getTableColumns, gte, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { anyOf } from "#platform/any-of";
import { checkRollups } from "../tables";
import { DAY_MS, dayOf, HOUR_MS, hourOf } from "./clock-spans";
import { readPast, type HistoryReader, type OnDamage } from "./damage";
import { unpackRollups } from "./packed-rollups";
import { addRollups, noTime, type Rollup } from "./rollup";

/** Since the beginning of the hour that `from` is in. `targetIds` undefined: of every target of that kind. */
export type TotalsAsked = { now: Date; fromMs: readonly number[] } & (
  { targetIds: readonly number[] } | { kind: string }
);

/** Roll-ups are added up in pieces, so that others get their turn. */
const AT_ONCE = 200;

/**
 * What each target came to since each of these moments, in their order, by target: roll-ups of the hours that are over,
 * and results that are not packed yet. Moments are those of the hours that they are in. Hours that are damaged are
 * told, and left out.
 */
export async function readTotals(
  { db, onDamage }: HistoryReader,
  asked: TotalsAsked,
): Promise<Map<number, Rollup[]>> {
  const froms = asked.fromMs.map(hourOf);
  const earliest = Math.min(...froms);
  const fresh = await readFresh(db, asked, earliest);
  const { startsAt } = checkRollups;
  const rows = await db
    .select()
    .from(checkRollups)
    .where(and(gte(startsAt, new Date(dayOf(earliest))), whose(asked)));
  const byTarget = Map.groupBy(rows, (row) => row.targetId);
  const totals = new Map<number, Rollup[]>();
  for (const id of new Set([...byTarget.keys(), ...fresh.keys()])) {
    const days = byTarget.get(id) ?? [];
    const own = fresh.get(id) ?? [];
    totals.set(
      id,
      froms.map((from) =>
        addRollups([...days.flatMap((day) => since(day, from, onDamage)), ...freshSince(own, from)]),
      ),
    );
    if (totals.size % AT_ONCE === 0) await Bun.sleep(0);
  }
  return totals;
}

/** What each target's days (UTC) came to since the one that `fromMs` is in, by target and by the day's beginning. */
export async function readDays(
  db: Db,
  asked: { targetIds: readonly number[]; now: Date; fromMs: number },
): Promise<Map<number, Map<number, Rollup>>> {
  const fromMs = dayOf(asked.fromMs);
  const wanted = { ...asked, fromMs: [fromMs] };
  const fresh = await readFresh(db, wanted, fromMs);
  const { startsAt } = checkRollups;
  // Their hours are the greater part of the rows, and nobody asks for them here.
  const { hours: _, ...columns } = getTableColumns(checkRollups);
  const rows = await db
    .select(columns)
    .from(checkRollups)
    .where(and(gte(startsAt, new Date(fromMs)), whose(wanted)));
  const days = new Map<number, Map<number, Rollup>>();
  const add = (targetId: number, startMs: number, rollup: Rollup) => {
    const own = days.get(targetId) ?? new Map<number, Rollup>();
    const before = own.get(startMs);
    own.set(startMs, before === undefined ? rollup : addRollups([before, rollup]));
    days.set(targetId, own);
  };
  for (const row of rows) add(row.targetId, row.startsAt.getTime(), toRollup(row));
  for (const [targetId, hours] of fresh)
    for (const { startMs, rollup } of hours) add(targetId, dayOf(startMs), rollup);
  return days;
}

function whose(asked: TotalsAsked): SQL {
  if ("kind" in asked) return sql`target_id IN (SELECT id FROM check_targets WHERE kind = ${asked.kind})`;
  return sql`target_id = ${anyOf(asked.targetIds)}`;
}

type FreshHour = { startMs: number; rollup: Rollup };

function freshSince(hours: readonly FreshHour[], fromMs: number): Rollup[] {
  return hours.filter(({ startMs }) => startMs >= fromMs).map(({ rollup }) => rollup);
}

type RollupRow = typeof checkRollups.$inferSelect;

/** What a day came to from that moment on: the whole of it, or its hours. */
function since(row: RollupRow, fromMs: number, onDamage: OnDamage): Rollup[] {
  const startMs = row.startsAt.getTime();
  if (fromMs <= startMs) return [toRollup(row)];
  if (fromMs >= startMs + DAY_MS) return [];
  return [...readHourRollups(row, onDamage)]
    .filter(([hour]) => startMs + hour * HOUR_MS >= fromMs)
    .map(([, rollup]) => rollup);
}

/** What the hours of a day came to, by the hour; none where that was too long ago, or is damaged, which is told. */
export function readHourRollups(
  { targetId, startsAt, hours }: Pick<RollupRow, "targetId" | "startsAt" | "hours">,
  onDamage: OnDamage,
): ReadonlyMap<number, Rollup> {
  const none = new Map<number, Rollup>();
  if (hours === null) return none;
  const read = readPast(
    () => unpackRollups(hours),
    (error) => onDamage({ what: "roll-ups", targetId, startsAt, lengthMs: DAY_MS, error }),
  );
  return read ?? none;
}

export function toRollup(row: Omit<RollupRow, "hours">): Rollup {
  const { checks, up, down, healthy, latencyCount: count } = row;
  return {
    stateMs: {
      up: row.upMs,
      down: row.downMs,
      unknown: row.unknownMs,
      unreachable: row.unreachableMs,
      maintenance: row.maintenanceMs,
      paused: row.pausedMs,
    },
    checks,
    up,
    down,
    healthy,
    latency:
      count === 0
        ? null
        : {
            count,
            sumMs: row.latencySumMs,
            minMs: row.latencyMinMs ?? 0,
            maxMs: row.latencyMaxMs ?? 0,
            p50Ms: row.latencyP50Ms,
            p95Ms: row.latencyP95Ms,
          },
  };
}

const count = z.number();
const Fresh = z.array(
  z.object({
    id: count,
    start_ms: count,
    up_ms: count,
    down_ms: count,
    unknown_ms: count,
    unreachable_ms: count,
    maintenance_ms: count,
    paused_ms: count,
    checks: count,
    up: count,
    down: count,
    healthy: count,
    latency_count: count,
    latency_sum_ms: count,
    latency_min_ms: count,
    latency_max_ms: count,
  }),
);

/**
 * Results that are not packed yet by the hour, in one statement however many there are. Before the first of a target
 * its state was the same, for as long as a result holds; as for the rest, the rules are those of `rollUp`.
 */
async function readFresh(db: Db, asked: TotalsAsked, fromMs: number): Promise<Map<number, FreshHour[]>> {
  const lasted = (state: string) => sql`coalesce(sum(lasted) FILTER (WHERE state = ${state}), 0)::float8`;
  const counted = (condition: SQL) => sql`(count(*) FILTER (WHERE ${condition}))::float8`;
  const rows = await db.execute(sql`
    WITH results AS (
      SELECT * FROM check_results
      WHERE at >= ${new Date(fromMs).toISOString()} AND ${whose(asked)}),
    first AS (SELECT target_id, min(at) AS at FROM results GROUP BY target_id),
    events AS (
      SELECT target_id, at, state, raw_status, is_healthy, latency_ms, true AS is_result FROM results
      UNION ALL
      SELECT c.target_id, c.at, c.state, NULL, NULL, NULL, false
      FROM first f JOIN state_changes c ON c.target_id = f.target_id AND c.at >= date_trunc('hour', f.at)),
    placed AS (
      SELECT e.*, make_interval(secs => 2 * t.interval_seconds + 30) AS grace, lead(e.at) OVER course AS next_at,
        row_number() OVER course = 1 AND is_result AS is_first
      FROM events e JOIN check_targets t ON t.id = e.target_id
      WINDOW course AS (PARTITION BY e.target_id ORDER BY e.at, is_result DESC)),
    spans AS (
      SELECT *, greatest(0, 1000 * extract(epoch FROM
          least(next_at, ${asked.now.toISOString()}::timestamptz, CASE WHEN state NOT IN ('maintenance', 'paused') THEN at + grace END)
          - CASE WHEN is_first THEN greatest(date_trunc('hour', at), at - grace) ELSE at END)) AS lasted
      FROM placed)
    SELECT target_id::float8 AS id, (extract(epoch FROM date_trunc('hour', at)) * 1000)::float8 AS start_ms, ${lasted("up")} AS up_ms, ${lasted("down")} AS down_ms, ${lasted("unknown")} AS unknown_ms,
      ${lasted("unreachable")} AS unreachable_ms, ${lasted("maintenance")} AS maintenance_ms, ${lasted("paused")} AS paused_ms,
      ${counted(sql`is_result`)} AS checks, ${counted(sql`raw_status = 'up'`)} AS up, ${counted(sql`raw_status = 'down'`)} AS down,
      ${counted(sql`is_result AND coalesce(is_healthy, raw_status = 'up')`)} AS healthy,
      count(latency_ms)::float8 AS latency_count, coalesce(sum(latency_ms), 0)::float8 AS latency_sum_ms,
      coalesce(min(latency_ms), 0)::float8 AS latency_min_ms, coalesce(max(latency_ms), 0)::float8 AS latency_max_ms
    FROM spans GROUP BY target_id, date_trunc('hour', at)`);
  const byTarget = Map.groupBy(Fresh.parse([...rows]), ({ id }) => id);
  return new Map(
    [...byTarget].map(([id, own]) => [
      id,
      own.map((row) => ({ startMs: row.start_ms, rollup: fromFresh(row) })),
    ]),
  );
}

function fromFresh(row: z.infer<typeof Fresh>[number]): Rollup {
  const { checks, up, down, healthy, latency_count: latencies } = row;
  return {
    stateMs: {
      ...noTime(),
      up: row.up_ms,
      down: row.down_ms,
      unknown: row.unknown_ms,
      unreachable: row.unreachable_ms,
      maintenance: row.maintenance_ms,
      paused: row.paused_ms,
    },
    checks,
    up,
    down,
    healthy,
    latency:
      latencies === 0
        ? null
        : {
            count: latencies,
            sumMs: row.latency_sum_ms,
            minMs: row.latency_min_ms,
            maxMs: row.latency_max_ms,
            p50Ms: null,
            p95Ms: null,
          },
  };
}
