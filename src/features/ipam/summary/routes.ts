import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { IpamSummary } from "./models";
import { summarize } from "./service";

export function summaryRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/summary",
        tag: "ipam",
        summary: "The address plan in figures",
        access: "authenticated",
        response: IpamSummary,
      },
      () => summarize({ db }),
    ),
  ];
}
