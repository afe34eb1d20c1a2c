import { eq, inArray, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { invalid, notFound, type ApiError } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { devices } from "#tables/topology";
import { deviceDependencies } from "../tables";
import { DEPENDENCIES_VERSION, type DeviceDependencies, type DeviceDependenciesUpdate } from "./models";
import { readChoice, readDependencies, readRelated, type Context as ReadContext } from "./read";
import { findCircle } from "./ways";

/** `onChange` is called when another choice has been committed. */
type Context = ReadContext & { actor: Actor; onChange: () => void };

/** Any number; of who writes choices. Two at once could close a circle that neither of them sees. */
const CHOICES_LOCK = 7_101_946;
/** Of a circle, in a refusal. */
const MAX_NAMED = 12;

/** Held by whoever writes choices, before any device is locked. */
export async function lockChoices(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${CHOICES_LOCK})`);
}

/**
 * Chooses what a device depends on. Throws 404, 412, 422 for a parent that does not exist or leads back to the device.
 */
export async function chooseDependencies(
  ctx: Context,
  { id, wanted, ifMatch }: { id: number; wanted: DeviceDependenciesUpdate; ifMatch: EntityTags },
): Promise<DeviceDependencies> {
  const { mode } = wanted;
  const changed = await ctx.db.transaction(async (db) => {
    await lockChoices(db);
    await requireDevices(db, id, wanted.parent_ids);
    const before = await readChoice(db, id);
    requireUnchanged(ifMatch, { current: before, versioned: DEPENDENCIES_VERSION });
    await requireNoCircle(db, id, wanted.parent_ids);
    const parents = mode === "none" ? [null] : [...new Set(wanted.parent_ids)];
    await db.delete(deviceDependencies).where(eq(deviceDependencies.deviceId, id));
    if (parents.length > 0)
      await db.insert(deviceDependencies).values(parents.map((parentId) => ({ deviceId: id, parentId })));
    const after = await readChoice(db, id);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "monitoring.dependencies_chosen",
        target: `device:${id}`,
        detail: `mode=${mode}${mode === "chosen" ? ` parents=${after.parent_ids.join(",")}` : ""}`,
        ...changesOf(before, after),
      },
    );
    return readDependencies({ ...ctx, db }, id);
  });
  ctx.onChange();
  return changed;
}

/** They stay until the transaction ends; locked in the order in which a deletion locks them. */
async function requireDevices(db: Db, id: number, parents: readonly number[]): Promise<void> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, [id, ...parents]))
    .orderBy(devices.id)
    .for("key share");
  const present = new Set(rows.map((row) => row.id));
  if (!present.has(id)) throw notFound("Device not found");
  const missing = parents.findIndex((parent) => !present.has(parent));
  if (missing !== -1) throw refused(missing, "there is no such device");
}

/** Throws 422 where a device would come to depend on itself. */
export async function requireNoCircle(db: Db, id: number, parents: readonly number[]): Promise<void> {
  if (parents.length === 0) return;
  const rows = await db.execute<{ device: number; parents: number[] }>(sql`
    WITH RECURSIVE before (device_id, parent_id) AS (
      SELECT device_id, parent_id FROM device_dependencies
      WHERE device_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(parents)}::text::jsonb))
      UNION
      SELECT d.device_id, d.parent_id FROM device_dependencies d JOIN before ON d.device_id = before.parent_id)
    SELECT device_id::float8 AS device, json_agg(parent_id) AS parents FROM before
    WHERE parent_id IS NOT NULL GROUP BY device_id`);
  const choices = new Map(rows.map(({ device, parents: above }) => [device, above]));
  const circle = findCircle({ device: id, parents }, choices);
  if (circle === undefined) return;
  const names = new Map((await readRelated(db, circle)).map((device) => [device.id, device.name]));
  const shown =
    circle.length > MAX_NAMED ? [...circle.slice(0, MAX_NAMED - 2), undefined, ...circle.slice(-1)] : circle;
  const way = shown.map((one) => (one === undefined ? "…" : (names.get(one) ?? `device ${one}`)));
  throw refused(
    parents.findIndex((parent) => parent === circle[1]),
    `it would depend on itself: ${way.join(" → ")}`,
  );
}

function refused(parent: number, message: string): ApiError {
  return invalid([
    { loc: ["body", "parent_ids", parent], msg: `Value error, ${message}`, type: "value_error" },
  ]);
}
