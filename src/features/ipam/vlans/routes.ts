import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { answerPage, pagingFields } from "#platform/http/paging";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { VlanImportRequest, VlanImportResult, VlanSuggestion } from "./models";
import { importFromVlans, listVlanSuggestions } from "./service";

export function vlanRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/vlan-suggestions",
        tag: "ipam",
        summary: "Topology groups that have a network",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(VlanSuggestion),
      },
      async ({ context, query }) => answerPage(context, await listVlanSuggestions({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/subnets/import-from-vlans",
        tag: "ipam",
        summary: "Make subnets of topology groups",
        description:
          "Groups that are unknown, have no network, or one that a subnet has already, are skipped.",
        access: requires("ipam_write"),
        isTryable: true,
        body: VlanImportRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: VlanImportResult,
        replay: "kept",
      },
      (request) => importFromVlans({ db: request.db, actor: actorOf(request) }, request.body),
    ),
  ];
}
