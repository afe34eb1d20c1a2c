import { z } from "@hono/zod-openapi";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { HistoryReader } from "../history/damage";
import type { MaintenanceFinder } from "../maintenance";
import { listIncidents } from "./incidents";
import { IncidentRead, IncidentsQuery, MonitoringTimeline, TimelineQuery } from "./models";
import { readTimeline } from "./timeline";

const PATH = "/api/v1/monitoring";

type Deps = HistoryReader & { maintenanceOf: MaintenanceFinder };

/** How it went for what is watched. */
export function courseRoutes({ db, onDamage, maintenanceOf }: Deps): Route[] {
  const read = { tag: "monitoring", access: "authenticated", method: "get" } as const;
  return [
    route(
      {
        ...read,
        path: `${PATH}/incidents`,
        summary: "Confirmed spans of trouble: those that last first, then the newest",
        query: IncidentsQuery,
        isPaged: true,
        response: z.array(IncidentRead),
      },
      async ({ context, query }) => answerPage(context, await listIncidents({ db, now: new Date() }, query)),
    ),
    route(
      {
        ...read,
        path: `${PATH}/timeline`,
        summary: "How it went for one device, service check or monitor",
        description:
          "States, latency, maintenance, changes and newest results. Of a check of every device `device_id` says on which. " +
          "Up to 24 hours come from results, more from what their hours came to.",
        query: TimelineQuery,
        response: MonitoringTimeline,
        refusals: { 404: "Device, port target or monitor not found" },
      },
      ({ query: { hours, ...thing } }) =>
        readTimeline({ db, onDamage, maintenanceOf }, { thing, hours, now: new Date() }),
    ),
  ];
}
