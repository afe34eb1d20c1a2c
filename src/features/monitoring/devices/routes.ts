import { z } from "@hono/zod-openapi";
import { notFound } from "#platform/errors";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { keepFor } from "#platform/keep-for";
import { THINNED } from "../monitors/history";
import { DAMAGE_WORDS, DAMAGED, type HistoryReader } from "../history/damage";
import { analyse, readCheckHistory, readDeviceHistory } from "./history";
import {
  CheckHistoryQuery,
  DeviceAnalysis,
  DeviceMonitorSummary,
  DevicesQuery,
  FleetSummary,
  HistoryQuery,
  MonitorHistoryPoint,
  ServiceCheckHistoryRead,
} from "./models";
import { readFleet } from "./fleet";
import { markFavourites, readSummaries, withBeats } from "./read";

/** What everybody asks for is the same for so long. */
const CACHED_MS = 10_000;
const PATH = "/api/v1/monitoring";
const NOT_FOUND = { 404: "Device not found" };
const params = z.object({ device_id: id });

/** What monitoring knows of devices. */
export function watchedDeviceRoutes(reader: HistoryReader): Route[] {
  const { db } = reader;
  const read = { tag: "monitoring", access: "authenticated" } as const;
  const all = keepFor(CACHED_MS, () => readSummaries(reader, { now: new Date() }));
  const fleet = keepFor(CACHED_MS, () => readFleet(reader, new Date()));
  return [
    route(
      {
        ...read,
        method: "get",
        path: `${PATH}/summary`,
        summary: "How many devices are in which state",
        description: "It may be 10 seconds old.",
        response: FleetSummary,
      },
      () => fleet(),
    ),
    route(
      {
        ...read,
        method: "get",
        path: `${PATH}/devices`,
        summary: "Devices as monitoring sees them",
        description:
          "The whole list may be 10 seconds old; what has changed since a moment is told as it is now.",
        query: DevicesQuery,
        response: z.array(DeviceMonitorSummary),
      },
      async ({ caller, query: { changed_since: since, beats } }) => {
        const devices =
          since === undefined
            ? await all()
            : await readSummaries(reader, { now: new Date(), changedSince: since });
        return markFavourites(db, {
          devices: devices.map((device) => withBeats(device, beats)),
          userId: caller.userId,
        });
      },
    ),
    route(
      {
        ...read,
        method: "get",
        path: `${PATH}/devices/{device_id}`,
        summary: "One device as monitoring sees it",
        params,
        response: DeviceMonitorSummary,
        refusals: NOT_FOUND,
      },
      async ({ caller, params }) => {
        const devices = await readSummaries(reader, { now: new Date(), deviceId: params.device_id });
        const [summary] = await markFavourites(db, { devices, userId: caller.userId });
        if (summary === undefined) throw notFound("Device not found");
        return summary;
      },
    ),
    route(
      {
        ...read,
        method: "get",
        path: `${PATH}/devices/{device_id}/history`,
        summary: "Results of a device's checks, oldest first",
        description:
          "At most 2,000. Where there are more they are thinned, without losing a change of status, and the answer has `X-Thinned: true`. " +
          DAMAGE_WORDS,
        params,
        query: HistoryQuery,
        response: z.array(MonitorHistoryPoint),
        refusals: NOT_FOUND,
      },
      async ({ context, params, query }) => {
        const asked = { id: params.device_id, hours: query.hours, now: new Date() };
        const { points, isThinned, isDamaged } = await readDeviceHistory(reader, asked);
        if (isThinned) context.header(THINNED, "true");
        if (isDamaged) context.header(DAMAGED, "true");
        return points;
      },
    ),
    route(
      {
        ...read,
        method: "get",
        path: `${PATH}/devices/{device_id}/analysis`,
        summary: "How a device's latency is against how it usually is",
        params,
        response: DeviceAnalysis,
        refusals: NOT_FOUND,
      },
      ({ params }) => analyse(reader, { id: params.device_id, now: new Date() }),
    ),
    route(
      {
        ...read,
        method: "get",
        path: `${PATH}/service-checks/{target_id}/history`,
        summary: "Results of a service check on a device, oldest first",
        description:
          "At most 2,000. Where there are more they are thinned, without losing a change of status, and the answer has `X-Thinned: true`. " +
          DAMAGE_WORDS,
        params: z.object({ target_id: id }),
        query: CheckHistoryQuery,
        response: z.array(ServiceCheckHistoryRead),
        refusals: { 404: "Port target not found" },
      },
      async ({ context, params, query }) => {
        const { points, isThinned, isDamaged } = await readCheckHistory(reader, {
          checkId: params.target_id,
          deviceId: query.device_id,
          hours: query.hours,
          now: new Date(),
        });
        if (isThinned) context.header(THINNED, "true");
        if (isDamaged) context.header(DAMAGED, "true");
        return points;
      },
    ),
  ];
}
