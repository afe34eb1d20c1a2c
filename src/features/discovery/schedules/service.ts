import { and, count, desc, eq, ne, sql, type SQL } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { askToCancel } from "#features/operations";
import { requireGroup, requireSite, requireSnmpProfile } from "#features/topology";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { readAffected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { users } from "#tables/users";
import type { JudgeTarget } from "../scans/start";
import { requireEngine, type FindNmap } from "../sweep/nmap/program";
import { discoveryObservations, discoveryPresences, discoveryScans, discoverySchedules } from "../tables";
import {
  SCHEDULE_VERSION,
  scheduleColumns,
  toScheduleRead,
  type DescribedSchedule,
  type DiscoveryScheduleCreate,
  type DiscoveryScheduleRead,
  type DiscoveryScheduleUpdate,
  type ScheduleRow,
} from "./models";
import { afterQuietHours } from "./quiet-hours";

type Context = { db: Db; actor: Actor };

/** What a schedule has to keep to, beside what is stored. */
export type Rules = { judge: JudgeTarget; findNmap: FindNmap };
type Target = { id: number; ifMatch: EntityTags };

const NOT_FOUND = "Schedule not found";
const MINUTE_MS = 60_000;

const NEWEST_FIRST: Ordering<DescribedSchedule> = {
  name: "discovery schedules",
  keys: [{ column: discoverySchedules.id, type: "bigint", of: ({ schedule }) => schedule.id }],
  isDescending: true,
};

/** The schedules, the newest first: all of them or a page. Throws 422 for a bad cursor. */
export async function listSchedules(
  { db }: { db: Db },
  query: PageQuery,
): Promise<Page<DiscoveryScheduleRead>> {
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      selectSchedules(db, after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(discoverySchedules),
  });
  return mapPage(page, toScheduleRead);
}

/** Throws 404. */
export async function getSchedule({ db }: { db: Db }, id: number): Promise<DiscoveryScheduleRead> {
  const [row] = await selectSchedules(db, eq(discoverySchedules.id, id));
  if (row === undefined) throw notFound(NOT_FOUND);
  return toScheduleRead(row);
}

function selectSchedules(db: Db, filter?: SQL) {
  const unresolved = db
    .select({ scheduleId: discoveryObservations.scheduleId, rows: count().as("rows") })
    .from(discoveryObservations)
    .where(ne(discoveryObservations.status, "resolved"))
    .groupBy(discoveryObservations.scheduleId)
    .as("unresolved");
  return db
    .select({
      schedule: discoverySchedules,
      ownerUsername: users.username,
      unresolved: sql<number>`coalesce(${unresolved.rows}, 0)::int`,
      lastResultCount: discoveryScans.resultCount,
      runningScanId: sql<number | null>`(SELECT max(running.id)::float8 FROM discovery_scans running
        WHERE running.schedule_id = ${discoverySchedules.id} AND running.status = 'running')`,
    })
    .from(discoverySchedules)
    .innerJoin(users, eq(users.id, discoverySchedules.ownerUserId))
    .leftJoin(unresolved, eq(unresolved.scheduleId, discoverySchedules.id))
    .leftJoin(discoveryScans, eq(discoveryScans.id, discoverySchedules.lastScanId))
    .where(filter)
    .$dynamic();
}

/**
 * Adds a schedule, whose first run comes after one interval. Throws 400 with what is wrong with the target, 404 for
 * a group, site or profile, 503 for an engine that is not there.
 */
export async function createSchedule(
  ctx: Context,
  input: Rules & { ownerUserId: number; schedule: DiscoveryScheduleCreate },
): Promise<DiscoveryScheduleRead> {
  const { ownerUserId, schedule: given } = input;
  const target = input.judge(given);
  requireEngine(given.engine, input.findNmap);
  const columns = createdColumns(given);
  return ctx.db.transaction(async (db) => {
    await requireReferences(db, given);
    const dueAt = dueAfter(await databaseNow(db), columns);
    const [row] = await db
      .insert(discoverySchedules)
      .values({ ...columns, ownerUserId, target: target.text, dueAt })
      .returning({ id: discoverySchedules.id });
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    const created = await getSchedule({ db }, row.id);
    const action = "discovery.schedule_created";
    await recordAudit(
      { db, actor: ctx.actor },
      { action, target: targetOf(created), detail: created.name, after: kept(created) },
    );
    return created;
  });
}

/** The columns of what people choose; the target as it is given. */
export function createdColumns(given: DiscoveryScheduleCreate) {
  const { quietHours = null, ...columns } = scheduleColumns(given);
  return {
    ...columns,
    name: given.name,
    target: given.target,
    scanType: given.scan_type,
    isEnabled: given.enabled,
    intervalMinutes: given.interval_minutes,
    confirmsLargeScan: given.confirm_large_scan,
    quietHours,
  };
}

async function requireReferences(db: Db, given: DiscoveryScheduleUpdate): Promise<void> {
  const { topology_group_id: groupId } = given;
  if (groupId !== undefined && groupId !== null) await requireGroup(db, groupId);
  await requireSite(db, given.site_id);
  await requireSnmpProfile(db, given.snmp_profile_id);
}

/**
 * Changes what is given; another target, type, interval or state gives the next run another time. Throws 400, 404, 412,
 * 503 for an engine that is not there.
 */
export async function updateSchedule(
  ctx: Context,
  input: Rules & Target & { changes: DiscoveryScheduleUpdate },
): Promise<DiscoveryScheduleRead> {
  const { id, changes } = input;
  return ctx.db.transaction(async (db) => {
    const { row, read: before } = await lockSchedule(db, input);
    const { target = row.target, exclude = row.exclude } = changes;
    const isConfirmed = changes.confirm_large_scan ?? row.confirmsLargeScan;
    const touching = [changes.target, changes.exclude, changes.confirm_large_scan];
    const judged = touching.some((given) => given !== undefined)
      ? input.judge({ target, exclude, confirm_large_scan: isConfirmed })
      : { text: row.target };
    requireEngine(changes.engine ?? "own", input.findNmap);
    await requireReferences(db, changes);
    const columns = { ...scheduleColumns(changes), target: judged.text };
    await db
      .update(discoverySchedules)
      .set({ ...columns, ...(await dueColumns(db, row, columns)), updatedAt: new Date() })
      .where(eq(discoverySchedules.id, id));
    // What was there under another target says nothing of who is missing now.
    if (judged.text !== row.target)
      await db.delete(discoveryPresences).where(eq(discoveryPresences.scheduleId, id));
    const after = await getSchedule({ db }, id);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "discovery.schedule_updated",
        target: targetOf(after),
        detail: after.name,
        ...changesOf(kept(before), kept(after)),
      },
    );
    return after;
  });
}

type Columns = ReturnType<typeof scheduleColumns>;

async function dueColumns(db: Db, row: ScheduleRow, columns: Columns): Promise<{ dueAt?: Date }> {
  const timing = ["target", "scanType", "isEnabled", "intervalMinutes", "quietHours"] as const;
  const isSame = (name: (typeof timing)[number]) => {
    const [wanted, known] = [columns[name], row[name]];
    return wanted === undefined || JSON.stringify(wanted) === JSON.stringify(known);
  };
  if (timing.every(isSame)) return {};
  const { intervalMinutes = row.intervalMinutes, quietHours = row.quietHours } = columns;
  return { dueAt: dueAfter(await databaseNow(db), { intervalMinutes, quietHours }) };
}

type Timing = Pick<ScheduleRow, "intervalMinutes" | "quietHours">;

/** When the run comes that is one interval away, outside of the quiet hours. */
export function dueAfter(now: Date, { intervalMinutes, quietHours }: Timing): Date {
  return afterQuietHours(new Date(now.getTime() + intervalMinutes * MINUTE_MS), quietHours);
}

/**
 * Removes a schedule with its observations; its scans stay, one that runs is asked to end. A dry run only says what
 * there is. Throws 404, 412.
 */
export async function deleteSchedule(
  ctx: Context,
  input: Target & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const { read: schedule } = await lockSchedule(db, input);
    const observed = eq(discoveryObservations.scheduleId, schedule.id);
    if (input.isDryRun) {
      const observations = await readAffected(db, {
        from: discoveryObservations,
        where: observed,
        name: discoveryObservations.summary,
        orderBy: [desc(discoveryObservations.id)],
      });
      return deletionPreview({
        deleted: { discovery_schedules: [schedule.name], discovery_observations: observations },
      });
    }
    await cancelRuns({ db, actor: ctx.actor }, schedule.id);
    const observations = await db.$count(discoveryObservations, observed);
    await db.delete(discoverySchedules).where(eq(discoverySchedules.id, schedule.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "discovery.schedule_deleted",
        target: targetOf(schedule),
        detail: `${schedule.name} observations=${observations}`,
        before: { ...kept(schedule), created_at: schedule.created_at },
      },
    );
    return undefined;
  });
}

async function cancelRuns(ctx: Context, scheduleId: number): Promise<void> {
  const running = await ctx.db
    .select({ id: discoveryScans.operationId })
    .from(discoveryScans)
    .where(and(eq(discoveryScans.scheduleId, scheduleId), eq(discoveryScans.status, "running")));
  for (const { id } of running) if (id !== null) await askToCancel(ctx, { id, kind: "discovery_scan" });
}

async function lockSchedule(
  db: Db,
  { id, ifMatch }: Target,
): Promise<{ row: ScheduleRow; read: DiscoveryScheduleRead }> {
  const [row] = await db.select().from(discoverySchedules).where(eq(discoverySchedules.id, id)).for("update");
  if (row === undefined) throw notFound(NOT_FOUND);
  const read = await getSchedule({ db }, id);
  requireUnchanged(ifMatch, { current: read, versioned: SCHEDULE_VERSION });
  return { row, read };
}

/** A schedule as audit rows show it. Throws 404. */
export async function findKeptSchedule(db: Db, id: number): Promise<Record<string, unknown>> {
  return kept(await getSchedule({ db }, id));
}

/** For the audit log: what people chose. */
function kept(schedule: DiscoveryScheduleRead): Record<string, unknown> {
  const observed = new Set([...SCHEDULE_VERSION.without, "created_at"]);
  return Object.fromEntries(Object.entries(schedule).filter(([name]) => !observed.has(name)));
}

function targetOf({ id }: { id: number }): string {
  return `discovery_schedule:${id}`;
}
