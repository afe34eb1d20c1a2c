import { and, eq, isNull } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { requireDevice } from "#features/topology";
import type { Db } from "#platform/database";
import { conflict, invalid } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { toTimestamp } from "#platform/http/fields";
import { toValidationIssues } from "#platform/http/issues";
import {
  FOUND_FIELDS,
  SENSOR_VERSION,
  SensorCreate,
  type SensorFields,
  type SensorRead,
  type SensorUpdate,
} from "./models";
import { lockSensor, shown, toColumns, toFields, toSensor, type SensorPlace, type SensorRow } from "./rows";
import { sensors } from "./tables";

type Context = { db: Db; actor: Actor };

/** Each is a request of its own at every poll. */
const MAX_OWN = 64;

/** Adds a sensor of a person's own to a device. Throws 404, 409 where it has 64 of them already. */
export async function createSensor(
  ctx: Context,
  { deviceId, input }: { deviceId: number; input: SensorCreate },
): Promise<SensorRead> {
  return ctx.db.transaction(async (db) => {
    await requireDevice(db, deviceId, "key share");
    await requireSensorRoom(db, deviceId);
    const [row] = await db
      .insert(sensors)
      .values({ deviceId, ...toColumns(input) })
      .returning();
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "monitoring.sensor_created", ...auditedSensor(row) },
    );
    return shown(db, row);
  });
}

/** Throws 409 where the device has as many sensors of people's own as it may have. */
export async function requireSensorRoom(db: Db, deviceId: number): Promise<void> {
  const own = await db.$count(sensors, and(eq(sensors.deviceId, deviceId), isNull(sensors.key)));
  if (own >= MAX_OWN) throw conflict(`A device has at most ${MAX_OWN} sensors of its own`);
}

/** What an audit row says of a sensor that is there now. */
export function auditedSensor(row: SensorRow) {
  return { target: targetOf(row), detail: describe(row), after: toFields(row) };
}

function targetOf({ id }: SensorRow): string {
  return `sensor:${id}`;
}

/** For people who read the audit log. */
function describe({ deviceId, name, oid }: SensorRow): string {
  return `device=${deviceId} oid=${oid} name=${name}`;
}

/**
 * Changes what is given, and keeps the history; what the polls were about to confirm is forgotten. Throws 404, 412, 422
 * where the whole would not be a sensor, or what the agent says of a found one is to be changed.
 */
export async function updateSensor(
  ctx: Context,
  input: SensorPlace & { changes: SensorUpdate; ifMatch: EntityTags },
): Promise<SensorRead> {
  return ctx.db.transaction(async (db) => {
    const row = await lockSensor(db, input);
    const before = toFields(row);
    requireUnchanged(input.ifMatch, { current: toSensor(row, []), versioned: SENSOR_VERSION });
    if (row.key !== null) refuseFound(before, input.changes);
    const wanted = changed(before, input.changes);
    const isAnother = wanted.oid !== before.oid || wanted.kind !== before.kind;
    const [after] = await db
      .update(sensors)
      .set({
        ...toColumns(wanted),
        ...(isAnother && { counter: null, counterUpTime: null }),
        pendingState: null,
        pendingPolls: 0,
        updatedAt: new Date(),
      })
      .where(eq(sensors.id, row.id))
      .returning();
    if (after === undefined) throw new Error("our bug: a locked row was not updated");
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "monitoring.sensor_updated",
        target: targetOf(after),
        detail: describe(after),
        ...changesOf(before, toFields(after)),
      },
    );
    return shown(db, after);
  });
}

function refuseFound(before: SensorFields, changes: SensorUpdate): void {
  const refused = FOUND_FIELDS.filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  );
  if (refused.length === 0) return;
  throw invalid(
    refused.map((field) => ({
      loc: ["body", field],
      msg: "the agent says this of a sensor that was found by itself",
      type: "value_error",
    })),
  );
}

function changed(before: SensorFields, changes: SensorUpdate): SensorCreate {
  const whole = { ...before, ...changes };
  const wanted = SensorCreate.safeParse(whole);
  if (wanted.success) return wanted.data;
  throw invalid(toValidationIssues(wanted.error, "body", whole));
}

/**
 * Removes a sensor with its history. One that was found by itself only when the agent has it no more: it would come
 * back. Throws 404, 409,
 * 412.
 */
export async function deleteSensor(
  ctx: Context,
  input: SensorPlace & { ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockSensor(db, input);
    const before = toFields(row);
    requireUnchanged(input.ifMatch, { current: toSensor(row, []), versioned: SENSOR_VERSION });
    if (row.key !== null && row.goneSince === null)
      throw conflict("The agent has this sensor: it would be found again. Switch it off instead");
    if (input.isDryRun) return deletionPreview({ deleted: { sensors: [row.name], histories: [row.name] } });
    await db.delete(sensors).where(eq(sensors.id, row.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "monitoring.sensor_deleted",
        target: targetOf(row),
        detail: describe(row),
        before: { ...before, device_id: row.deviceId, key: row.key, created_at: toTimestamp(row.createdAt) },
      },
    );
    return undefined;
  });
}
