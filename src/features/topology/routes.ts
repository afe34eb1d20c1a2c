import type { OperationRunner } from "#features/operations";
import type { SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Reachability } from "#platform/echo/reachability";
import type { Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import { deviceBulkRoutes } from "./devices/bulk-routes";
import { deviceRoutes } from "./devices/routes";
import { deviceSecurityRoutes } from "./devices/security-routes";
import { enrichmentRoutes } from "./enrichment/routes";
import { graphRoutes } from "./graph/routes";
import { groupRoutes } from "./groups/routes";
import { importRoutes } from "./import/routes";
import { layoutRoutes } from "./layouts/routes";
import { linkRoutes } from "./links/routes";
import { siteRoutes } from "./sites/routes";
import type { ToolRules } from "./tool-rules";

export type TopologyDeps = {
  db: Db;
  pool: WorkerPool;
  syslog: SyslogEngine;
  encryption: Encryption;
  tools: ToolRules;
  reachability: Reachability;
  operations: OperationRunner;
};

export function topologyRoutes(deps: TopologyDeps): Route[] {
  return [
    ...graphRoutes(deps),
    ...importRoutes(deps),
    ...deviceRoutes(deps),
    ...deviceBulkRoutes(deps),
    ...deviceSecurityRoutes(deps),
    ...enrichmentRoutes(deps),
    ...groupRoutes(deps),
    ...siteRoutes(deps),
    ...linkRoutes(deps),
    ...layoutRoutes(deps),
  ];
}
