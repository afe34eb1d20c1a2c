import type { Db } from "#platform/database";
import type { Route } from "#platform/http/route";
import { checkRoutes } from "./checks/routes";

export type MonitoringDeps = {
  db: Db;
  /** Called after a write that changes what is to be checked. */
  onChange: () => void;
};

export function monitoringRoutes(deps: MonitoringDeps): Route[] {
  return [...checkRoutes(deps)];
}
