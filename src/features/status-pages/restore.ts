import type { DeviceRestorer } from "#features/topology";
import { statusPageComponents } from "./tables";

/** What status pages showed of a device that was deleted. */
export const statusPageRestorer: DeviceRestorer = {
  kind: "status_page_components",
  table: statusPageComponents,
};
