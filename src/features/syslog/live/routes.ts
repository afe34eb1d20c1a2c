import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { route, type Route } from "#platform/http/route";
import type { Viewers } from "#platform/http/viewers";
import type { WebSocketRoute } from "#platform/http/web-socket";
import type { Logger } from "#platform/log";
import { compileLiveFilters, LiveFilters } from "./frames";
import { readPosition, type LivePosition } from "./position";
import { LiveSocket } from "./socket";
import type { LiveSource } from "./source";
import { openLiveStream, type StreamRequest } from "./stream";

type LiveContext = { db: Db; source: LiveSource; viewers: Viewers; log: Logger };

/** Belongs before the route of one event, whose id would take in `stream`. */
export function liveRoutes(ctx: LiveContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/syslog/events/stream",
        tag: "syslog",
        summary: "Events as they arrive, as server-sent events",
        description:
          "Each event is a FirewallEventRead. `Last-Event-ID` goes on behind that event, without gap or repeat. " +
          "`event: skipped` with `{count}` says that a slow client was spared so many; `event: collector` with `{collector, reached}` that " +
          "another process's collector cannot be reached, or can be again; `event: end` with `{reason}` comes before the service ends the stream.",
        access: requires("security_view"),
        query: LiveFilters,
        produces: ["text/event-stream"],
        refusals: {
          400: "A filter's value is no address, blank, or has control characters",
          429: "All live streams of this user are in use",
          503: "All live streams are in use",
        },
      },
      async ({ query, context, caller, signal }) => {
        const predicate = await compileLiveFilters(ctx.db, query);
        const after = requirePosition(context.req.header("Last-Event-ID"));
        const prepared = await ctx.source.prepare({ predicate, after });
        const response = openPrepared(ctx, { caller, prepared, signal });
        context.env.keepOpen?.();
        return response;
      },
    ),
  ];
}

function openPrepared(ctx: LiveContext, request: StreamRequest): Response {
  try {
    return openLiveStream(ctx, request);
  } catch (error) {
    // No slot was free.
    request.prepared.discard();
    throw error;
  }
}

function requirePosition(text: string | undefined): LivePosition | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const position = readPosition(text);
  if (position !== undefined) return position;
  const msg = "Value error, Last-Event-ID must be the id of an event of this stream";
  throw invalid([{ loc: ["header", "Last-Event-ID"], msg, type: "value_error" }]);
}

export function liveSockets(ctx: LiveContext): WebSocketRoute[] {
  return [
    {
      path: "/api/v1/syslog/events/live",
      accept: ({ address }) => new LiveSocket(ctx, address),
    },
  ];
}
