import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import type { DeviceBelonging } from "../devices/belonging";
import { DeviceMerged, DeviceMergeRequest, MERGED_VERSION } from "./models";
import type { DeviceMover } from "./mover";
import { mergeDevices } from "./service";

type Deps = { movers: readonly DeviceMover[]; belongings: readonly DeviceBelonging[] };

/** Two devices that are one; `movers` give what other features have of one to the other. */
export function mergeRoutes({ movers, belongings }: Deps): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices/{device_id}/merge",
        tag: "topology",
        summary: "Merge another device into this one",
        description:
          "The device of the path stays, with all that belonged to both; the other one goes. What it would come to says `dry_run`; " +
          "nothing takes it back. " +
          "Lists are united; what only one has filled in stays, and of two values this device's, unless `fields` says otherwise. A " +
          "MAC or IP address and a serial number that lose are still what the device is known by. Links between the two go, and of two checks of " +
          "the same this device's stays with its history.",
        access: requires("topology_write"),
        isTryable: true,
        replay: "kept",
        params: z.object({ device_id: id }),
        body: DeviceMergeRequest,
        versioned: MERGED_VERSION,
        response: DeviceMerged,
        refusals: {
          404: "Device not found; Other device not found",
          409: "Together the devices have more in a list than a device may have",
          412: "One of them has changed since it was read",
        },
      },
      (request) =>
        mergeDevices(
          { db: request.db, actor: actorOf(request), movers, belongings },
          {
            id: request.params.device_id,
            userId: request.caller.userId,
            request: request.body,
          },
        ),
    ),
  ];
}
