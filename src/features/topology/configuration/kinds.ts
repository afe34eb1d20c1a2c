import type { ConfigurationKind } from "#features/configuration-kinds";
import type { WorkerPool } from "#platform/workers";
import type { DeviceBelonging } from "../devices/belonging";
import type { SiteBelonging } from "../sites/belonging";
import { deviceKind } from "./devices";
import { GROUP_KIND } from "./groups";
import { LINK_KIND } from "./links";
import { siteKind } from "./sites";

type Deps = {
  pool: WorkerPool;
  belongings: readonly DeviceBelonging[];
  siteBelongings: readonly SiteBelonging[];
};

/** What bundles have of the inventory and the map. */
export function topologyKinds({ pool, belongings, siteBelongings }: Deps): ConfigurationKind[] {
  return [siteKind({ belongings: siteBelongings }), GROUP_KIND, deviceKind({ pool, belongings }), LINK_KIND];
}
