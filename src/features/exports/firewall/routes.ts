import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { Operation } from "#features/operations";
import type { SyslogEngine } from "#features/syslog";
import { requires } from "#features/users";
import { route, type Route } from "#platform/http/route";
import { answerExport, NO_ROOM, type ExportDesk } from "../answer";
import { FirewallExportQuery, FirewallExportRow } from "./models";
import { exportFirewallEvents } from "./service";

type ExportDeps = { desk: ExportDesk; engine: SyslogEngine };

export function firewallExportRoutes({ desk, engine }: ExportDeps): Route[] {
  const { db } = desk;
  return [
    route(
      {
        method: "get",
        path: "/api/v1/exports/firewall",
        tag: "exports",
        summary: "Matching events as a file, newest first",
        access: requires("firewall_export"),
        query: FirewallExportQuery,
        response: z.array(FirewallExportRow),
        produces: ["text/csv", "application/x-ndjson", "application/vnd.apache.parquet"],
        accepted: Operation,
        refusals: {
          400: "Invalid datetime filter, or a filter's value is no address, blank, or has control characters",
          409: "Events of the time range lie in a damaged file",
          429: "Two exports of the user are running",
          507: NO_ROOM,
          504: "The search took longer than SEARCH_TIMEOUT_SECONDS",
        },
      },
      (request) => {
        const ctx = { db, engine, userId: request.caller.userId, actor: actorOf(request), now: new Date() };
        return answerExport(desk, request, {
          subject: "firewall events",
          permission: "firewall_export",
          open: (signal) => exportFirewallEvents(ctx, request.query, signal),
        });
      },
    ),
  ];
}
