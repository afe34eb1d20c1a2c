import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { namedTargets, targetName } from "#features/monitoring";
import type { Db } from "#platform/database";
import { checkRollups, checkTargets, incidents } from "#tables/monitoring";
import type { Availability, Outages } from "../data";
import type { Period } from "../period";

const MAX_WORST = 15;
const MAX_OUTAGES = 30;

const DAY_MS = 86_400_000;
const count = z.number();

/** The days that the period touches: roll-ups are kept by the day. */
function daysOf({ from, to }: Period) {
  const start = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS).toISOString();
  return sql`${checkRollups.startsAt} >= ${start}::timestamptz AND ${checkRollups.startsAt} < ${to.toISOString()}::timestamptz`;
}

/** Uptime by the roll-ups of whole hours: what was seen since the last full hour is not in them yet. */
export async function collectAvailability(db: Db, period: Period): Promise<Availability> {
  const days = await readDays(db, period);
  const sum = (field: "upMs" | "downMs") => days.reduce((total, day) => total + day[field], 0);
  return { upMs: sum("upMs"), downMs: sum("downMs"), days, ...(await readTargets(db, period)) };
}

/** What was found outlives what is deleted, for a while. */
function isWatched(targetId: PgColumn) {
  return sql`${targetId} IN (SELECT id FROM ${checkTargets})`;
}

const Day = z.object({ startMs: count, upMs: count, downMs: count });

async function readDays(db: Db, period: Period): Promise<Availability["days"]> {
  const rows = await db.execute(sql`
    SELECT (extract(epoch FROM ${checkRollups.startsAt}) * 1000)::float8 AS "startMs",
      sum(${checkRollups.upMs})::float8 AS "upMs", sum(${checkRollups.downMs})::float8 AS "downMs"
    FROM ${checkRollups} WHERE ${daysOf(period)} AND ${isWatched(checkRollups.targetId)} GROUP BY ${checkRollups.startsAt} ORDER BY 1`);
  return z.array(Day).parse([...rows]);
}

const Targets = z.object({
  targets: count,
  total: count,
  rows: z.array(z.object({ name: z.string(), kind: z.string(), upMs: count, downMs: count, outages: count })),
});

/**
 * How many were watched, and which of them lost the most: in one statement, as the roll-ups of a great network are
 * many.
 */
async function readTargets(db: Db, period: Period): Promise<Pick<Availability, "targets" | "worst">> {
  const [found] = await db.execute(sql`
    WITH sums AS MATERIALIZED (
      SELECT ${checkRollups.targetId} AS id, sum(${checkRollups.upMs})::float8 AS up_ms, sum(${checkRollups.downMs})::float8 AS down_ms
      FROM ${checkRollups} WHERE ${daysOf(period)} AND ${isWatched(checkRollups.targetId)} GROUP BY 1),
    worst AS (SELECT * FROM sums WHERE down_ms > 0 ORDER BY down_ms DESC, id LIMIT ${MAX_WORST}),
    named AS (
      SELECT ${targetName} AS name, ${checkTargets.kind} AS kind, worst.up_ms AS "upMs", worst.down_ms AS "downMs",
        (SELECT count(*) FROM ${incidents} WHERE ${incidents.targetId} = worst.id AND ${within(period)}) AS outages
      FROM worst JOIN (${namedTargets}) ON ${checkTargets.id} = worst.id
      ORDER BY worst.down_ms DESC, worst.id)
    SELECT (SELECT count(*)::int FROM sums WHERE up_ms + down_ms > 0) AS targets,
      (SELECT count(*)::int FROM sums WHERE down_ms > 0) AS total,
      (SELECT coalesce(json_agg(named), '[]') FROM named) AS rows`);
  const { targets, ...worst } = Targets.parse(found);
  return { targets, worst };
}

/** Those that lasted at some time of the period. */
function within({ from, to }: Period) {
  return sql`${incidents.startedAt} < ${to.toISOString()}::timestamptz
    AND coalesce(${incidents.endedAt}, 'infinity') > ${from.toISOString()}::timestamptz`;
}

const Outage = z.object({
  name: z.string(),
  startedMs: count,
  endedMs: count.nullable(),
  lastedMs: count,
  cause: z.string().nullable(),
});
const Totals = z.object({ total: count, open: count, lostMs: count });

/** What was down within the period, the longest first, and what the check said. */
export async function collectOutages(db: Db, period: Period): Promise<Outages> {
  const from = period.from.toISOString();
  const to = period.to.toISOString();
  const ms = (moment: ReturnType<typeof sql>) => sql`(extract(epoch FROM ${moment}) * 1000)::float8`;
  const lasted = ms(
    sql`(least(coalesce(${incidents.endedAt}, ${to}::timestamptz), ${to}::timestamptz) - greatest(${incidents.startedAt}, ${from}::timestamptz))`,
  );
  const [[totals], rows] = await Promise.all([
    db.execute(sql`
      SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${incidents.endedAt} IS NULL))::int AS open,
        coalesce(sum(${lasted}), 0)::float8 AS "lostMs"
      FROM ${incidents} WHERE ${within(period)} AND ${isWatched(incidents.targetId)}`),
    db.execute(sql`
      SELECT ${targetName} AS name, ${ms(sql`${incidents.startedAt}`)} AS "startedMs", ${ms(sql`${incidents.endedAt}`)} AS "endedMs",
        ${lasted} AS "lastedMs", ${incidents.error} AS cause
      FROM ${incidents} JOIN (${namedTargets}) ON ${checkTargets.id} = ${incidents.targetId}
      WHERE ${within(period)} ORDER BY "lastedMs" DESC, ${incidents.id} LIMIT ${MAX_OUTAGES}`),
  ]);
  return { ...Totals.parse(totals), rows: z.array(Outage).parse([...rows]) };
}
