import { isDeepStrictEqual } from "node:util";
import { asc, eq, sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { GroupNetwork } from "#features/topology";
import { refuseDouble, type Db } from "#platform/database";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { subnets } from "../tables";
import type { SubnetRow } from "./models";
import { changeSubnet, dhcpRangeColumns, gatewayColumn, NETWORK, type SubnetColumns } from "./service";

/**
 * Brings the one subnet that belongs to a group in line with it; the group's transaction is passed in. It is found by
 * the group's network, else its VLAN id, else those that it had `before`; where none is found nothing happens. What the
 * group never said stays; what it no longer says is cleared, and so is a DHCP range that the network has not. A gateway
 * that can be none of the network is not taken over. Throws 409 where the new network is another subnet's.
 */
export async function syncSubnetOfGroup(
  ctx: { db: Db; actor: Actor },
  { before, after }: { before?: GroupNetwork | undefined; after: GroupNetwork },
): Promise<void> {
  const row = await findSubnetOfGroup(ctx.db, [after, ...(before === undefined ? [] : [before])]);
  if (row === undefined) return;
  const columns = columnsOf(row, { before, after });
  if (!isDeepStrictEqual({ ...row, ...columns }, row))
    await refuseDouble(NETWORK, () => changeSubnet(ctx, { before: row, columns }));
}

async function findSubnetOfGroup(db: Db, states: readonly GroupNetwork[]): Promise<SubnetRow | undefined> {
  for (const { ipRange, vlanId } of states) {
    const network = ipRange === null ? undefined : canonicalNetwork(ipRange);
    const conditions = [
      ...(network === undefined ? [] : [sql`${subnets.network} = ${network}`]),
      ...(vlanId === null ? [] : [eq(subnets.vlanId, vlanId)]),
    ];
    for (const condition of conditions) {
      const [row] = await db
        .select()
        .from(subnets)
        .where(condition)
        .orderBy(asc(subnets.id))
        .limit(1)
        .for("update");
      if (row !== undefined) return row;
    }
  }
  return undefined;
}

type Change = { before: GroupNetwork | undefined; after: GroupNetwork };

function columnsOf(row: SubnetRow, change: Change): Partial<SubnetColumns> {
  const { ipRange, vlanId } = change.after;
  const network = (ipRange === null ? undefined : canonicalNetwork(ipRange)) ?? row.network;
  const say = (name: "gateway" | "dhcpStart" | "dhcpEnd" | "dnsServers") => {
    const said = change.after[name];
    if (said !== null) return name === "dnsServers" ? said : (canonicalAddress(said) ?? null);
    return (change.before?.[name] ?? null) === null ? row[name] : null;
  };
  const gateway = say("gateway");
  const [dhcpStart, dhcpEnd] = [say("dhcpStart"), say("dhcpEnd")];
  return {
    network,
    ...(network === row.network ? {} : { cidrAsSent: null }),
    vlanId: vlanId ?? row.vlanId,
    gateway: network === row.network && gateway === row.gateway ? gateway : gatewayColumn(network, gateway),
    ...dhcpRangeColumns({ cidr: network, dhcp_start: dhcpStart, dhcp_end: dhcpEnd }),
    dnsServers: say("dnsServers"),
  };
}
