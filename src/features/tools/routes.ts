import type { Encryption } from "#platform/encryption";
import type { Reachability } from "#platform/echo/reachability";
import type { Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { WorkerPool } from "#platform/workers";
import { activeToolRoutes } from "./active/routes";
import { type DeskOptions, ToolDesk } from "./desk";
import { keptResultRoutes } from "./kept/routes";
import { addToolMetrics } from "./metrics";
import { passiveToolRoutes } from "./passive/routes";

export type ToolsDeps = DeskOptions & {
  log: Logger;
  metrics: Metrics;
  encryption: Encryption;
  reachability: Reachability;
  pool: WorkerPool;
};

export function toolRoutes(deps: ToolsDeps): Route[] {
  const desk = new ToolDesk(deps);
  addToolMetrics(deps.metrics, desk);
  return [...passiveToolRoutes(desk), ...activeToolRoutes(desk, deps), ...keptResultRoutes(deps)];
}
