import { sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { isUniqueViolation, refuseDouble, type Db } from "#platform/database";
import { conflict, invalid } from "#platform/errors";
import { bitsOf, formatPrefix, nextFreePrefix } from "../prefix";
import type { SubnetOut, SubnetRow } from "../subnets/models";
import { findSubnetRow, getSubnet, insertSubnet, NETWORK, toPrefix } from "../subnets/service";
import { subnets } from "../tables";
import type { NextSubnetCreate } from "./models";
import { lockTree } from "./service";

type Wanted = { subnetId: number; prefix: number };

/**
 * Advice only. Throws 404, 409 where no such subnet is free, 422 for a prefix length that the subnet cannot have in it.
 */
export async function nextSubnet({ db }: { db: Db }, wanted: Wanted): Promise<{ cidr: string }> {
  return { cidr: await findFreeSubnet(db, await findSubnetRow(db, wanted.subnetId), wanted.prefix) };
}

const ATTEMPTS = 5;

/**
 * Finds the next free subnet of a size and adds it, in one step. Throws as `nextSubnet`, and 404 for an unknown site.
 */
export async function allocateSubnet(
  ctx: { db: Db; actor: Actor },
  { input, ...wanted }: Wanted & { input: NextSubnetCreate },
): Promise<SubnetOut> {
  const add = () =>
    ctx.db.transaction(async (db) => {
      const parent = await lockTree(db, wanted.subnetId);
      const cidr = await findFreeSubnet(db, parent, wanted.prefix);
      const fields = { ...input, cidr, gateway: null, dhcp_start: null, dhcp_end: null };
      const row = await insertSubnet({ db, actor: ctx.actor }, fields);
      return getSubnet({ db }, row.id);
    });
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await add();
    } catch (error) {
      // Someone has just added that very subnet by its name; the next look finds another.
      if (!isUniqueViolation(error, NETWORK.constraint)) throw error;
    }
  }
  return refuseDouble(NETWORK, add);
}

async function findFreeSubnet(db: Db, parent: SubnetRow, length: number): Promise<string> {
  const prefix = toPrefix(parent.network);
  if (length <= prefix.length || length > bitsOf(prefix.family)) {
    const msg = `Prefix must be between ${prefix.length + 1} and ${bitsOf(prefix.family)} in this subnet`;
    throw invalid([{ loc: ["query", "prefix"], msg, type: "value_error" }]);
  }
  const nested = await db
    .select({ network: subnets.network })
    .from(subnets)
    .where(sql`${subnets.network} << ${parent.network}`);
  const taken = nested.map(({ network }) => toPrefix(network));
  const free = nextFreePrefix(prefix, { length, taken });
  if (free === undefined) throw conflict(`No free /${length} in this subnet`);
  return formatPrefix(free);
}
