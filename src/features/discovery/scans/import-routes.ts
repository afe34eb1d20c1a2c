import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { importHosts } from "../inventory/import";
import type { DiscoveryDeps } from "../discovery";
import { DiscoveryImportRequest, DiscoveryImportResult } from "./models";

export function importRoutes({ pool }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/discovery/import",
        tag: "discovery",
        access: requires("topology_write"),
        summary: "Put hosts that a scan found into the inventory",
        description:
          "All of them or none. `new_only` leaves known devices alone, `fill_missing` fills their empty fields, `override_existing` replaces " +
          "what they have. A group without a network gets the one that was scanned.",
        isTryable: true,
        body: DiscoveryImportRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: DiscoveryImportResult,
        replay: "kept",
        refusals: {
          400: "Scan is not completed",
          404: "`Scan not found`, `Group not found` or `Site not found`",
          409: "Another subnet has the network that the group would get",
        },
      },
      (request) => {
        const { db, body, caller, context } = request;
        context.env.keepOpen?.();
        return importHosts({ db, pool, actor: actorOf(request), userId: caller.userId }, body);
      },
    ),
  ];
}
