import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { listIdentities } from "./list";
import { DeviceIdentity } from "./models";

/** What devices are told by. */
export function identityRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices/{device_id}/identities",
        tag: "topology",
        summary: "What a device is known by, beside its fields and interfaces",
        description:
          "Serial number of the chassis and SNMP engine id as its agent says them, MAC addresses and serial numbers of devices that were merged into " +
          "it. Discovery tells hosts by them, after MAC addresses and before host names. The newest 100; what was not seen for a year goes.",
        access: "authenticated",
        params: z.object({ device_id: id }),
        response: z.array(DeviceIdentity),
        refusals: { 404: "Device not found" },
      },
      ({ params }) => listIdentities({ db }, params.device_id),
    ),
  ];
}
