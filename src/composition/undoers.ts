import { IPAM_UNDOERS } from "#features/ipam";
import { findRootAddresses, monitoringUndoers } from "#features/monitoring";
import { topologyUndoers } from "#features/topology";
import { createUndoRegistry, type UndoRegistry } from "#features/undo";
import type { WorkerPool } from "#platform/workers";
import { DEVICE_BELONGINGS, SITE_BELONGINGS } from "./device-belongings";
import type { Settings } from "../settings/settings";

/** Everything that can be taken back. */
export function createUndoers({ pool, settings }: { pool: WorkerPool; settings: Settings }): UndoRegistry {
  return createUndoRegistry([
    ...topologyUndoers({ pool, belongings: DEVICE_BELONGINGS, siteBelongings: SITE_BELONGINGS }),
    ...IPAM_UNDOERS,
    ...monitoringUndoers({ rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES) }),
  ]);
}
