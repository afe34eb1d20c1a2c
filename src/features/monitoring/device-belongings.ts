import { and, eq, inArray, isNull, notInArray, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { readAffectedDevices, type DeviceBelonging } from "#features/topology";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import { readAffected } from "#platform/http/affected";
import { putBack, type PutBack, type StoredRow } from "#platform/put-back";
import { devices } from "#tables/topology";
import { lockChoices, requireNoCircle } from "./dependencies/service";
import { holdTargets } from "./engine/target-upkeep";
import { keptTarget, restoreTargets } from "./history/orphans";
import { checkTargets, deviceDependencies, groupMembers, serviceChecks } from "./tables";
import { restoreMembers } from "./watched-belonging";

/**
 * Gives a statement of the rows of a table that name one of the devices, by `device_id`, or a service check of it, by
 * `service_check_id`.
 */
export function rowsNamingDevices(table: PgTable): (ids: readonly number[]) => SQL {
  return (ids) => sql`
    SELECT CASE WHEN naming.device_id = ${anyOf(ids)} THEN naming.device_id ELSE own.device_id END AS owner,
      to_jsonb(naming) AS row
    FROM ${table} AS naming LEFT JOIN ${serviceChecks} AS own ON own.id = naming.service_check_id
    WHERE naming.device_id = ${anyOf(ids)} OR own.device_id = ${anyOf(ids)} ORDER BY naming.id`;
}

/** What monitoring has of a device that is deleted. */
export const MONITORING_BELONGINGS: readonly DeviceBelonging[] = [
  {
    kind: "service_checks",
    kept: {
      rowsOf: (ids) => sql`SELECT device_id AS owner, to_jsonb(gone) AS row FROM ${serviceChecks} AS gone
        WHERE device_id = ${anyOf(ids)} ORDER BY gone.id`,
      table: serviceChecks,
    },
    readRemoved: (db, ids) =>
      readAffected(db, {
        from: serviceChecks,
        where: inArray(serviceChecks.deviceId, [...ids]),
        name: serviceChecks.label,
        orderBy: [serviceChecks.id],
      }),
  },
  {
    kind: "histories",
    hold: holdTargets,
    kept: {
      rowsOf: (ids) => sql`SELECT device_id AS owner, ${keptTarget} AS row FROM ${checkTargets} AS gone
        WHERE device_id = ${anyOf(ids)} ORDER BY gone.id`,
      table: checkTargets,
      restore: restoreTargets,
    },
  },
  {
    kind: "dependencies",
    // With both of its devices, where both go.
    kept: {
      rowsOf: (ids) => sql`SELECT owner, row FROM (
        SELECT device_id AS owner, to_jsonb(gone) AS row, device_id, parent_id FROM ${deviceDependencies} AS gone
          WHERE device_id = ${anyOf(ids)}
        UNION ALL SELECT parent_id, to_jsonb(gone), device_id, parent_id FROM ${deviceDependencies} AS gone
          WHERE parent_id = ${anyOf(ids)}) AS choices ORDER BY device_id, parent_id`,
      table: deviceDependencies,
      restore: restoreChoices,
    },
    readUnassigned(db, ids) {
      const dependents = db
        .select({ id: deviceDependencies.deviceId })
        .from(deviceDependencies)
        .where(inArray(deviceDependencies.parentId, [...ids]));
      return readAffectedDevices(db, and(inArray(devices.id, dependents), notInArray(devices.id, [...ids])));
    },
  },
  {
    kind: "group_members",
    kept: { rowsOf: rowsNamingDevices(groupMembers), table: groupMembers, restore: restoreMembers },
  },
];

/** A choice that would lead back to the device, or of a device that is to depend on nothing by now, stays gone. */
async function restoreChoices(db: Db, rows: readonly StoredRow[]): Promise<PutBack> {
  await lockChoices(db);
  const found: PutBack = { back: [], taken: [], missing: [] };
  for (const row of rows) {
    const isKept = await isPossible(db, row);
    const { back, taken, missing } = isKept
      ? await putBack(db, deviceDependencies, [row])
      : { back: [], taken: [row], missing: [] };
    found.back.push(...back);
    found.taken.push(...taken);
    found.missing.push(...missing);
  }
  return found;
}

async function isPossible(db: Db, row: StoredRow): Promise<boolean> {
  const [device, parent] = [Number(row["device_id"]), row["parent_id"]];
  const nothing = and(eq(deviceDependencies.deviceId, device), isNull(deviceDependencies.parentId));
  if ((await db.$count(deviceDependencies, nothing)) > 0) return false;
  if (typeof parent !== "number") return true;
  try {
    await requireNoCircle(db, device, [parent]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
