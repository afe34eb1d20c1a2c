import { inArray } from "drizzle-orm";
import { rowsNamingDevices, type WatchedBelonging } from "#features/monitoring";
import type { DeviceBelonging } from "#features/topology";
import { alertRules } from "./tables";

/** Alert rules of a check or a monitor that is deleted. */
export const alertWatchedBelonging: WatchedBelonging = { kind: "alert_rules", table: alertRules };

/** Alert rules of a device that is deleted. */
export const alertBelonging: DeviceBelonging = {
  kind: "alert_rules",
  kept: { rowsOf: rowsNamingDevices(alertRules), table: alertRules },
  async listNames(db, ids) {
    const rows = await db
      .select({ name: alertRules.name })
      .from(alertRules)
      .where(inArray(alertRules.deviceId, [...ids]))
      .orderBy(alertRules.id);
    return rows.map(({ name }) => name);
  },
};
