import { requires } from "#features/users";
import { route, type Route } from "#platform/http/route";
import type { SyslogEngine } from "./engine";
import { StatusQuery, SyslogStatus } from "./status/models";
import { findSyslogStatus, type CollectorPeers } from "./status/peer-status";
import { testLineRoutes } from "./test-line/routes";

export function syslogRoutes(ctx: { engine: SyslogEngine; peers: CollectorPeers }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/syslog/status",
        tag: "syslog",
        summary: "Receiver, journal and event store: state, counts and losses",
        description:
          "Counts are of one collector, since its process started. Without `collector` it is that of the process that answers, or, where that receives " +
          "nothing, one of another process.",
        access: requires("security_view"),
        query: StatusQuery,
        response: SyslogStatus,
        refusals: {
          404: "No process that runs has this collector",
          503: "The process that has it does not answer",
        },
      },
      ({ query }) => findSyslogStatus(ctx, query.collector),
    ),
    ...testLineRoutes(ctx),
  ];
}
