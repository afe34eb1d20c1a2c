import type { DeviceRestorer } from "#features/topology";
import { maintenanceScopes } from "./tables";

/** What maintenance windows covered of a device that was deleted. */
export const maintenanceRestorer: DeviceRestorer = { kind: "maintenance_scopes", table: maintenanceScopes };
