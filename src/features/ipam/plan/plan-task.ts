import { defineTask } from "#platform/workers";
import type { Plan, PlanInput } from "./plan-subnets";

export const planSubnetsTask = defineTask<PlanInput, Plan>(
  "plan-subnets",
  new URL("../../../../workers/plan-subnets.ts", import.meta.url),
);
