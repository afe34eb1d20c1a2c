import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { route, type Route } from "#platform/http/route";
import { TopologyGraph } from "./models";
import { getGraph } from "./service";

export function graphRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/topology/graph",
        tag: "topology",
        summary: "All devices and the links between them",
        access: "authenticated",
        response: TopologyGraph,
        versioned: WHOLE,
      },
      ({ caller }) => getGraph({ db }, caller.userId),
    ),
  ];
}
