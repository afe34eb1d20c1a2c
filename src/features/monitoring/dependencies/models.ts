import { z } from "@hono/zod-openapi";
import type { Versioned } from "#platform/http/conditional";
import { integer } from "#platform/http/fields";
import { TARGET_STATES } from "../state";

/** Redundant ways, with room to spare. */
const MAX_PARENTS = 20;
/** Of what the links give, and of causes. */
export const MAX_SHOWN = 20;

const Mode = z.enum(["automatic", "chosen", "none"]).openapi("DependencyMode", {
  description:
    "`automatic`: on what lies between it and this service by the links of the topology; `chosen`: on the devices of `parent_ids`, whatever " +
    "it is linked to; `none`: on nothing, its failure is always its own",
});

const RelatedDevice = z
  .object({
    id: z.int(),
    name: z.string(),
    state: z.enum(TARGET_STATES).nullable().openapi({ description: "null: it is not watched" }),
  })
  .openapi("RelatedDevice");
export type RelatedDevice = z.infer<typeof RelatedDevice>;

const Dependents = z
  .object({
    direct: z.int().openapi({ description: "have it among what they depend on" }),
    all: z.int().openapi({ description: "these, and all behind them" }),
    only: z
      .int()
      .openapi({ description: "of all, those that would be unreachable if nothing but it failed" }),
  })
  .openapi("DependentCounts");

/** What somebody chose. */
export const Choice = z.object({
  device_id: z.int(),
  mode: Mode,
  parent_ids: z.array(z.int()),
});
export type Choice = z.infer<typeof Choice>;

export const DeviceDependencies = Choice.extend({
  chosen: z.array(RelatedDevice).openapi({ description: "the devices of `parent_ids`, by name" }),
  automatic: z.array(RelatedDevice).openapi({
    description: `what the links give, chosen or not: linked devices that are nearer to this service, the first ${MAX_SHOWN} by name`,
  }),
  automatic_count: z.int(),
  detours: z.int().openapi({ description: "linked devices that lead to it as well, on longer ways" }),
  dependents: Dependents,
  causes: z.array(RelatedDevice).openapi({
    description: `while it is unreachable: devices that are down themselves and stand in its way, the nearest first, at most ${MAX_SHOWN}`,
  }),
}).openapi("DeviceDependencies");
export type DeviceDependencies = z.infer<typeof DeviceDependencies>;

export const DEPENDENCIES_VERSION: Versioned = {
  without: ["chosen", "automatic", "automatic_count", "detours", "dependents", "causes"],
};

export const DeviceDependenciesUpdate = z
  .object({
    mode: Mode,
    parent_ids: z
      .array(integer({ min: 1 }))
      .max(MAX_PARENTS)
      .default([])
      .openapi({
        description: "of `chosen`: the device is unreachable when it fails and none of these can be reached",
      }),
  })
  .superRefine(({ mode, parent_ids: parents }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["parent_ids"], message });
    if (mode === "chosen" && parents.length === 0) refuse("name what it depends on");
    if (mode !== "chosen" && parents.length > 0) refuse(`are of the mode chosen, not ${mode}`);
  })
  .openapi("DeviceDependenciesUpdate");
export type DeviceDependenciesUpdate = z.infer<typeof DeviceDependenciesUpdate>;
