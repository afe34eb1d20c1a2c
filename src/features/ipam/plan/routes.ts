import type { Db } from "#platform/database";
import { QUESTION } from "#platform/http/reasons";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import { SubnetPlan, SubnetPlanRequest } from "./models";
import { makePlan } from "./service";

export function planRoutes({ db, pool }: { db: Db; pool: WorkerPool }): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/ipam/plan",
        tag: "ipam",
        summary: "Plan a network: equal parts, or subnets by their hosts",
        description: "Writes nothing.",
        access: "authenticated",
        noTrial: QUESTION,
        body: SubnetPlanRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: SubnetPlan,
        replay: "kept",
      },
      ({ body, signal }) => makePlan({ db, pool, signal }, body),
    ),
  ];
}
