import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { ToolResultKeep, ToolResultRead } from "./models";
import { deleteResult, keepResult, KEPT_ELSEWHERE, listResults, RESULT_NOT_FOUND } from "./service";

const PATH = "/api/v1/topology/devices/{device_id}/tool-results";
const DEVICE_NOT_FOUND = "Device not found";
const params = z.object({ device_id: id });

/** Answers of tools that people have kept on the page of a device. */
export function keptResultRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "tools",
        summary: "Answers of tools that are kept on a device, the newest first",
        access: requires("tools_passive"),
        params,
        query: z.object(pagingFields),
        response: z.array(ToolResultRead),
        isPaged: true,
        refusals: { 404: DEVICE_NOT_FOUND },
      },
      async ({ context, params: { device_id: deviceId }, query }) =>
        answerPage(context, await listResults({ db }, { deviceId, query })),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "tools",
        summary: "Keep an answer of a tool on a device",
        description:
          "By the `result_id` of an answer that the caller got within the last 15 minutes: what is kept is what the service found. " +
          "A device has the newest 100; older ones go.",
        access: requires("topology_write"),
        isTryable: true,
        params,
        body: ToolResultKeep,
        status: 201,
        response: ToolResultRead,
        replay: "refused",
        refusals: { 404: `${DEVICE_NOT_FOUND}; ${RESULT_NOT_FOUND}`, 409: KEPT_ELSEWHERE },
      },
      (request) =>
        keepResult(
          { db: request.db, actor: actorOf(request) },
          {
            deviceId: request.params.device_id,
            resultId: request.body.result_id,
            userId: request.caller.userId,
          },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{result_id}`,
        tag: "tools",
        summary: "Remove an answer of a tool from a device",
        access: requires("topology_write"),
        unversioned: "A kept result is never changed.",
        params: params.extend({ result_id: id }),
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        replay: "empty",
        refusals: { 404: `${DEVICE_NOT_FOUND}; ${RESULT_NOT_FOUND}` },
      },
      (request) =>
        deleteResult(
          { db, actor: actorOf(request) },
          {
            deviceId: request.params.device_id,
            id: request.params.result_id,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
  ];
}
