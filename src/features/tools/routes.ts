import type { Encryption } from "#platform/encryption";
import type { Reachability } from "#platform/echo/reachability";
import type { Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import { activeToolRoutes } from "./active/routes";
import { type DeskOptions, ToolDesk } from "./desk";
import { passiveToolRoutes } from "./passive/routes";

export type ToolsDeps = DeskOptions & {
  log: Logger;
  encryption: Encryption;
  reachability: Reachability;
  pool: WorkerPool;
};

export function toolRoutes(deps: ToolsDeps): Route[] {
  const desk = new ToolDesk(deps);
  return [...passiveToolRoutes(desk), ...activeToolRoutes(desk, deps)];
}
