import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { UndoRefusal, type OperationRunner } from "#features/operations";
import { UndoRefused, type UndoRegistry } from "#features/undo";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { listSources } from "./list-sources";
import {
  Import,
  ImportForm,
  ImportQuery,
  ImportRow,
  ImportRowsQuery,
  ImportSource,
  ImportSummary,
  ImportsQuery,
  ImportUndo,
  ImportUndoQuery,
} from "./models";
import { getImport, listImports, listRows } from "./runs";
import { importFiles, type ImportDeps } from "./service";
import { undoImport } from "./undo";

const LARGEST_IMPORT_BYTES = 32 * 1024 * 1024;
const RunParams = z.object({ run_id: z.uuid() });
const NOT_FOUND = "There is no import of that id that the caller may see, or it is not kept any more";
const GIVEN_UP = "It was given up, as the service ends or has not reached its database, or too many wait";

type MigrationDeps = Omit<ImportDeps, "operations" | "onChange"> & {
  operations: { runner: OperationRunner };
  monitoring: { onChange: () => void };
  registry: UndoRegistry;
};

export function migrationRoutes({ operations, monitoring, ...given }: MigrationDeps): Route[] {
  const { db, registry } = given;
  const deps = { ...given, ...monitoring, operations: operations.runner };
  return [
    route(
      {
        method: "get",
        path: "/api/v1/import-sources",
        tag: "system",
        summary: "The products whose data can be taken over, with their usual mapping",
        access: "authenticated",
        response: z.array(ImportSource),
      },
      () => listSources(),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/imports",
        tag: "system",
        summary: "Take over what files of another product hold",
        description:
          "A form with the files, all of which are one import: written in one transaction, and taken back as a whole. Each row has a " +
          "verdict (`GET /imports/{run_id}/rows`). Things are known by what tells them from others: sites and groups by name, VLANs by number " +
          "and site, subnets by CIDR, reservations by address, devices by MAC address, else IP address, else name, interfaces by device and name, links by " +
          "their ends, service checks by device, kind, port and label, monitors by name and target. So the same files again change nothing. Of kinds that the caller may not write, " +
          "each row is refused. An import has at most 100,000 rows.",
        access: "authenticated",
        query: ImportQuery,
        upload: { "multipart/form-data": ImportForm },
        bodyLimitBytes: LARGEST_IMPORT_BYTES,
        response: Import,
        replay: "kept",
        refusals: {
          403: "The caller may write nothing that an import could make",
          409: "The import was cancelled, or its import_id was used before",
          503: GIVEN_UP,
        },
      },
      ({ upload, query, signal, ...request }) => {
        const { context, caller } = request;
        context.env.keepOpen?.();
        const contentType = context.req.header("Content-Type") ?? "";
        return importFiles(
          { ...deps, actor: actorOf(request), caller },
          { upload, contentType, query, signal },
        );
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/imports",
        tag: "system",
        summary: "The caller's imports from other products; for a SuperAdmin those of all users",
        description:
          "The latest first, tried ones too. Tried ones are kept for a day, others for 30 days, of each user's the last 20 of either. " +
          "What was found in the files and not taken over is told of a single one.",
        access: "authenticated",
        query: ImportsQuery,
        isPaged: true,
        response: z.array(ImportSummary),
      },
      async ({ context, query, caller }) => answerPage(context, await listImports({ db, caller }, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/imports/{run_id}",
        tag: "system",
        summary: "What became of an import: counts, the mapping that was used, and what was not taken over",
        access: "authenticated",
        params: RunParams,
        response: Import,
        refusals: { 404: NOT_FOUND },
      },
      ({ params, caller }) => getImport({ db, caller }, params.run_id),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/imports/{run_id}/rows",
        tag: "system",
        summary: "The verdicts on an import's rows",
        description: "In the order of the rows, in pages of 1,000 at most.",
        access: "authenticated",
        params: RunParams,
        query: ImportRowsQuery,
        isPaged: true,
        response: z.array(ImportRow),
        refusals: { 404: NOT_FOUND },
      },
      async ({ context, params, query, caller }) =>
        answerPage(context, await listRows({ db, caller }, params.run_id, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/imports/{run_id}/undo",
        tag: "system",
        summary: "Take back all that an import has written",
        description:
          "In one transaction: what it made is removed, what it changed is changed back. `dry_run` says what would be, and what was changed " +
          "since then. For who may write all of it.",
        access: "authenticated",
        params: RunParams,
        query: ImportUndoQuery,
        response: ImportUndo,
        replay: "kept",
        refusals: {
          403: "The caller may not write all of it",
          404: NOT_FOUND,
          409: "It cannot be taken back: `conflicts` says why; or it was cancelled",
          503: GIVEN_UP,
        },
        refusalModels: { 409: UndoRefused },
      },
      async (request) => {
        const { context, caller, params, query, signal } = request;
        context.env.keepOpen?.();
        const ctx = { ...deps, registry, actor: actorOf(request), caller };
        try {
          return await undoImport(ctx, { id: params.run_id, query, signal });
        } catch (error) {
          if (!(error instanceof UndoRefusal)) throw error;
          return context.json({ detail: error.message, conflicts: error.undo.conflicts }, 409);
        }
      },
    ),
  ];
}
