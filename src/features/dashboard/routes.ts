import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { DashboardSummary } from "./models";
import { getSummary } from "./service";

export function dashboardRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/dashboard/summary",
        tag: "dashboard",
        summary: "How many users, devices, groups and links there are",
        access: "authenticated",
        response: DashboardSummary,
      },
      () => getSummary({ db }),
    ),
  ];
}
