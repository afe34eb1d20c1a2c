import { z } from "@hono/zod-openapi";
import { requires } from "#features/users";
import { integer } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import type { SyslogEngine } from "../engine";
import { FirewallEventDetail } from "../models";
import {
  EventHistogram,
  EventHistogramQuery,
  EventListQuery,
  EventTop,
  EventTopQuery,
  FirewallEventList,
} from "./models";
import { getHistogram, getTop, listEvents, readEvent } from "./service";

const TIMED_OUT = "The search took longer than SEARCH_TIMEOUT_SECONDS";
const BAD_FILTER = "A filter's value is no address, blank, or has control characters";

export function eventRoutes(ctx: { engine: SyslogEngine }): Route[] {
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
        refusals: { 400: BAD_FILTER, 504: TIMED_OUT },
      },
      ({ query, signal }) => listEvents(ctx, query, signal),
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
        refusals: { 404: "Event not found", 504: TIMED_OUT },
      },
      ({ params, signal }) => readEvent(ctx, params.event_id, signal),
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
        refusals: { 400: BAD_FILTER, 504: TIMED_OUT },
      },
      ({ query, signal }) => getHistogram(ctx, query, signal),
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
        refusals: { 400: BAD_FILTER, 504: TIMED_OUT },
      },
      ({ query, signal }) => getTop(ctx, query, signal),
    ),
  ];
}
