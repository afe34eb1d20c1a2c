import { inArray, isNotNull } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import {
  compareNaturally,
  cutPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { topologyGroups } from "#tables/topology";
import { formatPrefix, parsePrefix } from "../prefix";
import { toSubnetFields } from "../subnets/models";
import { dhcpRangeColumns, gatewayColumn } from "../subnets/service";
import { subnets } from "../tables";
import type { VlanImportRequest, VlanSuggestion } from "./models";

type Group = typeof topologyGroups.$inferSelect;

const BY_NAME: MemoryOrdering<VlanSuggestion> = {
  name: "vlan suggestions",
  keysOfRow: ({ name, id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/**
 * The topology groups that have a network, by name, and whether a subnet has it already. Throws 422 for a bad cursor.
 */
export async function listVlanSuggestions(
  { db }: { db: Db },
  query: PageQuery,
): Promise<Page<VlanSuggestion>> {
  const [groups, known] = await Promise.all([
    db.select().from(topologyGroups).where(isNotNull(topologyGroups.ipRange)),
    db.select({ network: subnets.network }).from(subnets),
  ]);
  const taken = new Set(known.map(({ network }) => networkOf(network)));
  const suggestions = groups.flatMap((group) => {
    const network = networkOf(group.ipRange);
    return network === undefined ? [] : [toSuggestion(group, { network, isTaken: taken.has(network) })];
  });
  return cutPage(suggestions, query, BY_NAME);
}

function networkOf(text: string | null): string | undefined {
  const prefix = text === null ? undefined : parsePrefix(text);
  return prefix && formatPrefix(prefix);
}

function toSuggestion(group: Group, { network, isTaken }: { network: string; isTaken: boolean }) {
  return {
    id: group.id,
    name: group.name,
    display_name: group.displayName,
    vlan_id: group.vlanId,
    ip_range: network,
    gateway: group.gateway,
    dns_servers: group.dnsServers,
    already_imported: isTaken,
  };
}

/** Makes a subnet of each group that has a network which no subnet has; skips the others. Says how many it made. */
export async function importFromVlans(
  ctx: { db: Db; actor: Actor },
  { group_ids: ids }: VlanImportRequest,
): Promise<{ imported: number }> {
  if (ids.length === 0) return { imported: 0 };
  return ctx.db.transaction(async (db) => {
    const groups = await db
      .select()
      .from(topologyGroups)
      .where(inArray(topologyGroups.id, ids))
      .orderBy(topologyGroups.ipRange, topologyGroups.id);
    const wanted = groups.flatMap((group) => {
      const network = networkOf(group.ipRange);
      return network === undefined ? [] : [toSubnet(group, network)];
    });
    if (wanted.length === 0) return { imported: 0 };
    const rows = await db
      .insert(subnets)
      .values(wanted)
      .onConflictDoNothing({ target: subnets.network })
      .returning();
    for (const row of rows) {
      const after = toSubnetFields(row);
      const target = `subnet:${row.id}`;
      await recordAudit(
        { db, actor: ctx.actor },
        { action: "ipam.subnet_created", target, detail: after.cidr, after },
      );
    }
    return { imported: rows.length };
  });
}

function toSubnet(group: Group, network: string) {
  return {
    name: group.displayName ?? group.name,
    network,
    vlanId: group.vlanId,
    siteId: group.siteId,
    gateway: gatewayColumn(network, group.gateway),
    ...dhcpRangeColumns({ cidr: network, dhcp_start: group.dhcpStart, dhcp_end: group.dhcpEnd }),
    dnsServers: group.dnsServers,
  };
}
