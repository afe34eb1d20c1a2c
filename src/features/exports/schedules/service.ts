import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { conflict, invalid, notFound } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { users } from "#tables/users";
import { mailedReports, reportSchedules } from "../tables";
import { dueAfter } from "./due";
import {
  REPORT_SCHEDULE_VERSION,
  rhythmOf,
  scheduleColumns,
  toScheduleRead,
  type DescribedSchedule,
  type ReportScheduleCreate,
  type ReportScheduleRead,
  type ReportScheduleUpdate,
  type ScheduleRow,
} from "./models";

type Viewer = Pick<Caller, "userId" | "isSuperAdmin">;
export type Context = { db: Db; actor: Actor; caller: Viewer };
type Target = { id: number; ifMatch: EntityTags };

const NOT_FOUND = "Report schedule not found";
/** Each takes seconds of processor time. */
const MAX_OF_OWNER = 20;

const NEWEST_FIRST: Ordering<DescribedSchedule> = {
  name: "report schedules",
  keys: [{ column: reportSchedules.id, type: "bigint", of: ({ schedule }) => schedule.id }],
  isDescending: true,
};

/**
 * The caller's own schedules, a SuperAdmin's all, the newest first: all of them or a page. Throws 422 for a bad cursor.
 */
export async function listSchedules(
  { db, caller }: { db: Db; caller: Viewer },
  query: PageQuery,
): Promise<Page<ReportScheduleRead>> {
  const visible = visibleTo(caller);
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      selectSchedules(db, and(visible, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(reportSchedules, visible),
  });
  return mapPage(page, toScheduleRead);
}

/** Throws 404, also for another's. */
export async function getSchedule(
  { db, caller }: { db: Db; caller: Viewer },
  id: number,
): Promise<ReportScheduleRead> {
  const [row] = await selectSchedules(db, and(visibleTo(caller), eq(reportSchedules.id, id)));
  if (row === undefined) throw notFound(NOT_FOUND);
  return toScheduleRead(row);
}

function visibleTo({ userId, isSuperAdmin }: Viewer): SQL | undefined {
  return isSuperAdmin ? undefined : eq(reportSchedules.ownerUserId, userId);
}

function selectSchedules(db: Db, filter?: SQL) {
  const { recipients, outcomes, scheduleId, madeAt } = mailedReports;
  const last = db
    .select({ recipients, outcomes })
    .from(mailedReports)
    .where(eq(scheduleId, reportSchedules.id))
    .orderBy(desc(madeAt))
    .limit(1)
    .as("last_mailed");
  return db
    .select({
      schedule: reportSchedules,
      ownerUsername: users.username,
      mailed: { recipients: last.recipients, outcomes: last.outcomes },
    })
    .from(reportSchedules)
    .innerJoin(users, eq(users.id, reportSchedules.ownerUserId))
    .leftJoinLateral(last, sql`true`)
    .where(filter)
    .$dynamic();
}

/**
 * Adds a schedule of the caller's. Throws 409 where the caller has many, 422 for recipients whom the caller may not
 * name, or none.
 */
export async function createSchedule(ctx: Context, given: ReportScheduleCreate): Promise<ReportScheduleRead> {
  return ctx.db.transaction(async (db) => {
    const { userId } = ctx.caller;
    await requireRecipients(db, { caller: ctx.caller, given });
    const columns = createdColumns(given);
    await requireScheduleRoom(db, userId);
    const dueAt = dueAfter(await databaseNow(db), rhythmOf(columns));
    const [row] = await db
      .insert(reportSchedules)
      .values({ ...columns, dueAt, ownerUserId: userId })
      .returning({ id: reportSchedules.id });
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    const created = await getSchedule({ db, caller: ctx.caller }, row.id);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "export.report_schedule_created",
        target: targetOf(created),
        detail: created.name,
        after: kept(created),
      },
    );
    return created;
  });
}

/** The columns of what people choose. */
export function createdColumns(given: ReportScheduleCreate) {
  return {
    name: given.name,
    isEnabled: given.enabled,
    cadence: given.cadence,
    weekday: given.weekday,
    dayOfMonth: given.day_of_month,
    time: given.time,
    timeZone: given.time_zone,
    days: given.days ?? (given.cadence === "weekly" ? 7 : 30),
    paper: given.paper,
    recipientUserIds: given.recipient_user_ids,
    recipientAddresses: given.recipient_addresses,
  };
}

/** Throws 409 where the user has as many as a user may have. */
export async function requireScheduleRoom(db: Db, userId: number): Promise<void> {
  await db.execute(sql`SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} FOR NO KEY UPDATE`);
  if ((await db.$count(reportSchedules, eq(reportSchedules.ownerUserId, userId))) >= MAX_OF_OWNER)
    throw conflict(`A user has ${MAX_OF_OWNER} report schedules at most`);
}

type Recipients = Pick<ReportScheduleCreate, "recipient_user_ids" | "recipient_addresses">;

/** Whether a user exists, and what its address is, is for those to know who administer users. */
async function requireRecipients(
  db: Db,
  { caller, given }: { caller: Viewer; given: Recipients },
): Promise<void> {
  const { recipient_user_ids: ids, recipient_addresses: addresses } = given;
  if (ids.length + addresses.length === 0) throw refuse("recipient_addresses", "a report needs a recipient");
  const others = ids.filter((id) => id !== caller.userId);
  if (others.length === 0) return;
  if (!caller.isSuperAdmin)
    throw refuse("recipient_user_ids", "only a SuperAdmin may name other users; name an address instead");
  const known = await db.$count(users, inArray(users.id, others));
  if (known < others.length) throw refuse("recipient_user_ids", "there is no such user");
}

function refuse(field: string, reason: string): Error {
  return invalid([{ loc: ["body", field], msg: `Value error, ${reason}`, type: "value_error" }]);
}

/** Changes what is given; another state or rhythm gives the next run another time. Throws 404, 412, 422. */
export async function updateSchedule(
  ctx: Context,
  input: Target & { changes: ReportScheduleUpdate },
): Promise<ReportScheduleRead> {
  const { id, changes } = input;
  return ctx.db.transaction(async (db) => {
    const { row, read: before } = await lockSchedule({ ...ctx, db }, input);
    await requireChangedRecipients(db, { caller: ctx.caller, before, changes });
    const columns = scheduleColumns(changes);
    await db
      .update(reportSchedules)
      .set({ ...columns, ...(await dueColumns(db, { row, changes })), updatedAt: new Date() })
      .where(eq(reportSchedules.id, id));
    const after = await getSchedule({ db, caller: ctx.caller }, id);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "export.report_schedule_updated",
        target: targetOf(after),
        detail: after.name,
        ...changesOf(kept(before), kept(after)),
      },
    );
    return after;
  });
}

/** Who is named already may stay. */
async function requireChangedRecipients(
  db: Db,
  { caller, before, changes }: { caller: Viewer; before: ReportScheduleRead; changes: ReportScheduleUpdate },
): Promise<void> {
  const { recipient_user_ids: ids, recipient_addresses: addresses } = changes;
  if (ids === undefined && addresses === undefined) return;
  const added = (ids ?? []).filter((id) => !before.recipient_user_ids.includes(id));
  const all = {
    recipient_user_ids: ids ?? before.recipient_user_ids,
    recipient_addresses: addresses ?? before.recipient_addresses,
  };
  if (all.recipient_user_ids.length + all.recipient_addresses.length === 0)
    await requireRecipients(db, { caller, given: all });
  if (added.length > 0) await requireRecipients(db, { caller, given: { ...all, recipient_user_ids: added } });
}

const TIMING = ["isEnabled", "cadence", "weekday", "dayOfMonth", "time", "timeZone"] as const;

async function dueColumns(
  db: Db,
  { row, changes }: { row: ScheduleRow; changes: ReportScheduleUpdate },
): Promise<{ dueAt?: Date; failures?: number }> {
  const columns = scheduleColumns(changes);
  if (TIMING.every((name) => columns[name] === undefined || columns[name] === row[name])) return {};
  const { cadence, weekday, dayOfMonth, time, timeZone } = row;
  const wanted = {
    cadence: columns.cadence ?? cadence,
    weekday: columns.weekday ?? weekday,
    dayOfMonth: columns.dayOfMonth ?? dayOfMonth,
    time: columns.time ?? time,
    timeZone: columns.timeZone ?? timeZone,
  };
  return { dueAt: dueAfter(await databaseNow(db), rhythmOf(wanted)), failures: 0 };
}

/**
 * Removes a schedule; mails that wait still lack their report then, and are given up. A dry run only says what there
 * is. Throws 404, 412.
 */
export async function deleteSchedule(
  ctx: Context,
  input: Target & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const { read: schedule } = await lockSchedule({ ...ctx, db }, input);
    if (input.isDryRun) return deletionPreview({ deleted: { report_schedules: [schedule.name] } });
    await db.delete(reportSchedules).where(eq(reportSchedules.id, schedule.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "export.report_schedule_deleted",
        target: targetOf(schedule),
        detail: schedule.name,
        before: { ...kept(schedule), created_at: schedule.created_at },
      },
    );
    return undefined;
  });
}

async function lockSchedule(
  { db, caller }: { db: Db; caller: Viewer },
  { id, ifMatch }: Target,
): Promise<{ row: ScheduleRow; read: ReportScheduleRead }> {
  const [row] = await db
    .select()
    .from(reportSchedules)
    .where(and(visibleTo(caller), eq(reportSchedules.id, id)))
    .for("update");
  if (row === undefined) throw notFound(NOT_FOUND);
  const read = await getSchedule({ db, caller }, id);
  requireUnchanged(ifMatch, { current: read, versioned: REPORT_SCHEDULE_VERSION });
  return { row, read };
}

/** A schedule as audit rows show it, whoever it is of. Throws 404. */
export async function findKeptSchedule(db: Db, id: number): Promise<Record<string, unknown>> {
  return kept(await getSchedule({ db, caller: { userId: 0, isSuperAdmin: true } }, id));
}

/** For the audit log: what people chose. */
function kept(schedule: ReportScheduleRead): Record<string, unknown> {
  const observed = new Set([...REPORT_SCHEDULE_VERSION.without, "created_at"]);
  return Object.fromEntries(Object.entries(schedule).filter(([name]) => !observed.has(name)));
}

function targetOf({ id }: { id: number }): string {
  return `report_schedule:${id}`;
}
