import type { DeviceRestorer } from "#features/topology";
import { alertRules } from "./tables";

/** Alert rules of a device that was deleted. */
export const alertRestorer: DeviceRestorer = { kind: "alert_rules", table: alertRules };
