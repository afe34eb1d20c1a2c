import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { DeviceRead } from "#features/topology";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { download } from "#platform/http/download";
import { route, type Route } from "#platform/http/route";
import { exportInventory } from "./inventory";
import { InventoryExportQuery } from "./inventory-models";

export function inventoryExportRoutes({ db }: { db: Db }): Route[] {
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
      },
      async (request) => {
        const ctx = { db, actor: actorOf(request), userId: request.caller.userId, now: new Date() };
        const { name, contentType, content } = await exportInventory(ctx, request.query);
        return download(content, { name, contentType });
      },
    ),
  ];
}
