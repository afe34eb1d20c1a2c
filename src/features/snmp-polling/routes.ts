import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import type { CountToolCall } from "#platform/tool-limit";
import { DevicePolls } from "./models";
import type { SnmpPolling } from "./schedule/polling";
import { pollDevice, readDevicePolls } from "./service";

type Deps = { db: Db; polling: SnmpPolling; countCall: CountToolCall };

const PATH = "/api/v1/topology/devices/{device_id}/poll";
const params = z.object({ device_id: id });
const NOT_FOUND = "Device not found.";

/** What devices are asked by SNMP again and again. */
export function pollingRoutes({ db, polling, countCall }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "What a device was asked by SNMP, and when it is asked next",
        access: "authenticated",
        params,
        response: DevicePolls,
        refusals: { 404: NOT_FOUND },
      },
      ({ params }) => readDevicePolls({ db }, params.device_id),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "topology",
        summary: "Ask a device by SNMP now",
        description:
          "All that is asked of devices again and again (`GET` names it), whether it is due or not, within 30 s each. A device that does " +
          "not answer is an answer with `error`.",
        access: requires("tools_active"),
        isTryable: true,
        outside: "the device is asked by SNMP, which counts as a call of a tool",
        params,
        response: DevicePolls,
        replay: { whole: PATH },
        refusals: {
          404: NOT_FOUND,
          409: "Device is being asked at this moment",
          422: "Device has no SNMP credential profile assigned.",
          429: "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window",
        },
      },
      async (request) => {
        // A trial counts for no limit.
        if (request.db === db) await countCall(request.caller.userId);
        const { params, signal, outside } = request;
        return pollDevice(
          { db: request.db, actor: actorOf(request), polling, outside },
          { deviceId: params.device_id, signal },
        );
      },
    ),
  ];
}
