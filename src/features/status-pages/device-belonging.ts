import { rowsNamingDevices, type WatchedBelonging } from "#features/monitoring";
import type { DeviceBelonging } from "#features/topology";
import { statusPageComponents } from "./tables";

/** What status pages show of a device that is deleted. */
export const statusPageBelonging: DeviceBelonging = {
  kind: "status_page_components",
  kept: { rowsOf: rowsNamingDevices(statusPageComponents), table: statusPageComponents },
};

/** What they show of a check or a monitor that is deleted. */
export const statusPageWatchedBelonging: WatchedBelonging = {
  kind: "status_page_components",
  table: statusPageComponents,
};
