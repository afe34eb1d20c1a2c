import { findFullSubnets, summarize } from "#features/ipam";
import type { Db } from "#platform/database";
import type { Addresses } from "../data";

const MAX_SUBNETS = 10;

/** How full the address plan is now. */
export async function collectAddresses(db: Db): Promise<Addresses> {
  const [summary, fullest] = await Promise.all([
    summarize({ db }),
    findFullSubnets(db, { percent: 0, limit: MAX_SUBNETS }),
  ]);
  return {
    subnets: summary.subnet_count,
    used: Number(summary.ipv4.used_text),
    total: Number(summary.ipv4.total_hosts_text),
    conflicts: summary.conflict_count,
    reservations: summary.reservation_count,
    leases: summary.dhcp_lease_count,
    fullest: {
      rows: fullest.map(({ name, cidr, used, total, usedPercent }) => ({
        name,
        cidr,
        used: String(used),
        total: String(total),
        percent: usedPercent,
      })),
      total: summary.subnet_count,
    },
  };
}
