import { rowsNamingDevices, type WatchedBelonging } from "#features/monitoring";
import type { DeviceBelonging } from "#features/topology";
import { maintenanceScopes } from "./tables";

/** What maintenance windows cover of a device that is deleted. */
export const maintenanceBelonging: DeviceBelonging = {
  kind: "maintenance_scopes",
  kept: { rowsOf: rowsNamingDevices(maintenanceScopes), table: maintenanceScopes },
};

/** What they cover of a check or a monitor that is deleted. */
export const maintenanceWatchedBelonging: WatchedBelonging = {
  kind: "maintenance_scopes",
  table: maintenanceScopes,
};
