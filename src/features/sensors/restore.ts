import type { DeviceRestorer } from "#features/topology";
import { pick, putBack } from "#platform/put-back";
import { sensors } from "./tables";

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

/** Sensors of people on a device that was deleted. */
export const sensorRestorer: DeviceRestorer = {
  kind: "sensors",
  table: sensors,
  restore: (db, rows) =>
    putBack(
      db,
      sensors,
      rows.map((row) => pick(row, SET_COLUMNS)),
    ),
};
