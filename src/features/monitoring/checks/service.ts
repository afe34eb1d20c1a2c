import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { changesOf, recordAudit, recordAudits, type Actor } from "#features/audit";
import { readAffectedDevices, requireDevice } from "#features/topology";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { toValidationIssues } from "#platform/http/issues";
import { readPage, type Ordering, type Page } from "#platform/http/paging";
import { devices } from "#tables/topology";
import { checkTargets, serviceChecks } from "../tables";
import {
  CHECK_VERSION,
  PortTargetCreate,
  toCheckColumns,
  toCheckFields,
  type CheckFields,
  type CheckRow,
  type PortTargetOut,
  type PortTargetQuery,
  type PortTargetUpdate,
} from "./models";
import { keepBelongings, type WatchedBelonging } from "../watched-belonging";
import { DEVICES_IN_SCOPES, requirePlaces } from "./scope";
import { withStates } from "./target-states";

/** `onChange` is called when a change of what is checked has been committed. */
export type Context = { db: Db; actor: Actor; onChange: () => void };

const NOT_FOUND = "Port target not found";

/** Checks of every device first, then by device and label. */
const IN_ORDER: Ordering<CheckRow> = {
  name: "service checks",
  keys: [
    { column: sql`coalesce(${serviceChecks.deviceId}, 0)`, type: "bigint", of: (row) => row.deviceId ?? 0 },
    { column: serviceChecks.label, type: "text", of: ({ label }) => label },
    { column: serviceChecks.id, type: "bigint", of: ({ id }) => id },
  ],
};

/** The checks, or those that run on a device: all of them or a page. Throws 422 for a bad cursor. */
export async function listChecks(
  { db }: { db: Db },
  { device_id: deviceId, ...query }: PortTargetQuery,
): Promise<Page<PortTargetOut>> {
  const filter = deviceId === undefined ? undefined : runsOn(deviceId);
  const page = await readPage(query, {
    order: IN_ORDER,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(serviceChecks)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(serviceChecks, filter),
  });
  return { ...page, rows: await withStates(db, page.rows, deviceId) };
}

function runsOn(deviceId: number): SQL | undefined {
  const { id, deviceId: ofDevice, scope } = serviceChecks;
  return or(
    eq(ofDevice, deviceId),
    and(isNull(ofDevice), isNull(scope)),
    sql`${id} IN (SELECT check_id FROM (${sql.raw(DEVICES_IN_SCOPES)}) covered WHERE device_id = ${deviceId})`,
  );
}

/** Throws 404. */
export async function getCheck({ db }: { db: Db }, id: number): Promise<PortTargetOut> {
  const [row] = await db.select().from(serviceChecks).where(eq(serviceChecks.id, id));
  if (row === undefined) throw notFound(NOT_FOUND);
  return shown(db, row);
}

/** Throws 404 for a device, a group or a site that does not exist. */
export async function createCheck(ctx: Context, input: PortTargetCreate): Promise<PortTargetOut> {
  const created = await ctx.db.transaction(async (db) => {
    await requireLastingDevice(db, input.device_id);
    if (input.scope !== null) await requirePlaces(db, input.scope);
    const [row] = await db.insert(serviceChecks).values(toCheckColumns(input)).returning();
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    await recordAudit({ db, actor: ctx.actor }, createdEntry(row));
    return shown(db, row);
  });
  ctx.onChange();
  return created;
}

/**
 * Adds checks in the caller's transaction, in few statements; gives their ids in the order of the inputs. The caller
 * tells of the change when it is committed. Throws 404 as `createCheck` does.
 */
export async function insertChecks(
  ctx: Pick<Context, "db" | "actor">,
  inputs: readonly PortTargetCreate[],
): Promise<number[]> {
  const { db } = ctx;
  if (inputs.length === 0) return [];
  const wanted = new Set(inputs.flatMap(({ device_id: id }) => id ?? []));
  const present = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, [...wanted]))
    .orderBy(devices.id)
    .for("key share");
  if (present.length < wanted.size) throw notFound("Device not found");
  for (const { scope } of inputs) if (scope !== null) await requirePlaces(db, scope);
  const rows = await db.insert(serviceChecks).values(inputs.map(toCheckColumns)).returning();
  await recordAudits(ctx, rows.map(createdEntry));
  return rows.map(({ id }) => id);
}

function createdEntry(row: CheckRow) {
  const after = toCheckFields(row);
  return {
    action: "monitoring.service_check_created",
    target: targetOf(row),
    detail: describe(after),
    after,
  };
}

async function shown(db: Db, row: CheckRow): Promise<PortTargetOut> {
  const [check] = await withStates(db, [row]);
  if (check === undefined) throw new Error("our bug: a check without its states");
  return check;
}

/** It stays until the transaction ends. */
async function requireLastingDevice(db: Db, id: number | null): Promise<void> {
  if (id !== null) await requireDevice(db, id, "key share");
}

function targetOf({ id }: { id: number }): string {
  return `service_check:${id}`;
}

/** For people who read the audit log. */
export function describe(
  check: Pick<CheckFields, "device_id" | "scope" | "check_type" | "port" | "label">,
): string {
  const { device_id: deviceId, scope, check_type: kind, port, label } = check;
  const where = deviceId ?? (scope === null ? "all" : "scope");
  return `type=${kind} port=${port} device=${where} label=${label}`;
}

type CheckChange = { id: number; changes: PortTargetUpdate; ifMatch: EntityTags };

/** Changes what is given; what was found stays with it. Throws 404, 412, 422 where the whole would not be a check. */
export async function updateCheck(ctx: Context, input: CheckChange): Promise<PortTargetOut> {
  const updated = await ctx.db.transaction(async (db) =>
    shown(db, await updateCheckFields({ ...ctx, db }, input)),
  );
  ctx.onChange();
  return updated;
}

/**
 * As `updateCheck`, in the caller's transaction, without what was found. The caller tells of the change when it is
 * committed.
 */
export async function updateCheckFields(
  { db, actor }: Pick<Context, "db" | "actor">,
  input: CheckChange,
): Promise<CheckRow> {
  const before = toCheckFields(await lockCheck(db, input));
  const wanted = changed(before, input.changes);
  if (wanted.device_id !== before.device_id) await requireLastingDevice(db, wanted.device_id);
  // One that has been deleted since does not keep the check from being changed in another way.
  if (input.changes.scope !== undefined && wanted.scope !== null) await requirePlaces(db, wanted.scope);
  const [row] = await db
    .update(serviceChecks)
    .set({ ...toCheckColumns(wanted), updatedAt: new Date() })
    .where(eq(serviceChecks.id, before.id))
    .returning();
  if (row === undefined) throw new Error("our bug: a locked row was not updated");
  await recordAudit(
    { db, actor },
    {
      action: "monitoring.service_check_updated",
      target: targetOf(row),
      detail: describe(toCheckFields(row)),
      ...changesOf(before, toCheckFields(row)),
    },
  );
  return row;
}

/** The check as it would be. A kind takes none of another's options along. */
function changed(before: CheckFields, changes: PortTargetUpdate): PortTargetCreate {
  const isSameKind = changes.check_type === undefined || changes.check_type === before.check_type;
  const whole = { ...before, ...(isSameKind ? {} : { options: {} }), ...changes };
  const wanted = PortTargetCreate.safeParse(whole);
  if (wanted.success) return wanted.data;
  throw invalid(toValidationIssues(wanted.error, "body", whole));
}

/** The checks of these ids that there are, locked. */
export async function lockChecks(db: Db, ids: readonly number[]): Promise<CheckRow[]> {
  const wanted = eq(serviceChecks.id, anyOf(ids));
  return db.select().from(serviceChecks).where(wanted).orderBy(serviceChecks.id).for("update");
}

async function lockCheck(db: Db, { id, ifMatch }: { id: number; ifMatch: EntityTags }): Promise<CheckRow> {
  const [row] = await db.select().from(serviceChecks).where(eq(serviceChecks.id, id)).for("update");
  if (row === undefined) throw notFound(NOT_FOUND);
  requireUnchanged(ifMatch, { current: toCheckFields(row), versioned: CHECK_VERSION });
  return row;
}

/** Removes a check with all that it found. A dry run says on which devices it runs. Throws 404, 412. */
export async function deleteCheck(
  ctx: Context & { belongings: readonly WatchedBelonging[] },
  input: { id: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  const preview = await ctx.db.transaction(async (db) => {
    const row = await lockCheck(db, input);
    if (input.isDryRun) return previewOf(db, row);
    await removeChecks({ ...ctx, db }, [row]);
    return undefined;
  });
  if (!input.isDryRun) ctx.onChange();
  return preview;
}

/** Removes checks that are locked, with all that they found, in few statements. */
export async function removeChecks(
  { db, actor, belongings }: Pick<Context, "db" | "actor"> & { belongings: readonly WatchedBelonging[] },
  rows: readonly CheckRow[],
): Promise<void> {
  const action = "monitoring.service_check_deleted";
  const ids = rows.map(({ id }) => id);
  const removedWith = await keepBelongings(
    { db, actor },
    { column: "service_check_id", ids, action, targetOf: (id) => targetOf({ id }), belongings },
  );
  await db.delete(serviceChecks).where(eq(serviceChecks.id, anyOf(ids)));
  await recordAudits(
    { db, actor },
    rows.map((row) => {
      const before = toCheckFields(row);
      return {
        action,
        target: targetOf(row),
        detail: describe(before),
        before: { ...before, removed: removedWith(row.id) },
      };
    }),
  );
}

async function previewOf(db: Db, row: CheckRow): Promise<DeletionPreview> {
  const watched = sql`${devices.id} IN (SELECT ${checkTargets.deviceId} FROM ${checkTargets}
    WHERE ${checkTargets.serviceCheckId} = ${row.id} AND ${checkTargets.kind} = 'service')`;
  return deletionPreview({
    deleted: { service_checks: [row.label], histories: await readAffectedDevices(db, watched) },
  });
}
