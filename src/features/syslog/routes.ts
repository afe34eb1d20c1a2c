import { requires } from "#features/users";
import { route, type Route } from "#platform/http/route";
import type { SyslogEngine } from "./engine";
import { SyslogStatus } from "./status/models";
import { getSyslogStatus } from "./status/syslog-status";
import { testLineRoutes } from "./test-line/routes";

export function syslogRoutes(ctx: { engine: SyslogEngine }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/syslog/status",
        tag: "syslog",
        summary: "Receiver, journal and event store: state, counts and losses",
        access: requires("security_view"),
        response: SyslogStatus,
      },
      () => getSyslogStatus(ctx),
    ),
    ...testLineRoutes(ctx),
  ];
}
