import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { Operation } from "#features/operations";
import { DeviceRead } from "#features/topology";
import { requires } from "#features/users";
import { route, type Route } from "#platform/http/route";
import { answerExport, NO_ROOM, type ExportDesk } from "../answer";
import { exportInventory } from "./inventory";
import { InventoryExportQuery } from "./models";

export function inventoryExportRoutes({ desk }: { desk: ExportDesk }): Route[] {
  const { db } = desk;
  return [
    route(
      {
        method: "get",
        path: "/api/v1/exports/inventory",
        tag: "exports",
        summary: "Every device as a CSV or JSON file",
        access: requires("inventory_export"),
        query: InventoryExportQuery,
        response: z.array(DeviceRead),
        produces: ["text/csv"],
        accepted: Operation,
        refusals: { 429: "Two exports of the user are being written", 507: NO_ROOM },
      },
      (request) => {
        const ctx = { db, actor: actorOf(request), userId: request.caller.userId, now: new Date() };
        return answerExport(desk, request, {
          subject: "inventory",
          permission: "inventory_export",
          open: () => exportInventory(ctx, request.query),
        });
      },
    ),
  ];
}
