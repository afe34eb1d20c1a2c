import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { route, type Route } from "#platform/http/route";
import { keepFor } from "#platform/keep-for";
import { DeviceStandings, MonitoringOverview } from "./models";
import { readDeviceStandings, readOverview } from "./read";

/** What everybody asks for is the same for so long. */
const CACHED_MS = 2000;
const PATH = "/api/v1/monitoring";

/** How things stand, in few octets: for a dashboard and a map. */
export function standingRoutes({ db }: { db: Db }): Route[] {
  const read = { method: "get", tag: "monitoring", access: "authenticated", versioned: WHOLE } as const;
  const overview = keepFor(CACHED_MS, () => readOverview(db));
  const devices = keepFor(CACHED_MS, () => readDeviceStandings(db));
  return [
    route(
      {
        ...read,
        path: `${PATH}/overview`,
        summary: "How many of all that is watched stand how, and the worst few",
        description: "It may be 2 seconds old. A service check counts once for each device that it runs on.",
        response: MonitoringOverview,
      },
      () => overview(),
    ),
    route(
      {
        ...read,
        path: `${PATH}/device-standings`,
        summary: "How each device stands",
        description: "It may be 2 seconds old. Devices that are not watched are not among them.",
        response: DeviceStandings,
      },
      () => devices(),
    ),
  ];
}
