import { undoersOf, type Undoer } from "#features/undo";
import type { WorkerPool } from "#platform/workers";
import type { DeviceBelonging } from "../devices/belonging";
import type { SiteBelonging } from "../sites/belonging";
import { deviceKind } from "./device";
import { LAYOUT_UNDOERS } from "./layout";
import { LINKS } from "./link";
import { bulkUndoer, importUndoers, RESET_UNDOER } from "./many";
import { GROUPS, siteKind } from "./place";

/** What agents have said of devices is taken back device by device. */
const ENRICHMENT_UNDOER: Undoer = {
  actions: ["topology.device_snmp_enrichment_applied"],
  permission: null,
  standsForCompanions: true,
  companions: ["topology.device_updated"],
  undo: () => Promise.resolve(),
};

/**
 * How changes of devices, links, groups, sites and layouts are taken back. Other features put back what they have of
 * devices and sites.
 */
export function topologyUndoers(deps: {
  pool: WorkerPool;
  belongings: readonly DeviceBelonging[];
  siteBelongings: readonly SiteBelonging[];
}): Undoer[] {
  const kind = deviceKind(deps);
  return [
    ...undoersOf(kind),
    bulkUndoer(kind),
    ...importUndoers(kind),
    ...undoersOf(LINKS),
    ...undoersOf(GROUPS),
    RESET_UNDOER,
    ...undoersOf(siteKind(deps.siteBelongings)),
    ...LAYOUT_UNDOERS,
    ENRICHMENT_UNDOER,
  ];
}
