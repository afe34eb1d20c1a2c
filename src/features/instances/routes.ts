import { route, type Route } from "#platform/http/route";
import { InstanceList, toInstanceList } from "./models";
import { askInstances, type InstancesContext } from "./peer-report";

export function instanceRoutes(context: InstancesContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/system/instances",
        tag: "system",
        summary: "The processes that work on this database",
        description:
          "Each with its roles, version and last sign of life, and with what it says of itself when it is asked now (`report`): uptime, memory, " +
          "how late its thread is, how fast its database answers, what waits in its journal, its last error. The answer is the same whichever " +
          "process gives it, and comes within 4 s: one that says nothing by then is named with the reason (`silence`) and the age of its last " +
          "sign of life. One that was not seen for 30 s is gone, and forgotten after a day. " +
          "`missing_roles` is what none of the live ones does.",
        access: "superadmin",
        response: InstanceList,
      },
      async () => toInstanceList(await askInstances(context), context.self),
    ),
  ];
}
