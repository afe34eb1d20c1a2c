import { actorOf } from "#features/audit";
import { Operation } from "#features/operations";
import { requires } from "#features/users";
import { prefersAsync } from "#platform/http/prefer";
import { route, type Route } from "#platform/http/route";
import { answerExport, NO_ROOM, type ExportDesk } from "../answer";
import { MAX_DEVICES, SheetQuery } from "./models";
import { createSheetQueue, openSheet, printSheet, type SheetPrinter } from "./print";

type Deps = { desk: ExportDesk; printer: SheetPrinter };

export function sheetRoutes({ desk, printer }: Deps): Route[] {
  const queue = createSheetQueue();
  return [
    route(
      {
        method: "get",
        path: "/api/v1/exports/inventory.pdf",
        tag: "exports",
        summary: "The inventory as a PDF file to be printed, by site and group",
        description: `In landscape, with a row for each device; ${MAX_DEVICES} devices at most.`,
        access: requires("inventory_export"),
        query: SheetQuery,
        produces: ["application/pdf"],
        accepted: Operation,
        refusals: {
          404: "There is no such site",
          429: "Two exports of the user are being written, or too many of its sheets are waiting",
          503: "The sheet's turn did not come in time",
          507: NO_ROOM,
        },
      },
      (request) => {
        const { caller, query, context } = request;
        const asked = { query, caller, actor: actorOf(request), now: new Date() };
        const open = prefersAsync(context) ? openSheet : printSheet;
        context.env.keepOpen?.();
        return answerExport(desk, request, {
          subject: "inventory sheet",
          permission: "inventory_export",
          open: (signal) => open(printer, asked, { queue, signal }),
        });
      },
    ),
  ];
}
