import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { WorkerPool } from "#platform/workers";
import { toExactInteger } from "../exact-integer";
import { formatPrefix } from "../prefix";
import { toPrefix } from "../subnets/service";
import { subnets } from "../tables";
import type { SubnetPlan, SubnetPlanRequest } from "./models";
import { partsOf, planSubnets, type Plan, type PlanInput } from "./plan-subnets";
import { planSubnetsTask } from "./plan-task";

/** Up to here a plan is made in less time than a worker takes to be asked. */
const SMALL = 256;

/** A plan for a network. Writes nothing. Big ones are made on a worker thread, which ends when the client leaves. */
export async function makePlan(
  ctx: { db: Db; pool: WorkerPool; signal: AbortSignal },
  request: SubnetPlanRequest,
): Promise<SubnetPlan> {
  const cidr = formatPrefix(toPrefix(request.cidr));
  const input: PlanInput = {
    cidr,
    taken: request.avoid_existing ? await findTaken(ctx.db, cidr) : [],
    splitTo: request.split_to,
    requirements: request.requirements.map(({ name, hosts }) => ({ name, hosts: String(hosts) })),
  };
  const plan = await run(ctx, input);
  return {
    cidr,
    subnets: plan.subnets.map(({ cidr, name, usableHosts }) => ({
      cidr,
      name,
      usable_hosts: toExactInteger(BigInt(usableHosts)),
      usable_hosts_text: usableHosts,
    })),
    unplaced: plan.unplaced,
    free: plan.free,
  };
}

/** The subnets in the network. Those around it do not take it: it is theirs to be planned. */
async function findTaken(db: Db, cidr: string): Promise<string[]> {
  const rows = await db
    .select({ network: subnets.network })
    .from(subnets)
    .where(sql`${subnets.network} << ${cidr}`);
  return rows.map(({ network }) => network);
}

async function run(
  { pool, signal }: { pool: WorkerPool; signal: AbortSignal },
  input: PlanInput,
): Promise<Plan> {
  const parts = input.splitTo === null ? 0n : partsOf(input.cidr, input.splitTo);
  const isSmall = parts <= SMALL && input.requirements.length + input.taken.length <= SMALL;
  return isSmall ? planSubnets(input) : pool.run(planSubnetsTask, input, { signal });
}
