import { z } from "@hono/zod-openapi";
import { requires } from "#features/users";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { DeviceSecurityEventSummary, SecurityEventsQuery } from "./models";
import { getSecurityEvents, type SecurityEventsContext } from "./service";

/** What log lines say of devices. */
export function deviceEventRoutes(ctx: SecurityEventsContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices/{device_id}/security-events",
        tag: "topology",
        summary: "Events that name one of a device's addresses",
        access: requires("security_view"),
        params: z.object({ device_id: id }),
        query: SecurityEventsQuery,
        response: DeviceSecurityEventSummary,
        refusals: {
          404: "Device not found",
          429: "More than 16 of the user's searches are waiting",
          503: "The search has waited 30 seconds for its turn",
        },
      },
      ({ params, query, caller, signal }) =>
        getSecurityEvents(
          ctx,
          { ...query, id: params.device_id, userId: caller.userId, now: new Date() },
          signal,
        ),
    ),
  ];
}
