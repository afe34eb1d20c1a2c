import { undoersOf, type Undoer } from "#features/undo";
import type { WorkerPool } from "#platform/workers";
import { deviceKind } from "./device";
import { LAYOUT_UNDOERS } from "./layout";
import { LINKS } from "./link";
import { bulkUndoer, importUndoers, RESET_UNDOER } from "./many";
import { GROUPS, siteKind, type SiteAssigner } from "./place";
import type { DeviceRestorer } from "./restore-belongings";

export type { DeviceRestorer } from "./restore-belongings";

/**
 * How changes of devices, links, groups, sites and layouts are taken back. Other features put back what they have of
 * devices and sites.
 */
export function topologyUndoers(deps: {
  pool: WorkerPool;
  restorers: readonly DeviceRestorer[];
  assignSite: SiteAssigner;
}): Undoer[] {
  const kind = deviceKind(deps);
  return [
    ...undoersOf(kind),
    bulkUndoer(kind),
    ...importUndoers(kind),
    ...undoersOf(LINKS),
    ...undoersOf(GROUPS),
    RESET_UNDOER,
    ...undoersOf(siteKind(deps.assignSite)),
    ...LAYOUT_UNDOERS,
  ];
}
