import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import type { Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { CountToolCall } from "#platform/tool-limit";
import { checkRoutes } from "./checks/routes";
import { courseRoutes } from "./course/routes";
import { createDamageLog } from "./history/damage";
import { dependencyRoutes } from "./dependencies/routes";
import { watchedDeviceRoutes } from "./devices/routes";
import type { MaintenanceFinder } from "./maintenance";
import { monitorRoutes } from "./monitors/routes";
import { pushRoutes } from "./push/routes";
import { standingRoutes } from "./standings/routes";
import type { WatchedBelonging } from "./watched-belonging";
import { suggestionRoutes } from "./suggestions/routes";

export type MonitoringDeps = {
  db: Db;
  encryption: Encryption;
  /** Of everything that is sent into the network for a user. */
  countCall: CountToolCall;
  /** Of what a user has asked at once, beside what checks may. */
  targetRule: () => Promise<ActiveTargetRule>;
  reachability: Reachability;
  /** Of the devices that this service is at. */
  rootAddresses: () => Promise<readonly string[]>;
  maintenanceOf: MaintenanceFinder;
  /** What goes with a check or a monitor that is deleted. */
  belongings: readonly WatchedBelonging[];
  log: Logger;
  /** Called after a write that changes what is to be checked. */
  onChange: () => void;
};

export function monitoringRoutes({ log, ...given }: MonitoringDeps): Route[] {
  const deps = { ...given, onDamage: createDamageLog(log) };
  return [
    ...watchedDeviceRoutes(deps),
    ...dependencyRoutes(deps),
    ...standingRoutes(deps),
    ...courseRoutes(deps),
    ...checkRoutes(deps),
    ...suggestionRoutes(deps),
    ...pushRoutes(deps),
    ...monitorRoutes(deps),
  ];
}
