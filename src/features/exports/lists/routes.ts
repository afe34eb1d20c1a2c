import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { createDamageLog } from "#features/monitoring";
import { Operation } from "#features/operations";
import { requires } from "#features/users";
import { route, type Route } from "#platform/http/route";
import { answerExport, NO_ROOM, type ExportDesk } from "../answer";
import { exportList, ListExportQuery } from "./list-export";
import { LIST_EXPORTS } from "./lists";

/** A route for each list that can be taken as a file. */
export function listExportRoutes({ desk }: { desk: ExportDesk }): Route[] {
  const { db } = desk;
  const onDamage = createDamageLog(desk.log);
  return LIST_EXPORTS.map((list) =>
    route(
      {
        method: "get",
        path: `/api/v1/exports/${list.name}`,
        tag: "exports",
        summary: `All ${list.title} as a CSV or JSON file`,
        description: "With the fields that the list of the API has, as the caller sees them.",
        access: requires("inventory_export"),
        query: ListExportQuery,
        response: z.array(list.row),
        produces: ["text/csv"],
        accepted: Operation,
        refusals: { 429: "Two exports of the user are being written", 507: NO_ROOM },
      },
      (request) => {
        const { caller, query } = request;
        const ctx = { db, onDamage, caller, actor: actorOf(request), now: new Date() };
        return answerExport(desk, request, {
          subject: list.title,
          permission: "inventory_export",
          open: () => exportList(ctx, { list, format: query.format }),
        });
      },
    ),
  );
}
