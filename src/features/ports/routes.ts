import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { download, downloadName } from "#platform/http/download";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import { readPortHistory } from "./history/read";
import { listPorts, portsAsCsv } from "./list";
import { PortHistory, PortHistoryQuery, PortRead } from "./models";

const PATH = "/api/v1/topology/devices/{device_id}/ports";
const READING = { method: "get", tag: "topology", access: "authenticated" } as const;
const params = z.object({ device_id: id });
const NO_DEVICE = { 404: "Device not found." };

/** Ports of devices as SNMP tells them, and what went through them. */
export function portRoutes(ctx: { db: Db; log: Logger }): Route[] {
  return [
    route(
      {
        ...READING,
        path: PATH,
        summary: "A device's ports by name, as SNMP told them last",
        description: "Empty where it was not read yet: see `…/poll`. Those that are gone stay for 90 days.",
        params,
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(PortRead),
        refusals: NO_DEVICE,
      },
      async ({ context, params, query }) => {
        const asked = { deviceId: params.device_id, now: new Date() };
        return answerPage(context, await listPorts(ctx, asked, query));
      },
    ),
    route(
      {
        ...READING,
        path: `${PATH}/export`,
        summary: "A device's ports as a CSV file",
        params,
        produces: ["text/csv"],
        refusals: NO_DEVICE,
      },
      async ({ params }) => {
        const now = new Date();
        const content = await portsAsCsv(ctx, { deviceId: params.device_id, now });
        const name = downloadName(`ports-${params.device_id}`, { at: now, extension: "csv" });
        return download(content, { name, contentType: "text/csv; charset=utf-8" });
      },
    ),
    route(
      {
        ...READING,
        path: `${PATH}/{port_id}/history`,
        summary: "What went through a port",
        params: z.object({ device_id: id, port_id: id }),
        query: PortHistoryQuery,
        response: PortHistory,
        refusals: { 404: "Port not found." },
      },
      ({ params, query: { hours, until = new Date() } }) =>
        readPortHistory(ctx, { deviceId: params.device_id, portId: params.port_id, hours, until }),
    ),
  ];
}
