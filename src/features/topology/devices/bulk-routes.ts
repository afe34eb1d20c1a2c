import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { dryRunFields } from "#platform/http/dry-run";
import { route, type Route } from "#platform/http/route";
import { updateDevices } from "./bulk";
import {
  DeviceBulkDeleteRequest,
  DeviceBulkDeleteResult,
  DeviceBulkUpdateRequest,
  DeviceBulkUpdateResult,
  DeviceLiveStatusList,
  DeviceLiveStatusRequest,
} from "./bulk-models";
import { deleteDevices } from "./delete";
import { probeDevices } from "./live-status";

/** Many devices at once. */
export function deviceBulkRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices/bulk-update",
        tag: "topology",
        summary: "Give many devices the same values",
        access: requires("topology_write"),
        isTryable: true,
        body: DeviceBulkUpdateRequest,
        response: DeviceBulkUpdateResult,
        isAnswerKept: true,
        refusals: { 404: "No device has one of the ids; group, site or SNMP profile not found" },
      },
      (request) => updateDevices({ db: request.db, actor: actorOf(request) }, request.body),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices/bulk-delete",
        tag: "topology",
        summary: "Remove many devices",
        access: requires("topology_write"),
        query: z.object(dryRunFields),
        body: DeviceBulkDeleteRequest,
        response: DeviceBulkDeleteResult,
        isAnswerKept: true,
        refusals: { 404: "No device has one of the ids" },
      },
      (request) =>
        deleteDevices(
          { db, actor: actorOf(request) },
          {
            ids: request.body.device_ids,
            userId: request.caller.userId,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices/live-status",
        tag: "topology",
        summary: "Whether devices answer now",
        description:
          "By an ICMP echo request, or TCP connections where the service may not send one; `error` says so.",
        access: "authenticated",
        body: DeviceLiveStatusRequest,
        response: DeviceLiveStatusList,
        refusals: { 400: "More than 64 devices" },
      },
      ({ body, signal }) => probeDevices({ db }, body, signal),
    ),
  ];
}
