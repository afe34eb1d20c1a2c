import { and, eq, isNull } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { requireDevice } from "../devices/history";
import { requireMonitor } from "../monitors/list";
import { checkTargets, serviceChecks } from "../tables";

/** A device, a service check (one of every device: on which), or a monitor. */
export type Thing = {
  device_id?: number | undefined;
  service_check_id?: number | undefined;
  monitor_id?: number | undefined;
};

/** What is watched of a thing, as maintenance windows name it. */
export type Named = { deviceId: number | null; serviceCheckId: number | null; monitorId: number | null };

export type FoundTarget = Named & {
  /** Undefined: nothing is watched yet. */
  target: typeof checkTargets.$inferSelect | undefined;
};

/** Throws 404 for a thing that is not there, 422 where none is named, or more than one. */
export async function findTarget(db: Db, thing: Thing): Promise<FoundTarget> {
  const named = await nameTarget(db, thing);
  const { deviceId, serviceCheckId, monitorId } = checkTargets;
  const is = (column: AnyPgColumn, id: number | null) => (id === null ? isNull(column) : eq(column, id));
  const [target] = await db
    .select()
    .from(checkTargets)
    .where(
      and(
        is(deviceId, named.deviceId),
        is(serviceCheckId, named.serviceCheckId),
        is(monitorId, named.monitorId),
      ),
    );
  return { ...named, target };
}

async function nameTarget(db: Db, thing: Thing): Promise<Named> {
  const { device_id: deviceId, service_check_id: checkId, monitor_id: monitorId } = thing;
  if (monitorId !== undefined) {
    if (deviceId !== undefined || checkId !== undefined)
      throw refused("monitor_id", "Value error, A monitor is on no device");
    await requireMonitor(db, monitorId);
    return { deviceId: null, serviceCheckId: null, monitorId };
  }
  if (checkId === undefined) {
    if (deviceId === undefined) throw missing();
    await requireDevice(db, deviceId);
    return { deviceId, serviceCheckId: null, monitorId: null };
  }
  const [check] = await db.select().from(serviceChecks).where(eq(serviceChecks.id, checkId));
  if (check === undefined) throw notFound("Port target not found");
  const on = check.deviceId ?? deviceId;
  if (on === undefined) throw missing();
  return { deviceId: on, serviceCheckId: checkId, monitorId: null };
}

function missing() {
  return invalid([{ loc: ["query", "device_id"], msg: "Field required", type: "missing" }]);
}

function refused(field: string, msg: string) {
  return invalid([{ loc: ["query", field], msg, type: "value_error" }]);
}
