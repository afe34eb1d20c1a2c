import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { databaseNow } from "#platform/database-clock";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { acknowledgeIncident } from "./acknowledge";
import { AcknowledgeRequest, AlertIncidentRead, AlertIncidentsQuery } from "./models";
import { explainIncident, type WhyContext } from "../why/explain";
import { AlertWhy } from "../why/models";
import { getIncident, listIncidents } from "./read";

const PATH = "/api/v1/alerts/incidents";
const params = z.object({ incident_id: id });
const NOT_FOUND = { 404: "Incident not found" };

export function incidentRoutes(deps: WhyContext): Route[] {
  const { db } = deps;
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "alerts",
        summary: "Incidents: those that last first, then the newest",
        description: "An incident is trouble with one cause, whatever number of rules tells of it.",
        access: "authenticated",
        query: AlertIncidentsQuery,
        isPaged: true,
        response: z.array(AlertIncidentRead),
      },
      async ({ context, query }) =>
        answerPage(context, await listIncidents({ db, now: await databaseNow(db) }, query)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{incident_id}`,
        tag: "alerts",
        summary: "One incident",
        access: "authenticated",
        params,
        response: AlertIncidentRead,
        refusals: NOT_FOUND,
      },
      async ({ params: { incident_id: incident } }) =>
        getIncident({ db, now: await databaseNow(db) }, incident),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{incident_id}/why`,
        tag: "alerts",
        summary: "What a person would look up about an incident",
        description:
          "The likely cause in a sentence, and what it is taken from: each part for those who may read it where it comes from.",
        access: "authenticated",
        params,
        response: AlertWhy,
        refusals: NOT_FOUND,
      },
      ({ params: { incident_id: incident }, caller, signal }) =>
        explainIncident(deps, { id: incident, caller }, signal),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{incident_id}/acknowledge`,
        tag: "alerts",
        summary: "Say that you see to an incident",
        access: requires("alert_write"),
        isTryable: true,
        params,
        body: AcknowledgeRequest,
        response: AlertIncidentRead,
        replay: { byId: `${PATH}/{incident_id}`, isKept: true },
        refusals: { ...NOT_FOUND, 409: "The incident is over" },
      },
      async (request) =>
        acknowledgeIncident(
          { db: request.db, actor: actorOf(request), now: await databaseNow(request.db) },
          { id: request.params.incident_id, note: request.body.note },
        ),
    ),
  ];
}
