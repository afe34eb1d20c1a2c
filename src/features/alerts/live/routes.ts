import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import type { Viewers } from "#platform/http/viewers";
import type { AlertFeed } from "./feed";
import { AlertsNow } from "./models";
import { readAlertsNow } from "./read";
import { openAlertStream } from "./stream";

export type AlertLiveContext = { db: Db; feed: AlertFeed; viewers: Viewers };

export function alertLiveRoutes(ctx: AlertLiveContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/alerts/live",
        tag: "alerts",
        summary: "How alerts stand, and when that changes",
        description:
          "With `Accept: text/event-stream` as server-sent events: an AlertsNow at the beginning, and within about a second of each change; what has " +
          "changed is read where it is. `event: alive` comes every 2 seconds. `event: end` with `{reason}` comes before the service ends the stream. A client that is slow gets the latest only.",
        access: "authenticated",
        response: AlertsNow,
        produces: ["text/event-stream"],
        refusals: {
          429: "All streams of alerts of this user are in use",
          503: "All streams of alerts are in use",
        },
      },
      async ({ caller, context, signal }) => {
        const now = await readAlertsNow(ctx.db);
        const { req, env } = context;
        if (!req.header("Accept")?.includes("text/event-stream")) return now;
        const response = openAlertStream(ctx, { now, caller, signal });
        env.keepOpen?.();
        return response;
      },
    ),
  ];
}
