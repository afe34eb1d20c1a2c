import { eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { watchedAt } from "#features/topology";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import {
  compareNaturally,
  cutPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { deviceNameOf, devices } from "#tables/topology";
import type { LldpSchedule, LldpSource } from "../models";
import { lldpNeighbours, lldpSchedule, lldpSources } from "../tables";

type Context = { db: Db; actor: Actor };

/** How often all devices with a profile are asked by themselves. */
export async function readSchedule({ db }: { db: Db }): Promise<LldpSchedule> {
  const [row] = await db.select().from(lldpSchedule);
  return { interval_minutes: row?.intervalMinutes ?? null };
}

/** Sets that. First scans are spread over the interval; without one, those that wait are dropped. */
export async function updateSchedule(ctx: Context, given: LldpSchedule): Promise<LldpSchedule> {
  return ctx.db.transaction(async (db) => {
    const before = await readSchedule({ db });
    const { interval_minutes: intervalMinutes } = given;
    await db
      .insert(lldpSchedule)
      .values({ intervalMinutes })
      .onConflictDoUpdate({ target: lldpSchedule.id, set: { intervalMinutes } });
    await db.update(lldpSources).set({ dueAt: null }).where(isNotNull(lldpSources.dueAt));
    await planDevices(db);
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "lldp.schedule_updated", target: "lldp_schedule", ...changesOf(before, given) },
    );
    return given;
  });
}

/** Asks every device with a profile and an address or host name now. Gives their number. */
export async function queueEveryDevice(ctx: Context): Promise<{ queued: number }> {
  return ctx.db.transaction(async (db) => {
    const queued = await plan(db, { dueAt: sql`now()`, keptWithinMinutes: null });
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "lldp.every_device_scanned", detail: `devices=${queued}` },
    );
    return { queued };
  });
}

/**
 * Gives every device with a profile a time of its own within the interval, unless it has one; nothing without an
 * interval.
 */
export async function planDevices(db: Db): Promise<void> {
  const { interval_minutes: minutes } = await readSchedule({ db });
  if (minutes === null) return;
  const dueAt = sql`now() + random() * make_interval(mins => ${minutes})`;
  await plan(db, { dueAt, keptWithinMinutes: minutes });
}

/** `keptWithinMinutes`: what is due within that time keeps it; what is due later is so by a clock that was set back. */
type Plan = { dueAt: SQL; keptWithinMinutes: number | null };

async function plan(db: Db, { dueAt, keptWithinMinutes: minutes }: Plan): Promise<number> {
  const isKept = sql`known.due_at <= now() + make_interval(mins => ${minutes}::int + 1)`;
  // Rows that are to stay are not even locked: others work on them.
  const planned = await db.execute(sql`
    INSERT INTO ${lldpSources} AS source (id, due_at)
    SELECT id, ${dueAt} FROM ${devices} WHERE snmp_profile_id IS NOT NULL AND ${watchedAt} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${lldpSources} known WHERE known.id = devices.id AND ${isKept})
    ORDER BY id
    ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at
    RETURNING source.id`);
  return planned.length;
}

/** When a device is asked the next time after a scan; null: not by itself. */
export const nextDueAt = sql`(
  SELECT now() + make_interval(mins => s.interval_minutes) FROM lldp_schedule s
  JOIN devices d ON d.id = lldp_sources.id AND d.snmp_profile_id IS NOT NULL AND ${watchedAt} IS NOT NULL)`;

const BY_NAME: MemoryOrdering<LldpSource> = {
  name: "LLDP sources",
  keysOfRow: ({ device_name: name, device_id: id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/** Devices that were asked or are to be, by name: all of them or a page. Throws 422 for a bad cursor. */
export async function listSources({ db }: { db: Db }, query: PageQuery): Promise<Page<LldpSource>> {
  return cutPage(await readSources(db), query, BY_NAME);
}

async function readSources(db: Db): Promise<LldpSource[]> {
  const heard = sql<number>`(
    SELECT count(*)::int FROM ${lldpNeighbours} n WHERE n.source_device_id = ${lldpSources.id}
      AND n.last_seen >= coalesce(${lldpSources.completeAt}, '-infinity'))`;
  const rows = await db
    .select({ source: lldpSources, name: deviceNameOf(), heard })
    .from(lldpSources)
    .innerJoin(devices, eq(devices.id, lldpSources.id));
  return rows.map(({ source, name, heard: neighbours }) => ({
    device_id: source.id,
    device_name: name,
    neighbours,
    scanned_at: toTimestamp(source.scannedAt),
    error: source.error,
    notes: source.notes,
    due_at: toTimestamp(source.dueAt),
  }));
}
