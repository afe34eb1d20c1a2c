import { CONFIGURATION_UNDOERS } from "#features/configuration";
import { IMPORT_UNDOERS } from "#features/imports";
import { IPAM_UNDOERS } from "#features/ipam";
import { findRootAddresses, monitoringUndoers } from "#features/monitoring";
import { topologyUndoers } from "#features/topology";
import { createUndoRegistry, type UndoRegistry } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import type { WorkerPool } from "#platform/workers";
import { DEVICE_BELONGINGS, SITE_BELONGINGS } from "./device-belongings";
import type { Settings } from "../settings/settings";

type UndoerDeps = { pool: WorkerPool; settings: Settings; encryption: Encryption };

/** Everything that can be taken back. */
export function createUndoers({ pool, settings, encryption }: UndoerDeps): UndoRegistry {
  return createUndoRegistry([
    ...topologyUndoers({ pool, belongings: DEVICE_BELONGINGS, siteBelongings: SITE_BELONGINGS }),
    ...IPAM_UNDOERS,
    ...IMPORT_UNDOERS,
    ...CONFIGURATION_UNDOERS,
    ...monitoringUndoers({
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      encryption,
    }),
  ]);
}
