import type { Actor } from "#features/audit";
import type { Db } from "#platform/database";

/** What a topology group (VLAN) says of its network. */
export type GroupNetwork = {
  ipRange: string | null;
  vlanId: string | null;
  gateway: string | null;
  dhcpStart: string | null;
  dhcpEnd: string | null;
  dnsServers: string | null;
};

/**
 * Brings the IPAM subnet of a group in line with it, in the transaction that it is given. Throws 409 where the new
 * network is another subnet's.
 */
export type SubnetSync = (
  ctx: { db: Db; actor: Actor },
  states: { before?: GroupNetwork | undefined; after: GroupNetwork },
) => Promise<void>;
