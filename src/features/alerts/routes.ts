import { z } from "@hono/zod-openapi";
import { createDamageLog } from "#features/monitoring";
import { listChannels } from "#features/notifications";
import { requires } from "#features/users";
import { answerPage, mapPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { acknowledgementRoutes } from "./acknowledgements/routes";
import { listEvents } from "./events/list";
import { AlertEventRead, AlertEventsQuery } from "./events/models";
import { incidentRoutes } from "./incidents/routes";
import { createRehearsals } from "./past";
import { rehearsalRoutes } from "./rehearsal/routes";
import { ruleRoutes } from "./rules/routes";
import type { RuleContext } from "./rules/test-rule";
import type { WhyContext } from "./why/explain";
import { silenceRoutes } from "./silences/routes";

const AlertChannel = z
  .object({
    target: z.string().openapi({ example: "profile:3", description: "what a rule's `channels` name" }),
    name: z.string().openapi({ example: "Operators" }),
    provider: z.string().openapi({ example: "ntfy" }),
    is_ready: z.boolean().openapi({ description: "false: the profile is switched off" }),
  })
  .openapi("AlertChannel");

export function alertRoutes(deps: RuleContext & WhyContext & { secretKey: string }): Route[] {
  const { db, log } = deps;
  return [
    ...ruleRoutes(deps),
    ...rehearsalRoutes({ db, onDamage: createDamageLog(log), rehearsals: createRehearsals(deps) }),
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
      async ({ context, query, caller }) => answerPage(context, await listEvents({ db, caller }, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/alerts/channels",
        tag: "alerts",
        summary: "Where alerts can go, by name: channels of the settings that are filled in, and profiles",
        access: requires("alert_write"),
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(AlertChannel),
      },
      async ({ context, query }) =>
        answerPage(
          context,
          mapPage(await listChannels({ db }, query), ({ isReady, ...channel }) => ({
            ...channel,
            is_ready: isReady,
          })),
        ),
    ),
    ...incidentRoutes(deps),
    ...acknowledgementRoutes(deps),
    ...silenceRoutes({ db }),
  ];
}
