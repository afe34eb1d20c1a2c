import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { createChangeSignal } from "../change-signal";
import { DEPENDENCIES_VERSION, DeviceDependencies, DeviceDependenciesUpdate } from "./models";
import { readDependencies, type Context } from "./read";
import { chooseDependencies } from "./service";

type Deps = Context & { onChange: () => void };

/** What devices depend on. */
export function dependencyRoutes(deps: Deps): Route[] {
  const { db, rootAddresses } = deps;
  const signal = createChangeSignal(deps);
  const shape = {
    tag: "monitoring",
    path: "/api/v1/monitoring/devices/{device_id}/dependencies",
    params: z.object({ device_id: id }),
    response: DeviceDependencies,
    versioned: DEPENDENCIES_VERSION,
    refusals: { 404: "Device not found" },
  } as const;
  return [
    route(
      {
        ...shape,
        method: "get",
        summary: "What a device depends on, and how many devices on it",
        description:
          "A device that fails is unreachable, and not down, where nothing that it depends on can be reached.",
        access: "authenticated",
      },
      ({ params }) => readDependencies({ db, rootAddresses }, params.device_id),
    ),
    route(
      {
        ...shape,
        method: "put",
        summary: "Choose what a device depends on",
        description:
          "In place of what the links of the topology give. Chosen devices may have choices of their own, but no circle of choices: 422 says " +
          "which way it would go round. A chosen device that is deleted leaves the choice, and without the last of them it is `automatic` again.",
        access: requires("monitoring_write"),
        isTryable: true,
        body: DeviceDependenciesUpdate,
        replay: { whole: shape.path },
      },
      (request) =>
        chooseDependencies(
          { db: request.db, rootAddresses, actor: actorOf(request), onChange: signal(request.db) },
          { id: request.params.device_id, wanted: request.body, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
