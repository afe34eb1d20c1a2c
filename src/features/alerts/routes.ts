import { z } from "@hono/zod-openapi";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { listEvents } from "./events/list";
import { AlertEventRead, AlertEventsQuery } from "./events/models";
import { incidentRoutes } from "./incidents/routes";
import { ruleRoutes, type RuleRouteDeps } from "./rules/routes";
import { silenceRoutes } from "./silences/routes";

export function alertRoutes(deps: RuleRouteDeps): Route[] {
  const { db } = deps;
  return [
    ...ruleRoutes(deps),
    route(
      {
        method: "get",
        path: "/api/v1/alerts/events",
        tag: "alerts",
        summary: "What alert rules have found, the newest first",
        access: "authenticated",
        query: AlertEventsQuery,
        isPaged: true,
        response: z.array(AlertEventRead),
      },
      async ({ context, query }) => answerPage(context, await listEvents({ db }, query)),
    ),
    ...incidentRoutes({ db }),
    ...silenceRoutes({ db }),
  ];
}
