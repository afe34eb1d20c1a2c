import { inArray } from "drizzle-orm";
import { rowsNamingDevices, type WatchedBelonging } from "#features/monitoring";
import type { DeviceBelonging } from "#features/topology";
import { readAffected } from "#platform/http/affected";
import { alertRules } from "./tables";

/** Alert rules of a check or a monitor that is deleted. */
export const alertWatchedBelonging: WatchedBelonging = { kind: "alert_rules", table: alertRules };

/** Alert rules of a device that is deleted. */
export const alertBelonging: DeviceBelonging = {
  kind: "alert_rules",
  kept: { rowsOf: rowsNamingDevices(alertRules), table: alertRules },
  readRemoved: (db, ids) =>
    readAffected(db, {
      from: alertRules,
      where: inArray(alertRules.deviceId, [...ids]),
      name: alertRules.name,
      orderBy: [alertRules.id],
    }),
};
