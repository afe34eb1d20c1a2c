import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import { dryRunFields } from "#platform/http/dry-run";
import { QUESTION } from "#platform/http/reasons";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import type { ToolRules } from "../tool-rules";
import type { DeviceBelonging } from "./belonging";
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
import { DevicesOfAddresses, DevicesOfAddressesRequest, findDevicesOfAddresses } from "./of-addresses";

type Deps = {
  db: Db;
  tools: ToolRules;
  reachability: Reachability;
  belongings: readonly DeviceBelonging[];
};

/** Many devices at once. */
export function deviceBulkRoutes({ db, tools, reachability, belongings }: Deps): Route[] {
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
        bodyLimitBytes: LIST_BODY_BYTES,
        response: DeviceBulkUpdateResult,
        replay: "kept",
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
        bodyLimitBytes: LIST_BODY_BYTES,
        response: DeviceBulkDeleteResult,
        replay: "kept",
        refusals: { 404: "No device has one of the ids" },
      },
      (request) =>
        deleteDevices(
          { db, actor: actorOf(request), belongings },
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
        path: "/api/v1/topology/devices/by-address",
        tag: "topology",
        summary: "Which devices have these addresses",
        description: "Main and further addresses, and those of interfaces.",
        access: "authenticated",
        noTrial: QUESTION,
        body: DevicesOfAddressesRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: DevicesOfAddresses,
        replay: "refused",
      },
      async ({ body }) => {
        const found = await findDevicesOfAddresses(db, body.ip_addresses);
        return { devices: Array.from(found, ([address, device]) => ({ ip_address: address, ...device })) };
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices/live-status",
        tag: "topology",
        summary: "Whether devices answer now",
        description:
          "By an ICMP echo request, or TCP connections where the service may not send one; `error` says so, and what stood in the way of a " +
          "reply, such as no route. Link-local and metadata addresses are never asked, public ones where the settings allow it; `error` says that, too.",
        access: requires("tools_active"),
        noTrial: QUESTION,
        body: DeviceLiveStatusRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: DeviceLiveStatusList,
        replay: "refused",
        refusals: {
          400: "More than 64 devices",
          429: "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window",
        },
      },
      async ({ body, caller, signal }) => {
        await tools.countCall(caller.userId);
        return probeDevices({ db, rule: await tools.targetRule(), reachability }, body, signal);
      },
    ),
  ];
}
