import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { id } from "#platform/http/fields";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import {
  DeviceSnmpEnrichmentApply,
  DeviceSnmpEnrichmentApplyResult,
  DeviceSnmpEnrichmentPreview,
} from "./models";
import type { AskContext } from "./read";
import { applyEnrichment, previewEnrichment } from "./service";

const PATH = "/api/v1/topology/devices/{device_id}/snmp/arp-enrichment";
const params = z.object({ device_id: id });
const REFUSALS = {
  400: "Device has no SNMP profile assigned; what keeps the agent from being asked, or what it refuses",
  404: "Device not found; SNMP profile not found",
  429: "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window",
  504: "SNMP request to <host> timed out",
};

/** What a device tells by SNMP, for the inventory. */
export function enrichmentRoutes(deps: Omit<AskContext, "actor"> & { pool: WorkerPool }): Route[] {
  const { countCall } = deps.tools;
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "What a device's SNMP agent would change in the inventory",
        description:
          "Asks it by the device's profile for its system (`os`, `hostname` of the device itself, `serial_number` where it has none) its chassis, and its ARP and neighbour tables " +
          "(`mac_address`, `vendor` of devices by their address), at most 4,096 rows of each and 30 s in all. Nothing is written.",
        access: requires("topology_write"),
        params,
        response: DeviceSnmpEnrichmentPreview,
        refusals: REFUSALS,
      },
      async (request) => {
        const { caller, params, signal } = request;
        await countCall(caller.userId);
        return previewEnrichment(
          { ...deps, actor: actorOf(request) },
          { deviceId: params.device_id, signal },
        );
      },
    ),
    route(
      {
        method: "post",
        path: `${PATH}/apply`,
        tag: "topology",
        summary: "Change the inventory as a device's SNMP agent says",
        description:
          "It is asked again. What somebody has typed is replaced where it is chosen, and nowhere else.",
        access: requires("topology_write"),
        noTrial:
          "`GET` of the same path without `/apply` is its trial: it asks the device and shows what would be changed.",
        params,
        body: DeviceSnmpEnrichmentApply,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: DeviceSnmpEnrichmentApplyResult,
        replay: "refused",
        refusals: REFUSALS,
      },
      async (request) => {
        const { caller, params, signal, body } = request;
        await countCall(caller.userId);
        return applyEnrichment(
          { ...deps, actor: actorOf(request) },
          { deviceId: params.device_id, userId: caller.userId, choice: body, signal },
        );
      },
    ),
  ];
}
