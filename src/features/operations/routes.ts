import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { refusalOf } from "#features/users";
import type { Db } from "#platform/database";
import { download } from "#platform/http/download";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { Viewers } from "#platform/http/viewers";
import type { OperationFeed } from "./feed";
import { getOwnFile, removeOwnFile } from "./file";
import { Operation, OperationQuery } from "./models";
import type { OtherProcesses } from "./peer-files";
import type { ResultFiles } from "./result-files";
import { askToCancel, getOperation, listOperations } from "./service";
import { openOperationStream } from "./stream";

type OperationContext = {
  db: Db;
  feed: OperationFeed;
  files: ResultFiles;
  others: OtherProcesses;
  viewers: Viewers;
};

const FILE_PATH = "/api/v1/operations/{operation_id}/file";
const OperationParams = z.object({ operation_id: z.uuid() });
const NO_FILE = "The caller has no operation of that id with a file, or the file is not kept any more";
const NOT_FOUND =
  "There is no operation of that id that the caller may see, or it ended more than 7 days ago";

export function operationRoutes(ctx: OperationContext): Route[] {
  const { db } = ctx;
  return [
    route(
      {
        method: "get",
        path: "/api/v1/operations",
        tag: "system",
        summary: "The caller's operations, running and ended; for a SuperAdmin those of all users",
        description: "The latest first. They are kept for 7 days behind their end.",
        access: "authenticated",
        query: OperationQuery,
        response: z.array(Operation),
        isPaged: true,
      },
      async ({ context, query, caller }) => answerPage(context, await listOperations({ db, caller }, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/operations/{operation_id}",
        tag: "system",
        summary: "How far an operation is, or how it ended",
        description:
          "With `Accept: text/event-stream` as server-sent events: an Operation whenever it has changed, up to its end. " +
          "`event: end` with `{reason}` comes before the service ends the stream. A client that is slow gets the latest state only.",
        access: "authenticated",
        params: OperationParams,
        response: Operation,
        produces: ["text/event-stream"],
        refusals: {
          404: NOT_FOUND,
          429: "All live streams of this user are in use",
          503: "All live streams are in use",
        },
      },
      async ({ params, caller, context, signal }) => {
        const operation = await getOperation({ db, caller }, params.operation_id);
        const { req, env } = context;
        if (!req.header("Accept")?.includes("text/event-stream")) return operation;
        const response = openOperationStream(ctx, { operation, caller, signal });
        env.keepOpen?.();
        return response;
      },
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/operations/{operation_id}",
        tag: "system",
        summary: "Ask an operation to end without a result; one that has ended stays as it is",
        description:
          "It ends within seconds, whichever replica runs it. Where the answer comes before its end, nothing of it is written.",
        access: "authenticated",
        isTryable: true,
        unversioned: "What the operation does changes it all the time; it can only be asked to end.",
        params: OperationParams,
        replay: "empty",
        refusals: { 404: NOT_FOUND },
      },
      async (request) => {
        const { caller, params } = request;
        const operation = await getOperation({ db: request.db, caller }, params.operation_id);
        await askToCancel({ db: request.db, actor: actorOf(request) }, operation);
      },
    ),
    route(
      {
        method: "get",
        path: FILE_PATH,
        tag: "system",
        summary: "The file that an operation of the caller gave",
        description:
          "It is kept as long as its operation, by the service that ran it. Nobody else can read it, and its owner only while it may still export such things.",
        access: "authenticated",
        params: OperationParams,
        produces: ["application/octet-stream"],
        refusals: { 403: "The caller may not export such things any more", 404: NO_FILE },
      },
      async ({ params, caller }) => {
        const { content, name } = await getOwnFile(ctx, { id: params.operation_id, caller, refusalOf });
        return download(content, { name, contentType: "application/octet-stream" });
      },
    ),
    route(
      {
        method: "delete",
        path: FILE_PATH,
        tag: "system",
        summary: "Remove the file that an operation of the caller gave; the operation stays",
        access: "authenticated",
        isTryable: true,
        outside: "the file is removed",
        unversioned: "The file of an operation is never changed.",
        params: OperationParams,
        replay: "empty",
        refusals: { 404: NO_FILE },
      },
      (request) =>
        removeOwnFile(
          { db: request.db, files: ctx.files, actor: actorOf(request), outside: request.outside },
          { id: request.params.operation_id, userId: request.caller.userId },
        ),
    ),
  ];
}
