import { z } from "@hono/zod-openapi";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { may, type Caller } from "#platform/http/guard";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import { listAttached } from "./attached";
import { AttachedMachine, AttachedPort, AttachedPortQuery, AttachedQuery, ForwardingStatus } from "./models";
import { listAttachedPorts } from "./ports";
import { measureForwarding } from "./status";

type Deps = { db: Db; pool: WorkerPool; retentionDays: number };

const PATH = "/api/v1/topology/devices/{device_id}/attached";
const params = z.object({ device_id: id });
const access = requires("tools_passive");
const NOT_FOUND = "Device not found";

/** What hangs on the ports of switches, out of their forwarding tables. */
export function forwardingRoutes({ db, pool, retentionDays }: Deps): Route[] {
  const contextOf = (caller: Caller) => ({ db, pool, maySeeHolders: maySeeHolders(caller) });
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "What hangs on a switch, by port",
        description:
          "Out of the forwarding tables of all switches that are asked by SNMP: each MAC address hangs on one port of one switch, of all that know it. " +
          "What hangs on other switches behind an uplink is not among them.",
        access,
        params,
        query: AttachedQuery,
        isPaged: true,
        response: z.array(AttachedMachine),
        refusals: { 404: NOT_FOUND },
      },
      async ({ context, caller, params: { device_id: deviceId }, query }) =>
        answerPage(context, await listAttached(contextOf(caller), deviceId, query)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/ports`,
        tag: "topology",
        summary: "The ports of a switch, how much hangs on each, and which switches are behind it",
        access,
        params,
        query: AttachedPortQuery,
        isPaged: true,
        response: z.array(AttachedPort),
        refusals: { 404: NOT_FOUND },
      },
      async ({ context, caller, params: { device_id: deviceId }, query }) =>
        answerPage(context, await listAttachedPorts(contextOf(caller), deviceId, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/topology/forwarding/status",
        tag: "topology",
        summary: "How much is kept of the forwarding tables of switches",
        access,
        response: ForwardingStatus,
      },
      async () => ({ ...(await measureForwarding(db)), retention_days: retentionDays }),
    ),
  ];
}

/** Who had which address comes out of logs, and tells where people were. */
function maySeeHolders(caller: Caller): boolean {
  return may(caller, "security_view");
}
