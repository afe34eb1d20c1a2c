import { count, isNull } from "drizzle-orm";
import type { Db } from "#platform/database";
import { listConflicts } from "../conflicts/service";
import { toExactInteger } from "../exact-integer";
import type { Family } from "../prefix";
import { utilizationOf } from "../subnets/models";
import { toBlock } from "../subnets/service";
import { measureUsage } from "../subnets/usage";
import { toTree } from "../subnets/usage-tree";
import { dhcpLeases, ipReservations, subnets } from "../tables";
import type { AddressTotals, IpamSummary } from "./models";

/** The whole address plan in figures. Subnets that lie in others are counted with those, not again. */
export async function summarize({ db }: { db: Db }): Promise<IpamSummary> {
  const nodes = toTree((await db.select().from(subnets)).map(toBlock));
  const [usages, conflicts, [leases], [reservations]] = await Promise.all([
    measureUsage(db, nodes),
    listConflicts({ db }),
    db.select({ count: count() }).from(dhcpLeases).where(isNull(dhcpLeases.closedAt)),
    db.select({ count: count() }).from(ipReservations).where(isNull(ipReservations.releasedAt)),
  ]);
  const roots = nodes.filter(({ parentId }) => parentId === null);
  const totalsOf = (families: readonly Family[]): AddressTotals => {
    const wanted = roots.filter(({ prefix }) => families.includes(prefix.family));
    const sum = (field: "total" | "used") =>
      wanted.reduce((total, { id }) => total + (usages.get(id)?.[field] ?? 0n), 0n);
    return toTotals({ total: sum("total"), used: sum("used") });
  };
  return {
    subnet_count: nodes.length,
    ...totalsOf([4, 6]),
    conflict_count: conflicts.length,
    dhcp_lease_count: leases?.count ?? 0,
    reservation_count: reservations?.count ?? 0,
    ipv4: totalsOf([4]),
    ipv6: totalsOf([6]),
  };
}

function toTotals({ total, used }: { total: bigint; used: bigint }): AddressTotals {
  const free = total - used;
  return {
    total_hosts: toExactInteger(total),
    used: toExactInteger(used),
    free: toExactInteger(free),
    utilization: utilizationOf({ used, total }),
    total_hosts_text: String(total),
    used_text: String(used),
    free_text: String(free),
  };
}
