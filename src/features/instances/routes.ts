import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { InstanceList, toInstanceList } from "./models";
import { listInstances, type InstanceSelf } from "./service";

export function instanceRoutes({ db, self }: { db: Db; self: InstanceSelf }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/system/instances",
        tag: "system",
        summary: "The processes that work on this database",
        description:
          "Each with its roles, version and last sign of life; one that was not seen for 30 s is gone, and forgotten after a day. " +
          "`missing_roles` is what none of the live ones does.",
        access: "superadmin",
        response: InstanceList,
      },
      async () => toInstanceList(await listInstances(db), self),
    ),
  ];
}
