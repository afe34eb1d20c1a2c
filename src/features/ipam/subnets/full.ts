import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { formatPrefix } from "../prefix";
import { subnets } from "../tables";
import { utilizationOf } from "./models";
import { toBlock } from "./service";
import { measureUsage } from "./usage";
import { toTree } from "./usage-tree";

/** A subnet that is as full as was asked for. */
export type FullSubnet = {
  id: number;
  name: string;
  cidr: string;
  used: bigint;
  total: bigint;
  /** Of 100. */
  usedPercent: number;
};

/** Smaller ones are links: both of their ends are taken, and that is no news. */
const FEWEST_ADDRESSES = 3n;
/** IPv6 networks of that length or shorter never fill up. */
const LONGEST_NEVER_FULL = 64;

/**
 * Subnets of which that share of the usable addresses, of 100, is taken; with what is nested in them. The fullest
 * first, at most `limit`.
 */
export async function findFullSubnets(
  db: Db,
  { percent, limit }: { percent: number; limit: number },
): Promise<FullSubnet[]> {
  const rows = await db
    .select()
    .from(subnets)
    .where(sql`family(${subnets.network}) = 4 OR masklen(${subnets.network}) > ${LONGEST_NEVER_FULL}`);
  const nodes = toTree(rows.map(toBlock));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const usages = await measureUsage(db, nodes);
  const found = nodes.flatMap(({ id, prefix }): FullSubnet[] => {
    const usage = usages.get(id);
    if (usage === undefined || usage.total < FEWEST_ADDRESSES) return [];
    const { used, total } = usage;
    const usedPercent = 100 * utilizationOf(usage);
    if (usedPercent < percent) return [];
    return [{ id, name: names.get(id) ?? "", cidr: formatPrefix(prefix), used, total, usedPercent }];
  });
  return found
    .toSorted((one, other) => other.usedPercent - one.usedPercent || one.id - other.id)
    .slice(0, limit);
}
