import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { SyslogEngine } from "#features/syslog";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { download } from "#platform/http/download";
import { route, type Route } from "#platform/http/route";
import { FirewallExportQuery, FirewallExportRow } from "./models";
import { exportFirewallEvents } from "./service";

export function exportRoutes({ db, engine }: { db: Db; engine: SyslogEngine }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/exports/firewall",
        tag: "exports",
        summary: "Matching events as a CSV or JSON file, newest first",
        access: requires("firewall_export"),
        query: FirewallExportQuery,
        response: z.array(FirewallExportRow),
        produces: ["text/csv"],
        refusals: {
          400: "Invalid datetime filter, or a filter's value is no address, blank, or has control characters",
          409: "Events of the time range lie in a damaged file",
          429: "Two exports of the user are running",
          504: "The search took longer than SEARCH_TIMEOUT_SECONDS",
        },
      },
      async (request) => {
        const left = new AbortController();
        const signal = AbortSignal.any([request.signal, left.signal]);
        const ctx = { db, engine, userId: request.caller.userId, actor: actorOf(request), now: new Date() };
        const { name, contentType, content } = await exportFirewallEvents(ctx, request.query, signal);
        return download(content, {
          name,
          contentType,
          onLeave: () => left.abort(new Error("the client has left")),
        });
      },
    ),
  ];
}
