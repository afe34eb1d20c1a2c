import { z } from "@hono/zod-openapi";
import { boolean, integer } from "#platform/http/fields";
import { exactInteger, integerText } from "../exact-integer";
import { cidrText } from "../fields";
import { bitsOf, parsePrefix } from "../prefix";
import { partsOf } from "./plan-subnets";

const MAX_REQUIREMENTS = 1000;
const MAX_PARTS = 65_536n;

const SubnetRequirement = z
  .object({
    name: z.string().trim().min(1).max(120),
    hosts: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).openapi({ example: 50 }),
  })
  .openapi("SubnetRequirement");

export const SubnetPlanRequest = z
  .object({
    cidr: cidrText,
    split_to: integer({ min: 0, max: 128 }).nullable().default(null).openapi({
      description: "prefix length of equal parts, at most 65,536 of them",
    }),
    requirements: z.array(SubnetRequirement).max(MAX_REQUIREMENTS).default([]).openapi({
      description: "subnets by the hosts that they must have room for; the biggest are placed first",
    }),
    avoid_existing: boolean().default(true).openapi({
      type: "boolean",
      description: "leave alone what subnets of the address plan have",
    }),
  })
  .superRefine((plan, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if ((plan.split_to === null) === (plan.requirements.length === 0))
      return refuse("split_to", "Either split_to or requirements must be given");
    const prefix = parsePrefix(plan.cidr);
    if (plan.split_to === null || prefix === undefined) return undefined;
    const longest = bitsOf(prefix.family);
    if (plan.split_to < prefix.length || plan.split_to > longest)
      return refuse("split_to", `Prefix must be between ${prefix.length} and ${longest}`);
    if (partsOf(plan.cidr, plan.split_to) > MAX_PARTS) return refuse("split_to", "At most 65,536 parts");
    return undefined;
  })
  .openapi("SubnetPlanRequest");
export type SubnetPlanRequest = z.output<typeof SubnetPlanRequest>;

export const SubnetPlan = z
  .object({
    cidr: z.string(),
    subnets: z.array(
      z.object({
        cidr: z.string(),
        name: z.string().nullable(),
        usable_hosts: exactInteger,
        usable_hosts_text: integerText,
      }),
    ),
    unplaced: z.array(z.string()).openapi({ description: "requirements for which there was no room" }),
    free: z.array(z.string()).openapi({ description: "what is left, in as few networks as possible" }),
  })
  .openapi("SubnetPlan");
export type SubnetPlan = z.infer<typeof SubnetPlan>;
