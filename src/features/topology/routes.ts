import type { OperationRunner } from "#features/operations";
import type { SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Reachability } from "#platform/echo/reachability";
import type { Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import { deviceBulkRoutes } from "./devices/bulk-routes";
import { deviceRoutes } from "./devices/routes";
import type { KeepArp } from "./enrichment/read";
import { deviceSecurityRoutes } from "./devices/security-routes";
import { enrichmentRoutes } from "./enrichment/routes";
import { graphRoutes } from "./graph/routes";
import { groupRoutes } from "./groups/routes";
import { importRoutes } from "./import/routes";
import { layoutRoutes } from "./layouts/routes";
import { identityRoutes } from "./identities/routes";
import { mergeRoutes } from "./merge/routes";
import type { DeviceMover } from "./merge/mover";
import { linkRoutes } from "./links/routes";
import { siteRoutes } from "./sites/routes";
import type { ToolRules } from "./tool-rules";

export type TopologyDeps = {
  log: Logger;
  db: Db;
  pool: WorkerPool;
  syslog: SyslogEngine;
  encryption: Encryption;
  tools: ToolRules;
  keepArp: KeepArp;
  reachability: Reachability;
  operations: OperationRunner;
  /** Of the other features that have something of devices. */
  movers: readonly DeviceMover[];
};

export function topologyRoutes(deps: TopologyDeps): Route[] {
  return [
    ...graphRoutes(deps),
    ...importRoutes(deps),
    ...deviceRoutes(deps),
    ...deviceBulkRoutes(deps),
    ...deviceSecurityRoutes(deps),
    ...identityRoutes(deps),
    ...mergeRoutes(deps),
    ...enrichmentRoutes(deps),
    ...groupRoutes(deps),
    ...siteRoutes(deps),
    ...linkRoutes(deps),
    ...layoutRoutes(deps),
  ];
}
