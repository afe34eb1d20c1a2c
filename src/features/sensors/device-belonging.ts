import { and, inArray, sql } from "drizzle-orm";
import type { DeviceBelonging } from "#features/topology";
import { anyOf } from "#platform/any-of";
import { readAffected } from "#platform/http/affected";
import { pick, putBack } from "#platform/put-back";
import { isSensorOfPeople, sensors } from "./tables";

/** What people set; the rest is measured anew. */
const SET_COLUMNS = [
  "id",
  "device_id",
  "key",
  "category",
  "name",
  "unit",
  "oid",
  "kind",
  "factor",
  "divisor",
  "enabled",
  "warn_above",
  "critical_above",
  "warn_below",
  "critical_below",
  "clear_margin",
  "confirm_after",
  "created_at",
];

/** Sensors of a device that is deleted, which people have added or set bounds on. */
export const sensorBelonging: DeviceBelonging = {
  kind: "sensors",
  kept: {
    rowsOf: (ids) => sql`SELECT device_id AS owner, to_jsonb(gone) AS row FROM ${sensors} AS gone
      WHERE device_id = ${anyOf(ids)} AND ${isSensorOfPeople} ORDER BY gone.id`,
    table: sensors,
    restore: (db, rows) =>
      putBack(
        db,
        sensors,
        rows.map((row) => pick(row, SET_COLUMNS)),
      ),
  },
  readRemoved: (db, ids) =>
    readAffected(db, {
      from: sensors,
      where: and(inArray(sensors.deviceId, [...ids]), isSensorOfPeople),
      name: sensors.name,
      orderBy: [sensors.id],
    }),
};
