import type { OperationRunner } from "#features/operations";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Reachability } from "#platform/echo/reachability";
import type { Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import type { DeviceBelonging } from "./devices/belonging";
import { deviceBulkRoutes } from "./devices/bulk-routes";
import { deviceRoutes } from "./devices/routes";
import type { KeepArp } from "./enrichment/read";
import { enrichmentRoutes } from "./enrichment/routes";
import { graphRoutes } from "./graph/routes";
import { groupRoutes } from "./groups/routes";
import type { SubnetSync } from "./groups/subnet-sync";
import { importRoutes } from "./import/routes";
import { layoutRoutes } from "./layouts/routes";
import { identityRoutes } from "./identities/routes";
import { mergeRoutes } from "./merge/routes";
import type { DeviceMover } from "./merge/mover";
import { linkRoutes } from "./links/routes";
import type { SiteBelonging } from "./sites/belonging";
import { siteRoutes } from "./sites/routes";
import type { ToolRules } from "./tool-rules";

export type TopologyDeps = {
  db: Db;
  pool: WorkerPool;
  encryption: Encryption;
  tools: ToolRules;
  keepArp: KeepArp;
  reachability: Reachability;
  operations: OperationRunner;
  /** Of the other features that have something of devices. */
  movers: readonly DeviceMover[];
  /** The same, for when devices are deleted. */
  belongings: readonly DeviceBelonging[];
  siteBelongings: readonly SiteBelonging[];
  syncSubnet: SubnetSync;
};

export function topologyRoutes(deps: TopologyDeps): Route[] {
  return [
    ...graphRoutes(deps),
    ...importRoutes(deps),
    ...deviceRoutes(deps),
    ...deviceBulkRoutes(deps),
    ...identityRoutes(deps),
    ...mergeRoutes(deps),
    ...enrichmentRoutes(deps),
    ...groupRoutes(deps),
    ...siteRoutes(deps),
    ...linkRoutes(deps),
    ...layoutRoutes(deps),
  ];
}
