import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { watchedAt } from "#features/topology";
import type { Db } from "#platform/database";
import type { Poller } from "../poller";
import { snmpPolls } from "../tables";

export type Interval = { poller: string; seconds: number | null };

/** How often each poller asks, as settings are now. One after the other: they need one connection, and not one each. */
export async function readIntervals(pollers: readonly Poller[]): Promise<Interval[]> {
  const intervals: Interval[] = [];
  for (const { name, everySeconds } of pollers)
    intervals.push({ poller: name, seconds: await everySeconds() });
  return intervals;
}

/**
 * Gives every device that is to be polled a time of its own within each poller's interval, unless it has one that is
 * near enough, and takes it from those that are to be polled no more. Pollers of one interval ask a device at the same
 * time, so that it is asked in one turn.
 */
export async function planPolls(db: Db, intervals: readonly Interval[]): Promise<void> {
  const running = intervals.flatMap(({ poller, seconds }) => (seconds === null ? [] : [{ poller, seconds }]));
  const shortest = Math.min(...running.map(({ seconds }) => seconds));
  for (const interval of running) await plan(db, { ...interval, shortest });
  const off = intervals.flatMap(({ poller, seconds }) => (seconds === null ? [poller] : []));
  await db
    .update(snmpPolls)
    .set({ dueAt: null })
    .where(and(isNotNull(snmpPolls.dueAt), inArray(snmpPolls.poller, off)));
  await db.execute(sql`
    UPDATE ${snmpPolls} SET due_at = NULL WHERE due_at IS NOT NULL AND device_id NOT IN (SELECT id FROM devices WHERE ${IS_POLLED})`);
}

/** Who was given a profile was given it in order to be read. */
export const IS_POLLED = sql`
  snmp_profile_id IS NOT NULL AND ${watchedAt} IS NOT NULL AND lifecycle = 'active' AND NOT monitoring_paused`;

type Planned = { poller: string; seconds: number; shortest: number };

/**
 * The bits of a hash of the device's id spread the devices over the interval: the lower over the shortest one, the
 * upper over its multiples.
 */
async function plan(db: Db, { poller, seconds, shortest }: Planned): Promise<void> {
  const multiples = Math.max(1, Math.floor(seconds / shortest));
  await db.execute(sql`
    INSERT INTO ${snmpPolls} AS poll (device_id, poller, due_at)
    SELECT id, ${poller}, now() + make_interval(secs =>
      ${shortest}::float8 * ((hashint8(id) & 65535) / 65536.0 + ((hashint8(id) >> 16) & 32767) % ${multiples}::int))
    FROM devices WHERE ${IS_POLLED} AND NOT EXISTS (
      SELECT 1 FROM ${snmpPolls} known WHERE known.device_id = devices.id AND known.poller = ${poller}
        AND known.due_at <= now() + make_interval(secs => 2 * ${seconds}::float8))
    ORDER BY id
    ON CONFLICT (device_id, poller) DO UPDATE SET due_at = excluded.due_at`);
}

export type Ended = { id: number; token: number; seconds: number | null; error: string | null };

/**
 * Notes what came of a poll, unless another process has claimed it since, and when the next is due: a whole number of
 * intervals after this one was, so that devices stay spread; one that was asked too early keeps its time where that is
 * not soon.
 */
export async function noteEnded(db: Db, { id, token, seconds, error }: Ended): Promise<void> {
  await db
    .update(snmpPolls)
    .set({ dueAt: nextDueAt(seconds), leasedUntil: null, polledAt: sql`now()`, error })
    .where(and(eq(snmpPolls.id, id), eq(snmpPolls.claimToken, token)));
}

/** The same for a device that rests: it was not asked. */
export async function notePassedOver(db: Db, { id, token, seconds }: Omit<Ended, "error">): Promise<void> {
  await db
    .update(snmpPolls)
    .set({ dueAt: nextDueAt(seconds), leasedUntil: null })
    .where(and(eq(snmpPolls.id, id), eq(snmpPolls.claimToken, token)));
}

/** Of an interval, before which a poll counts as the one that is due then. */
const NEAR = 0.25;

function nextDueAt(seconds: number | null) {
  if (seconds === null) return null;
  const lateIntervals = sql`extract(epoch FROM now() - due_at)::float8 / ${seconds}::float8`;
  return sql`due_at + make_interval(secs => ${seconds}::float8 * greatest(0, ceil(${lateIntervals} + ${NEAR})))`;
}
