import type { OperationRunner } from "#features/operations";
import type { Db } from "#platform/database";
import type { Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import { addressRoutes } from "./addresses/routes";
import { allocationRoutes } from "./allocation/routes";
import { conflictRoutes } from "./conflicts/routes";
import { assignmentRoutes } from "./external/assignment-routes";
import { poolRoutes } from "./external/pool-routes";
import { leaseRoutes } from "./leases/routes";
import { planRoutes } from "./plan/routes";
import { reservationRoutes } from "./reservations/routes";
import { subnetRoutes } from "./subnets/routes";
import { summaryRoutes } from "./summary/routes";
import { vlanRoutes } from "./vlans/routes";

export type IpamDeps = { db: Db; pool: WorkerPool; operations: OperationRunner };

export function ipamRoutes(deps: IpamDeps): Route[] {
  return [
    ...summaryRoutes(deps),
    ...vlanRoutes(deps),
    ...subnetRoutes(deps),
    ...addressRoutes(deps),
    ...allocationRoutes(deps),
    ...reservationRoutes(deps),
    ...leaseRoutes(deps),
    ...conflictRoutes(deps),
    ...poolRoutes(deps),
    ...assignmentRoutes(deps),
    ...planRoutes(deps),
  ];
}
