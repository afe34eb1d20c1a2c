import { z } from "@hono/zod-openapi";
import { requires } from "#features/users";
import { integer } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { FirewallEventDetail } from "../event/models";
import type { EventReader } from "./event-reader";
import {
  EventFacets,
  EventFacetsQuery,
  EventHistogram,
  EventHistogramQuery,
  EventListQuery,
  EventTop,
  EventTopQuery,
  FirewallEventList,
} from "./models";
import { getFacets, getHistogram, getTop, listEvents, readEvent } from "./service";

const REFUSED = {
  429: "More than 16 of the user's searches are waiting",
  503: "The search has waited 30 seconds for its turn, or the disk cannot be read",
  504: "The search took longer than SEARCH_TIMEOUT_SECONDS",
};
const BAD_FILTER = "A filter's value is no address, blank, or has control characters";

export function eventRoutes(ctx: { engine: EventReader }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/syslog/events",
        tag: "syslog",
        summary: "Search events, newest first",
        access: requires("security_view"),
        query: EventListQuery,
        response: FirewallEventList,
        refusals: { 400: BAD_FILTER, ...REFUSED },
      },
      ({ query, caller, signal }) => listEvents({ ...ctx, userId: caller.userId }, query, signal),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/syslog/events/{event_id}",
        tag: "syslog",
        summary: "One event with all its fields and its octets as received",
        access: requires("security_view"),
        params: z.object({ event_id: integer() }),
        response: FirewallEventDetail,
        refusals: { 404: "Event not found", ...REFUSED },
      },
      ({ params, caller, signal }) => readEvent({ ...ctx, userId: caller.userId }, params.event_id, signal),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/syslog/histogram",
        tag: "syslog",
        summary: "Matching events over time, by verdict, action or severity",
        access: requires("security_view"),
        query: EventHistogramQuery,
        response: EventHistogram,
        refusals: { 400: BAD_FILTER, ...REFUSED },
      },
      ({ query, caller, signal }) => getHistogram({ ...ctx, userId: caller.userId }, query, signal),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/syslog/top",
        tag: "syslog",
        summary: "The most frequent values of a field in matching events",
        access: requires("security_view"),
        query: EventTopQuery,
        response: EventTop,
        refusals: { 400: BAD_FILTER, ...REFUSED },
      },
      ({ query, caller, signal }) => getTop({ ...ctx, userId: caller.userId }, query, signal),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/syslog/facets",
        tag: "syslog",
        summary: "The most frequent values of several fields in matching events",
        description: "As `GET /syslog/top` of each, in one pass over the events.",
        access: requires("security_view"),
        query: EventFacetsQuery,
        response: EventFacets,
        refusals: { 400: BAD_FILTER, ...REFUSED },
      },
      ({ query, caller, signal }) => getFacets({ ...ctx, userId: caller.userId }, query, signal),
    ),
  ];
}
