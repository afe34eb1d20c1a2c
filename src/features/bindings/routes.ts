import { z } from "@hono/zod-openapi";
import { actorOf, recordAudit } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { download, downloadName } from "#platform/http/download";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { openBindingsCsv } from "./csv";
import { listBindings } from "./history";
import { findHolders } from "./holders";
import {
  AddressBinding,
  AddressHolders,
  BindingFilter,
  BindingQuery,
  BindingStatus,
  HoldersQuery,
} from "./models";
import type { BindingRecorder } from "./recorder";
import { readBindingStatus } from "./status";

type BindingDeps = { db: Db; recorder: Pick<BindingRecorder, "counts">; retentionDays: number };

const DEVICE_NOT_FOUND = "Device not found";

export function bindingRoutes({ db, recorder, retentionDays }: BindingDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/bindings",
        tag: "ipam",
        summary: "Who had an address, or which addresses a machine had, the latest first",
        description:
          "Out of the logs of DHCP servers, imported leases, tables of switches and routers, and scans.",
        access: requires("security_view"),
        query: BindingQuery,
        response: z.array(AddressBinding),
        isPaged: true,
        refusals: { 404: DEVICE_NOT_FOUND },
      },
      async ({ context, query }) => answerPage(context, await listBindings({ db }, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/bindings/at",
        tag: "ipam",
        summary: "Who had these addresses at a moment",
        access: requires("security_view"),
        query: HoldersQuery,
        response: z.array(AddressHolders),
      },
      ({ query: { address, at = new Date() } }) => findHolders(db, { addresses: address, at }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/bindings/status",
        tag: "ipam",
        summary: "How many bindings of addresses are kept, and what came of the lines of this process",
        access: requires("security_view"),
        response: BindingStatus,
      },
      () => readBindingStatus(db, { counts: recorder.counts, retentionDays }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/exports/bindings",
        tag: "exports",
        summary: "Who had an address, or which addresses a machine had, as a CSV file",
        access: requires("security_view"),
        query: BindingFilter,
        produces: ["text/csv"],
        refusals: { 404: DEVICE_NOT_FOUND },
      },
      async (request) => {
        const content = await openBindingsCsv(db, request.query);
        await recordAudit(
          { db, actor: actorOf(request) },
          { action: "export.bindings", detail: "format=csv" },
        );
        const name = downloadName("address-history", { at: new Date(), extension: "csv" });
        return download(content, { name, contentType: "text/csv; charset=utf-8" });
      },
    ),
  ];
}
