import { alertRestorer } from "#features/alerts";
import { IMPORT_UNDOERS } from "#features/imports";
import { assignSubnets, IPAM_UNDOERS } from "#features/ipam";
import { maintenanceRestorer } from "#features/maintenance";
import { findRootAddresses, MONITORING_RESTORERS, monitoringUndoers } from "#features/monitoring";
import { sensorRestorer } from "#features/sensors";
import { statusPageRestorer } from "#features/status-pages";
import { topologyUndoers, type DeviceRestorer } from "#features/topology";
import { createUndoRegistry, type UndoRegistry } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import type { WorkerPool } from "#platform/workers";
import type { Settings } from "./settings";

/**
 * What other features have of devices comes back in this order: service checks first, as the later ones may name them.
 */
const DEVICE_RESTORERS: readonly DeviceRestorer[] = [
  ...MONITORING_RESTORERS,
  sensorRestorer,
  alertRestorer,
  maintenanceRestorer,
  statusPageRestorer,
];

/** Everything that can be taken back. */
export function createUndoers({
  pool,
  settings,
  encryption,
}: {
  pool: WorkerPool;
  settings: Settings;
  encryption: Encryption;
}): UndoRegistry {
  return createUndoRegistry([
    ...topologyUndoers({ pool, restorers: DEVICE_RESTORERS, assignSite: assignSubnets }),
    ...IPAM_UNDOERS,
    ...IMPORT_UNDOERS,
    ...monitoringUndoers({
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      encryption,
    }),
  ]);
}
