import { planSubnets, type Plan, type PlanInput } from "../src/features/ipam/plan/plan-subnets";

/** Splits a network; see planSubnets. */
export default function planSubnetsTask(input: PlanInput): Plan {
  return planSubnets(input);
}
