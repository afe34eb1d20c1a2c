import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { Operation } from "#features/operations";
import { requires } from "#features/users";
import { id } from "#platform/http/fields";
import { QUESTION } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import type { DiscoveryDeps } from "../discovery";
import { answerScan, endOf } from "./answer";
import {
  DiscoveryScanRead,
  DiscoveryStart,
  EngineRead,
  Estimate,
  EstimateRequest,
  ScansQuery,
} from "./models";
import { getScan, listScans } from "./read";
import { TARGET_TEXTS } from "../target/refusals";
import { cancelScan, deleteScan } from "./service";
import { estimateScan, listEngines, startScan } from "./start";

const ACCESS = { tag: "discovery", access: requires("topology_write") } as const;
const params = z.object({ scan_id: id });
const NOT_FOUND = { 404: "Scan not found" };

export function scanRoutes(deps: DiscoveryDeps): Route[] {
  return [...beginRoutes(deps), ...readRoutes(deps), ...endRoutes()];
}

function beginRoutes({ db, discovery }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "post",
        path: "/api/v1/discovery/scans",
        summary: "Find out which addresses of a target have hosts, and what they are",
        description:
          "The answer comes when the scan has ended, and one that failed has `status` `failed`; who leaves before cancels it. A user may begin one in " +
          "DISCOVERY_RATE_LIMIT_SECONDS, whatever else is wrong with it. The operation's `result_link` leads to what was found so far.",
        isTryable: true,
        outside: "a scan is begun, which counts for its user's limit",
        body: DiscoveryStart,
        status: 201,
        response: DiscoveryScanRead,
        accepted: Operation,
        replay: { byId: "/api/v1/discovery/scans/{scan_id}" },
        refusals: {
          400: TARGET_TEXTS,
          429: "`Scan rate limit active; retry in … seconds`, or the user's last scans have not ended",
          503: "`Nmap discovery is unavailable because nmap is not installed. …`, or the service stops",
        },
      },
      async (request) => {
        const { body, caller, context } = request;
        const input = {
          request: body,
          userId: caller.userId,
          actor: actorOf(request),
          signal: endOf(request),
          isTrial: request.db !== db,
          outside: request.outside,
        };
        return answerScan({ db, context }, await startScan(discovery.scans, input));
      },
    ),
    route(
      {
        ...ACCESS,
        method: "post",
        path: "/api/v1/discovery/estimate",
        summary: "What a scan of a target would be: addresses, seconds, whether it has to be confirmed",
        description: "Sends nothing to the target, and counts for no limit.",
        noTrial: QUESTION,
        body: EstimateRequest,
        response: Estimate,
        replay: "refused",
        refusals: { 400: TARGET_TEXTS },
      },
      ({ body }) => estimateScan(discovery.scans, body),
    ),
  ];
}

function readRoutes({ db, discovery }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "get",
        path: "/api/v1/discovery/engines",
        summary: "What can look for hosts here, and what would make the rest available",
        response: z.array(EngineRead),
      },
      () => listEngines(discovery.scans),
    ),
    route(
      {
        ...ACCESS,
        method: "get",
        path: "/api/v1/discovery/scans",
        summary: "The latest 20 scans, the newest first",
        description:
          "Their hosts are held against the inventory as it is now: by MAC address (not one that may be random), serial number and SNMP engine " +
          "id where agents were asked, host name and address, host name (where the MAC address may be random), address; `match_reason` says by which.",
        query: ScansQuery,
        response: z.array(DiscoveryScanRead),
      },
      ({ query }) => listScans({ db }, query),
    ),
    route(
      {
        ...ACCESS,
        method: "get",
        path: "/api/v1/discovery/scans/{scan_id}",
        summary: "One scan; while it runs, what it has found so far",
        params,
        response: DiscoveryScanRead,
        refusals: NOT_FOUND,
      },
      ({ params: { scan_id: scanId } }) => getScan({ db }, scanId),
    ),
  ];
}

function endRoutes(): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "post",
        path: "/api/v1/discovery/scans/{scan_id}/cancel",
        summary: "Ask a scan to end; what it has found stays",
        description:
          "It ends within seconds, whichever replica runs it, and is `failed` then. One that has ended stays as it is.",
        isTryable: true,
        params,
        response: DiscoveryScanRead,
        replay: { byId: "/api/v1/discovery/scans/{scan_id}" },
        refusals: NOT_FOUND,
      },
      (request) => cancelScan({ db: request.db, actor: actorOf(request) }, request.params.scan_id),
    ),
    route(
      {
        ...ACCESS,
        method: "delete",
        path: "/api/v1/discovery/scans/{scan_id}",
        summary: "Remove a scan that has ended, with what it found",
        isTryable: true,
        unversioned: "One that has ended is never changed.",
        params,
        replay: "empty",
        refusals: { ...NOT_FOUND, 409: "Scan is running; cancel it first" },
      },
      (request) => deleteScan({ db: request.db, actor: actorOf(request) }, request.params.scan_id),
    ),
  ];
}
