import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import { ROLES } from "#platform/roles";
import { hasSameKey, rolesWithoutInstance, type Instance, type InstanceSelf } from "./service";

export const InstanceRead = z
  .object({
    id: z.string().openapi({ description: "made anew at each start" }),
    address: z.string().openapi({
      description: "how other processes reach it (INSTANCE_URL)",
      example: "http://collector-1:8080",
    }),
    roles: z.array(z.enum(ROLES)).openapi({ example: ["collector"] }),
    version: z.string().openapi({ example: "0.7.0" }),
    collector: z.string().nullable().openapi({
      description: "the journal that it writes, as events name it; null: it receives nothing",
      example: "3f9a0c12b7de",
    }),
    is_live: z
      .boolean()
      .openapi({ description: "false: it has not been seen for 30 s; forgotten after a day" }),
    is_self: z.boolean().openapi({ description: "the one that answers" }),
    has_same_key: z.boolean().openapi({
      description:
        "false: its MASTER_KEY is another than that of the one that answers, so they read none of each other's secrets, or its row was " +
        "written by somebody who does not have that key; it is asked nothing",
    }),
    started_at: timestamp,
    seen_at: timestamp,
  })
  .openapi("InstanceRead");
type InstanceRead = z.infer<typeof InstanceRead>;

export const InstanceList = z
  .object({
    instances: z.array(InstanceRead).openapi({ description: "by address" }),
    missing_roles: z.array(z.enum(ROLES)).openapi({
      description: "what none of the live ones does; empty: all is done",
      example: [],
    }),
  })
  .openapi("InstanceList");
export type InstanceList = z.infer<typeof InstanceList>;

export function toInstanceList(found: readonly Instance[], self: InstanceSelf): InstanceList {
  return {
    instances: found.map((instance) => toInstanceRead(instance, self)),
    missing_roles: rolesWithoutInstance(found),
  };
}

function toInstanceRead(instance: Instance, self: InstanceSelf): InstanceRead {
  const { id, address, roles, version, collector, isLive, startedAt, seenAt } = instance;
  return {
    id,
    address,
    roles,
    version,
    collector,
    is_live: isLive,
    is_self: id === self.id,
    has_same_key: hasSameKey(instance, self),
    started_at: toTimestamp(startedAt),
    seen_at: toTimestamp(seenAt),
  };
}
