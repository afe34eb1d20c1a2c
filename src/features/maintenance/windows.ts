import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { toOccurrence, type MaintenanceFields, type MaintenanceRead, type Scope } from "./models";
import { momentOf, type Once, type Plan, type Recurring } from "./schedule";
import { readScopes, type NamedScope } from "./scope";
import type { maintenanceWindows } from "./tables";

export type WindowRow = typeof maintenanceWindows.$inferSelect;

type ScheduleColumns = ReturnType<typeof scheduleColumns>;

/** When a window is, as its row says. */
export function planOf(row: WindowRow): Plan {
  return { schedule: scheduleOf(row), exceptions: row.exceptions };
}

function scheduleOf(row: ScheduleColumns): Once | Recurring {
  const { cron, timeZone, durationMinutes, startsAt, endsAt } = row;
  if (cron !== null && timeZone !== null && durationMinutes !== null) {
    const from = row.validFrom?.getTime() ?? null;
    const until = row.validUntil?.getTime() ?? null;
    return { kind: "recurring", cron, timeZone, durationMinutes, from, until };
  }
  if (startsAt === null || endsAt === null)
    throw new Error("our bug: a maintenance window without a schedule");
  return { kind: "once", startsAt: startsAt.getTime(), endsAt: endsAt.getTime() };
}

/** The columns of a schedule; those of the other kind are emptied. */
export function scheduleColumns(schedule: Once | Recurring) {
  const once = schedule.kind === "once" ? schedule : undefined;
  const recurring = schedule.kind === "recurring" ? schedule : undefined;
  return {
    startsAt: toDate(once?.startsAt),
    endsAt: toDate(once?.endsAt),
    cron: recurring?.cron ?? null,
    timeZone: recurring?.timeZone ?? null,
    durationMinutes: recurring?.durationMinutes ?? null,
    validFrom: toDate(recurring?.from),
    validUntil: toDate(recurring?.until),
  };
}

function toDate(moment: number | null | undefined): Date | null {
  return moment === null || moment === undefined ? null : new Date(moment);
}

/** What people set, and its times. */
export function toFields(row: WindowRow, { named }: NamedScope): MaintenanceFields {
  const scope: Scope = { everything: row.coversEverything, ...named };
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    enabled: row.isEnabled,
    scope,
    schedule: shownSchedule(row),
    exceptions: row.exceptions.map(toOccurrence),
    created_by: row.createdBy,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** A schedule as answers show it. */
export function shownSchedule(row: ScheduleColumns): MaintenanceFields["schedule"] {
  const schedule = scheduleOf(row);
  if (schedule.kind === "once") return { kind: "once", ...toOccurrence(schedule) };
  return {
    kind: "recurring",
    cron: schedule.cron,
    time_zone: schedule.timeZone,
    duration_minutes: schedule.durationMinutes,
    from: toTimestamp(row.validFrom),
    until: toTimestamp(row.validUntil),
  };
}

export function toRead(row: WindowRow, scope: NamedScope, now: number): MaintenanceRead {
  const { current, next } = momentOf(planOf(row), now);
  return {
    ...toFields(row, scope),
    covers: scope.covers,
    state: stateOf(row, { isRunning: current !== undefined, hasNext: next !== undefined }),
    current: row.isEnabled && current !== undefined ? toOccurrence(current) : null,
    next: row.isEnabled && next !== undefined ? toOccurrence(next) : null,
  };
}

function stateOf(
  { isEnabled }: WindowRow,
  { isRunning, hasNext }: { isRunning: boolean; hasNext: boolean },
): MaintenanceRead["state"] {
  if (!isRunning && !hasNext) return "over";
  if (!isEnabled) return "disabled";
  return isRunning ? "running" : "scheduled";
}

/** The rows as they are answered, with what each covers. */
export async function readWindows(db: Db, rows: readonly WindowRow[]): Promise<MaintenanceRead[]> {
  const scopes = await readScopes(
    db,
    rows.map(({ id }) => id),
  );
  const now = Date.now();
  return rows.map((row) => toRead(row, scopeOf(scopes, row), now));
}

export function scopeOf(scopes: ReadonlyMap<number, NamedScope>, { id }: WindowRow): NamedScope {
  const scope = scopes.get(id);
  if (scope === undefined) throw new Error(`our bug: the scope of window ${id} was not read`);
  return scope;
}
