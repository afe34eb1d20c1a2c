import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { answerPage } from "#platform/http/paging";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { AlertSilenceCreate, AlertSilenceRead, AlertSilencesQuery, silenceParams } from "./models";
import { createSilence, deleteSilence, listSilences } from "./service";

const PATH = "/api/v1/alerts/silences";

export function silenceRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "alerts",
        summary: "Silences, the newest first",
        access: "authenticated",
        query: AlertSilencesQuery,
        isPaged: true,
        response: z.array(AlertSilenceRead),
      },
      async ({ context, query }) => answerPage(context, await listSilences({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "alerts",
        summary: "Hear nothing of chosen rules or devices for a while",
        description:
          "Alerts are found and listed as ever; what lasts when the silence ends is told then, what is over by then is not: but for the end of what was told before.",
        access: requires("alert_write"),
        isTryable: true,
        body: AlertSilenceCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        status: 201,
        response: AlertSilenceRead,
        replay: { inList: PATH },
        refusals: {
          404: "An alert rule, device, group or site that the silence names was not found",
          409: "There are 200 silences at a time at most",
        },
      },
      (request) => createSilence({ db: request.db, actor: actorOf(request) }, request.body),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{silence_id}`,
        tag: "alerts",
        summary: "End a silence now",
        access: requires("alert_write"),
        unversioned: "A silence is never changed, only ended.",
        params: silenceParams,
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        replay: "empty",
        refusals: { 404: "Silence not found" },
      },
      (request) =>
        deleteSilence(
          { db, actor: actorOf(request) },
          { id: request.params.silence_id, isDryRun: request.query.dry_run },
        ),
    ),
  ];
}
