import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import type { DiscoveryDeps } from "../discovery";
import { applyObservation } from "./apply";
import { updateObservations } from "./bulk";
import {
  DiscoveryObservationRead,
  DiscoveryObservationUpdate,
  ObservationBulkRequest,
  ObservationBulkResult,
  ObservationsQuery,
  ResolveAllResult,
} from "./models";
import { listObservations, resolveAll, updateObservation } from "./service";

const PATH = "/api/v1/discovery/observations";
const ACCESS = { tag: "discovery", access: requires("topology_write") } as const;
const params = z.object({ observation_id: id });

export function observationRoutes(deps: DiscoveryDeps): Route[] {
  return [...triageRoutes(deps), ...manyRoutes(deps)];
}

function triageRoutes({ db, pool }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "get",
        path: PATH,
        summary: "What scheduled scans noticed, at most 200, those seen last first",
        query: ObservationsQuery,
        response: z.array(DiscoveryObservationRead),
      },
      ({ query }) => listObservations({ db }, query),
    ),
    route(
      {
        ...ACCESS,
        method: "patch",
        path: `${PATH}/{observation_id}`,
        summary: "Acknowledge, ignore, resolve or reopen an observation",
        description:
          "`ignore`, `ignored_until` or `reason` with `acknowledged` keeps it away, until then or for good. A new device that is resolved is never " +
          "new again by its MAC address, and without one not for 14 days at its address.",
        unversioned: "Its state is all that can be changed.",
        isTryable: true,
        params,
        body: DiscoveryObservationUpdate,
        response: DiscoveryObservationRead,
        replay: { inList: PATH },
        refusals: {
          404: "Observation not found",
          409: "There is a newer observation of the same that is not resolved",
        },
      },
      (request) =>
        updateObservation(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.observation_id, update: request.body },
        ),
    ),
    route(
      {
        ...ACCESS,
        method: "post",
        path: `${PATH}/{observation_id}/apply`,
        summary: "Do in the inventory what an observation says, and resolve it",
        description:
          "A new device is made with the schedule's group, site and SNMP profile; of a known one the proposed fields are written.",
        isTryable: true,
        params,
        response: DiscoveryObservationRead,
        replay: "refused",
        refusals: {
          400:
            "`Observation has no IP address`, `Cannot apply this observation type`, `Observation has no matched device`, " +
            "`Re-run the discovery schedule to generate a new observation with field values`, " +
            "`No applicable fields in observation details — re-run the discovery schedule`",
          404: "`Observation not found` or `Matched device not found`",
        },
      },
      (request) => {
        const ctx = { db: request.db, pool, actor: actorOf(request), userId: request.caller.userId };
        return applyObservation(ctx, request.params.observation_id);
      },
    ),
  ];
}

function manyRoutes({ pool }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "post",
        path: `${PATH}/bulk`,
        summary: "Do the same with up to 200 observations",
        description: "What is refused of one does not stop the others; each has its own entry in the answer.",
        isTryable: true,
        body: ObservationBulkRequest,
        response: ObservationBulkResult,
        replay: "kept",
      },
      (request) => {
        const ctx = { db: request.db, pool, actor: actorOf(request), userId: request.caller.userId };
        return updateObservations(ctx, request.body);
      },
    ),
    route(
      {
        ...ACCESS,
        method: "post",
        path: `${PATH}/resolve-all`,
        summary: "Resolve all observations that are open or acknowledged",
        isTryable: true,
        response: ResolveAllResult,
        replay: "kept",
      },
      (request) => resolveAll({ db: request.db, actor: actorOf(request) }),
    ),
  ];
}
