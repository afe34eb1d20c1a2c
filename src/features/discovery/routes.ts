import type { Route } from "#platform/http/route";
import type { DiscoveryDeps } from "./discovery";
import { observationRoutes } from "./observations/routes";
import { importRoutes } from "./scans/import-routes";
import { scanRoutes } from "./scans/routes";
import { scheduleRoutes } from "./schedules/routes";

export function discoveryRoutes(deps: DiscoveryDeps): Route[] {
  return [...scanRoutes(deps), ...importRoutes(deps), ...scheduleRoutes(deps), ...observationRoutes(deps)];
}
