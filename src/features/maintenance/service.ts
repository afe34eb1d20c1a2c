import { eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { getMaintenance } from "./list";
import {
  MAINTENANCE_VERSION,
  type MaintenanceCreate,
  type MaintenanceFields,
  type MaintenanceRead,
  type MaintenanceUpdate,
} from "./models";
import { momentOf, occurrencesAfter, problemOf, type Occurrence } from "./schedule";
import { readScopes, replaceScope } from "./scope";
import { maintenanceWindows } from "./tables";
import { planOf, scheduleColumns, scopeOf, toFields, type WindowRow } from "./windows";

type Context = { db: Db; actor: Actor };

/** Throws 404 for a thing of the scope, 422 for a schedule that has no occurrence or whose occurrences overlap. */
export async function createMaintenance(ctx: Context, input: MaintenanceCreate): Promise<MaintenanceRead> {
  requireSchedule(input.schedule);
  return ctx.db.transaction(async (db) => {
    const [row] = await db
      .insert(maintenanceWindows)
      .values({
        title: input.title,
        description: input.description,
        isEnabled: input.enabled,
        coversEverything: input.scope.everything,
        ...scheduleColumns(input.schedule),
        createdBy: ctx.actor.username,
      })
      .returning();
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    await replaceScope(db, { maintenanceId: row.id, scope: input.scope });
    const after = await fieldsOf(db, row);
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "maintenance.created", target: `maintenance:${row.id}`, detail: row.title, after },
    );
    return getMaintenance({ db }, row.id);
  });
}

function requireSchedule(schedule: MaintenanceCreate["schedule"]): void {
  if (schedule.kind === "once") return;
  const problem = problemOf(schedule, Date.now());
  if (problem === undefined) return;
  throw invalid([{ loc: ["body", "schedule", "cron"], msg: `Value error, ${problem}`, type: "value_error" }]);
}

async function fieldsOf(db: Db, row: WindowRow): Promise<MaintenanceFields> {
  return toFields(row, scopeOf(await readScopes(db, [row.id]), row));
}

/** What people set of a window, and its times. Throws 404. */
export async function findMaintenanceFields(db: Db, id: number): Promise<MaintenanceFields> {
  const [row] = await db.select().from(maintenanceWindows).where(eq(maintenanceWindows.id, id));
  if (row === undefined) throw notFound("Maintenance not found");
  return fieldsOf(db, row);
}

type Target = { id: number; ifMatch?: EntityTags };

/**
 * Changes the fields that are given. Throws 404 for it or a thing of its scope, 412 where it has changed, 422 as on
 * creation.
 */
export async function updateMaintenance(
  ctx: Context,
  input: Target & { changes: MaintenanceUpdate },
): Promise<MaintenanceRead> {
  const { changes } = input;
  const { title, description, enabled, scope, schedule } = changes;
  if (schedule !== undefined) requireSchedule(schedule);
  const cuts = changes.exceptions?.map((given) => ({
    startsAt: given.starts_at.getTime(),
    endsAt: given.ends_at.getTime(),
  }));
  const exceptions = cuts ?? (schedule === undefined ? undefined : []);
  return change(ctx, input, {
    action: "maintenance.updated",
    columns: () => ({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { isEnabled: enabled }),
      ...(scope !== undefined && { coversEverything: scope.everything }),
      ...(schedule !== undefined && scheduleColumns(schedule)),
      ...(exceptions !== undefined && { exceptions: inOrder(exceptions) }),
    }),
    scope,
  });
}

/** Ends what runs of it now; later occurrences stay. Throws 404, and 409 where nothing runs. */
export async function endMaintenance(ctx: Context, { id }: Target): Promise<MaintenanceRead> {
  return change(
    ctx,
    { id },
    {
      action: "maintenance.ended",
      columns(row) {
        const now = Date.now();
        const plan = planOf(row);
        if (!row.isEnabled || momentOf(plan, now).current === undefined)
          throw conflict("The maintenance does not run");
        if (plan.schedule.kind === "once") {
          // One that ends in the millisecond in which it began would never have been.
          return { endsAt: new Date(Math.max(now, plan.schedule.startsAt + 1)) };
        }
        const running: Occurrence[] = [];
        for (const occurrence of occurrencesAfter(plan, now)) {
          if (occurrence.startsAt > now) break;
          running.push({ startsAt: occurrence.startsAt, endsAt: now });
        }
        return { exceptions: withExceptions(row, running) };
      },
    },
  );
}

/**
 * Leaves an occurrence out that has not begun: the one that begins at `startsAt`, else the next. Throws 404, and 409
 * where there is no such occurrence.
 */
export async function skipOccurrence(
  ctx: Context,
  { id, startsAt }: { id: number; startsAt: Date | null },
): Promise<MaintenanceRead> {
  return change(
    ctx,
    { id },
    {
      action: "maintenance.occurrence_skipped",
      columns(row) {
        const plan = planOf(row);
        const now = Date.now();
        if (plan.schedule.kind === "once")
          throw conflict("The maintenance happens once: disable or delete it");
        const { next } = momentOf(plan, startsAt === null ? now : Math.max(now, startsAt.getTime() - 1));
        if (next === undefined || (startsAt !== null && next.startsAt !== startsAt.getTime()))
          throw conflict("There is no such occurrence to come");
        return { exceptions: withExceptions(row, [{ startsAt: next.startsAt, endsAt: next.startsAt }]) };
      },
    },
  );
}

/** Of those that are long over the calendar alone would tell. */
const MAX_KEPT_EXCEPTIONS = 1000;

function withExceptions(row: WindowRow, added: readonly Occurrence[]): Occurrence[] {
  const others = row.exceptions.filter(({ startsAt }) => !added.some((one) => one.startsAt === startsAt));
  return inOrder([...others, ...added]).slice(-MAX_KEPT_EXCEPTIONS);
}

function inOrder(exceptions: readonly Occurrence[]): Occurrence[] {
  return exceptions.toSorted((one, other) => one.startsAt - other.startsAt);
}

/** A write on one window: reads it under its lock, writes what `columns` makes of it, and its audit row. */
async function change(
  ctx: Context,
  target: Target,
  write: {
    action: string;
    columns: (row: WindowRow) => Partial<typeof maintenanceWindows.$inferInsert>;
    scope?: MaintenanceUpdate["scope"];
  },
): Promise<MaintenanceRead> {
  return ctx.db.transaction(async (db) => {
    const { row: old, fields: before } = await lockWindow(db, target);
    const [row = old] = await db
      .update(maintenanceWindows)
      .set({ ...write.columns(old), updatedAt: new Date() })
      .where(eq(maintenanceWindows.id, old.id))
      .returning();
    if (write.scope !== undefined) await replaceScope(db, { maintenanceId: row.id, scope: write.scope });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: write.action,
        target: `maintenance:${row.id}`,
        detail: row.title,
        ...changesOf(before, await fieldsOf(db, row)),
      },
    );
    return getMaintenance({ db }, row.id);
  });
}

async function lockWindow(
  db: Db,
  { id, ifMatch }: Target,
): Promise<{ row: WindowRow; fields: MaintenanceFields }> {
  const [row] = await db.select().from(maintenanceWindows).where(eq(maintenanceWindows.id, id)).for("update");
  if (row === undefined) throw notFound("Maintenance not found");
  const fields = await fieldsOf(db, row);
  requireUnchanged(ifMatch, { current: fields, versioned: MAINTENANCE_VERSION });
  return { row, fields };
}

/** Removes a window, also one that runs: what it covers is watched again at once. Throws 404, 412. */
export async function deleteMaintenance(
  ctx: Context,
  input: Target & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const { row, fields } = await lockWindow(db, input);
    if (input.isDryRun) return deletionPreview({ deleted: { maintenance_windows: [row.title] } });
    await db.delete(maintenanceWindows).where(eq(maintenanceWindows.id, row.id));
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "maintenance.deleted", target: `maintenance:${row.id}`, detail: row.title, before: fields },
    );
    return undefined;
  });
}
