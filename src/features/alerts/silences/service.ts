import { and, eq, gt, inArray } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { requirePlaces } from "#features/monitoring";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { conflict, invalid, notFound } from "#platform/errors";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { devices } from "#tables/topology";
import { alertRules, alertSilences } from "../tables";
import {
  toSilenceRead,
  type AlertSilenceCreate,
  type AlertSilenceRead,
  type AlertSilencesQuery,
  type SilenceRow,
} from "./models";

type Context = { db: Db; actor: Actor };

const LONGEST_MS = 366 * 86_400_000;
/** That last at a time: each is held against every alert. */
const MAX_ACTIVE = 200;

const NEWEST_FIRST: Ordering<SilenceRow> = {
  name: "alert silences",
  keys: [{ column: alertSilences.id, type: "bigint", of: ({ id }) => id }],
  isDescending: true,
};

/**
 * All of them or a page, the newest first; those that are over for the time that events are kept. Throws 422 for a bad
 * cursor.
 */
export async function listSilences(
  { db }: { db: Db },
  { is_active: isActive, ...query }: AlertSilencesQuery,
): Promise<Page<AlertSilenceRead>> {
  const now = await databaseNow(db);
  const filter = isActive === "true" ? gt(alertSilences.endsAt, now) : undefined;
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(alertSilences)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(alertSilences, filter),
  });
  return mapPage(page, (row) => toSilenceRead(row, now));
}

/** Throws 404 for what it names, 409 where there are too many, 422 for an end that is past or too far. */
export async function createSilence(ctx: Context, input: AlertSilenceCreate): Promise<AlertSilenceRead> {
  return ctx.db.transaction(async (db) => {
    const now = await databaseNow(db);
    requireEnd(input.ends_at, now);
    await requireNamed(db, input);
    if ((await db.$count(alertSilences, gt(alertSilences.endsAt, now))) >= MAX_ACTIVE)
      throw conflict(`There are ${MAX_ACTIVE} silences at a time at most`);
    const [row] = await db
      .insert(alertSilences)
      .values({
        reason: input.reason,
        ruleIds: input.rule_ids,
        deviceIds: input.device_ids,
        scope: input.scope,
        createdBy: ctx.actor.username ?? "",
        startsAt: now,
        endsAt: input.ends_at,
      })
      .returning();
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    const after = toSilenceRead(row, now);
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "alerts.silence_created", target: targetOf(row), detail: row.reason, after },
    );
    return after;
  });
}

/** Throws 422 for an end that is past or too far. */
export function requireEnd(endsAt: Date, now: Date): void {
  const message = problemOf(endsAt.getTime() - now.getTime());
  if (message === undefined) return;
  throw invalid([{ loc: ["body", "ends_at"], msg: `Value error, ${message}`, type: "value_error" }]);
}

function problemOf(lengthMs: number): string | undefined {
  if (lengthMs <= 0) return "must be to come";
  return lengthMs > LONGEST_MS ? "must be within a year" : undefined;
}

async function requireNamed(
  db: Db,
  { rule_ids: rules, device_ids: ids, scope }: AlertSilenceCreate,
): Promise<void> {
  if (scope !== null) await requirePlaces(db, scope);
  if (rules.length > 0 && (await db.$count(alertRules, inArray(alertRules.id, rules))) < rules.length)
    throw notFound("Alert rule not found");
  if (ids.length > 0 && (await db.$count(devices, inArray(devices.id, ids))) < ids.length)
    throw notFound("Device not found");
}

function targetOf({ id }: { id: number }): string {
  return `alert_silence:${id}`;
}

/** Ends a silence now: what lasts and was kept is told then. Throws 404. */
export async function deleteSilence(
  ctx: Context,
  { id, isDryRun }: { id: number; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockSilence(db, id);
    if (isDryRun) return deletionPreview({ deleted: { alert_silences: [row.reason] } });
    await db.delete(alertSilences).where(eq(alertSilences.id, id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "alerts.silence_deleted",
        target: targetOf(row),
        detail: row.reason,
        before: toSilenceRead(row, await databaseNow(db)),
      },
    );
    return undefined;
  });
}

async function lockSilence(db: Db, id: number): Promise<SilenceRow> {
  const [row] = await db.select().from(alertSilences).where(eq(alertSilences.id, id)).for("update");
  if (row === undefined) throw notFound("Silence not found");
  return row;
}
