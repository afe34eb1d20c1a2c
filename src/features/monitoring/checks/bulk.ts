import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { deviceFilter } from "#features/topology";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { devices } from "#tables/topology";
import { serviceChecks } from "../tables";
import type { ServiceCheckBulkRequest, ServiceCheckBulkResult } from "./bulk-models";
import { toCheckColumns, type ServiceCheckDefinition } from "./models";
import { DEVICES_IN_SCOPES } from "./scope";
import { describe, type Context } from "./service";

/**
 * Adds one check to each of many devices, but for those on which the same is checked already. Throws 404 where no
 * device is meant.
 */
export async function createChecks(
  ctx: Context,
  request: ServiceCheckBulkRequest,
): Promise<ServiceCheckBulkResult> {
  const { check, device_ids: wanted = [] } = request;
  const result = await ctx.db.transaction(async (db) => {
    const ids = await lockChosen(db, request);
    if (ids.length === 0) throw notFound("No matching devices found");
    const existing = await findSame(db, check, ids);
    const missing = ids.filter((id) => !existing.has(id));
    const created = await insertChecks(db, check, missing);
    if (created.length > 0) await recordChecks({ ...ctx, db }, check, created);
    const known = new Set(ids);
    return {
      created: created.length,
      check_ids: created.map(({ id }) => id),
      existing: existing.size,
      existing_checks: [...existing].map(([deviceId, checkId]) => ({
        device_id: deviceId,
        check_id: checkId,
      })),
      unknown_device_ids: wanted.filter((id) => !known.has(id)),
    };
  });
  if (result.created > 0) ctx.onChange();
  return result;
}

/** In the order of their ids; whoever adds checks to some of the same devices waits, and then sees these. */
async function lockChosen(db: Db, { device_ids: ids, filter }: ServiceCheckBulkRequest): Promise<number[]> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(filter === undefined ? inArray(devices.id, ids ?? []) : deviceFilter(filter))
    .orderBy(devices.id)
    .for("no key update");
  return rows.map(({ id }) => id);
}

/** Of the devices on which the same is checked, by which check: the label, and how often, do not matter. */
async function findSame(
  db: Db,
  check: ServiceCheckDefinition,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { id, deviceId, scope, checkType, port, httpPath, options } = serviceChecks;
  const chosen = sql`ANY (${sql.param(`{${ids.join(",")}}`)}::bigint[])`;
  const rows = await db
    .select({ id, deviceId, isScoped: sql<boolean>`${scope} IS NOT NULL` })
    .from(serviceChecks)
    .where(
      and(
        eq(checkType, check.check_type),
        eq(port, check.port),
        sql`coalesce(${httpPath}, '/') = ${check.http_path ?? "/"}`,
        sql`${options} = ${JSON.stringify(check.options)}::jsonb`,
        or(isNull(deviceId), sql`${deviceId} = ${chosen}`),
      ),
    )
    .orderBy(id);
  const everywhere = rows.find((row) => row.deviceId === null && !row.isScoped)?.id;
  const scoped = await readScoped(
    db,
    rows.flatMap((row) => (row.isScoped ? [row.id] : [])),
  );
  const own = new Map([
    ...scoped,
    ...rows.flatMap((row) => (row.deviceId === null ? [] : [[row.deviceId, row.id] as const])),
  ]);
  const found = ids.flatMap((device) => {
    const check = own.get(device) ?? everywhere;
    return check === undefined ? [] : [[device, check] as const];
  });
  return new Map(found);
}

/** By device, which of the checks has it in its scope. */
async function readScoped(db: Db, ids: readonly number[]): Promise<[deviceId: number, checkId: number][]> {
  if (ids.length === 0) return [];
  const rows = await db.execute<{ check_id: string; device_id: string }>(sql`
    SELECT check_id, device_id FROM (${sql.raw(DEVICES_IN_SCOPES)}) covered
    WHERE check_id = ANY (${sql.param(`{${ids.join(",")}}`)}::bigint[]) ORDER BY check_id`);
  return rows.map((row) => [Number(row.device_id), Number(row.check_id)]);
}

/** So many that a statement's parameters stay within what the protocol allows. */
const AT_ONCE = 2000;

type Created = { id: number; deviceId: number | null };

async function insertChecks(
  db: Db,
  check: ServiceCheckDefinition,
  ids: readonly number[],
): Promise<Created[]> {
  const created: Created[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const values = ids
      .slice(start, start + AT_ONCE)
      .map((device) => toCheckColumns({ ...check, device_id: device, scope: null }));
    const { id, deviceId } = serviceChecks;
    created.push(...(await db.insert(serviceChecks).values(values).returning({ id, deviceId })));
  }
  return created;
}

async function recordChecks(
  ctx: Pick<Context, "db" | "actor">,
  check: ServiceCheckDefinition,
  created: readonly Created[],
): Promise<void> {
  await recordAudit(ctx, {
    action: "monitoring.service_checks_bulk_created",
    target: `count:${created.length}`,
    detail: describe({ ...check, device_id: null, scope: null }).replace("device=all ", ""),
    after: {
      check,
      created: created.map(({ id, deviceId }) => ({ id, device_id: deviceId })),
    },
  });
}
