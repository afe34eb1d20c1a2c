import { z } from "@hono/zod-openapi";
import { DeviceRead } from "../devices/models";
import { RelationshipRead } from "../links/models";

export const TopologyGraph = z
  .object({
    devices: z.array(DeviceRead).openapi({ description: "by host name, then address" }),
    relationships: z.array(RelationshipRead).openapi({ description: "by id" }),
  })
  .openapi("TopologyGraph");
export type TopologyGraph = z.infer<typeof TopologyGraph>;
