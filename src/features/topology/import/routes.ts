import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { OperationRunner } from "#features/operations";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import { answerImport } from "./answer";
import {
  DeviceBulkImportRequest,
  DeviceBulkImportResult,
  DeviceImportProgress,
  DeviceImportRow,
  ImportQuery,
  ImportRowsQuery,
} from "./models";
import { cancelImport, getProgress } from "./progress";
import { importDevices } from "./service";
import { listVerdicts } from "./verdicts";

const LARGEST_IMPORT_BYTES = 32 * 1024 * 1024;

const ImportParams = z.object({ import_id: z.uuid() });
const NOT_FOUND = "The caller has no import of that id, or it ended more than 7 days ago";

type ImportDeps = { db: Db; pool: WorkerPool; operations: OperationRunner };

export function importRoutes({ db, pool, operations }: ImportDeps): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices/import",
        tag: "topology",
        summary: "Import devices from JSON or a CSV file",
        description:
          "The first row of a CSV file names the columns; unknown ones are refused. An empty cell, or an absent field, " +
          "leaves a known device's field as it is; null clears it. Cells of `interfaces` and `custom_attributes` are JSON. A file " +
          "is read in the encoding of its byte order mark or content type, else as UTF-8, else as windows-1252. An import has at " +
          "most 100,000 rows, and a refusal tells the first 1,000 faults. Of more than 1,000 rows the answer has the first 1,000 " +
          "verdicts, and `Link` leads to the others.",
        access: requires("topology_write"),
        query: ImportQuery,
        upload: {
          "application/json": DeviceBulkImportRequest,
          "text/csv": z.string().openapi({ example: "hostname,ip_address\r\nsw1,192.0.2.10\r\n" }),
        },
        bodyLimitBytes: LARGEST_IMPORT_BYTES,
        response: DeviceBulkImportResult,
        isPaged: true,
        replay: "kept",
        refusals: {
          409: "The import was cancelled, or its import_id was used before",
          503: "The import was given up, as the service ends or has not reached its database",
        },
      },
      async ({ upload, query, signal, ...request }) => {
        const { context, caller } = request;
        context.env.keepOpen?.();
        const ctx = { db, pool, operations, actor: actorOf(request), userId: caller.userId };
        return answerImport(await importDevices(ctx, { upload, query, signal }));
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices/imports/{import_id}",
        tag: "topology",
        summary: "How far an import of the caller is",
        access: requires("topology_write"),
        params: ImportParams,
        response: DeviceImportProgress,
        refusals: { 404: NOT_FOUND },
      },
      ({ params, caller }) => getProgress({ db }, { id: params.import_id, userId: caller.userId }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices/imports/{import_id}/rows",
        tag: "topology",
        summary: "The verdicts on the rows of an import of the caller with more than 1,000",
        description:
          "In the order of the rows, of dry runs as well. They are kept for a day, of each user's last 4 such imports, and of " +
          "all users' 256 MiB at most.",
        access: requires("topology_write"),
        params: ImportParams,
        query: ImportRowsQuery,
        response: z.array(DeviceImportRow),
        isPaged: true,
        refusals: { 404: "The caller has no import of that id, or its verdicts are not kept" },
      },
      async ({ context, params, query, caller }) =>
        answerPage(
          context,
          await listVerdicts({ db }, { id: params.import_id, userId: caller.userId }, query),
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/topology/devices/imports/{import_id}",
        tag: "topology",
        summary: "Cancel an import: nothing of it is written, unless it has ended already",
        access: requires("topology_write"),
        isTryable: true,
        unversioned: "An import that runs changes all the time; it can only be cancelled.",
        params: ImportParams,
        replay: "empty",
        refusals: { 404: NOT_FOUND },
      },
      (request) =>
        cancelImport(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.import_id, userId: request.caller.userId },
        ),
    ),
  ];
}
