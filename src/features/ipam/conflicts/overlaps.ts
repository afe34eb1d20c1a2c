import type { Db } from "#platform/database";
import { formatPrefix } from "../prefix";
import type { SubnetRow } from "../subnets/models";
import { toBlock } from "../subnets/service";
import { toTree, type Node } from "../subnets/usage-tree";
import { subnets } from "../tables";
import type { Conflict } from "./models";

/**
 * Subnets that lie in each other and yet are on one level. Nesting is normal; but two that are the same VLAN, or that
 * both have a gateway or a DHCP range, both say to be the network of the hosts there.
 */
export async function findOverlaps(db: Db): Promise<Conflict[]> {
  const rows = new Map((await db.select().from(subnets)).map((row) => [row.id, row]));
  const nodes = new Map(toTree([...rows.values()].map(toBlock)).map((node) => [node.id, node]));
  const found: Conflict[] = [];
  for (const inner of nodes.values()) {
    for (const outer of subnetsAround(inner, nodes)) {
      const [innerRow, outerRow] = [rows.get(inner.id), rows.get(outer.id)];
      if (innerRow === undefined || outerRow === undefined || !areOnOneLevel(innerRow, outerRow)) continue;
      const description =
        `${innerRow.name} (${formatPrefix(inner.prefix)}) lies in ${outerRow.name} ` +
        `(${formatPrefix(outer.prefix)}), and both are networks of hosts`;
      const kind = { key: `subnet_overlap:${inner.id}:${outer.id}`, type: "subnet_overlap" } as const;
      found.push({ ...kind, severity: "warning", description, ip: null, device_id: null });
    }
  }
  return found;
}

function subnetsAround({ parentId }: Node, nodes: ReadonlyMap<number, Node>): Node[] {
  const parent = parentId === null ? undefined : nodes.get(parentId);
  return parent === undefined ? [] : [parent, ...subnetsAround(parent, nodes)];
}

function areOnOneLevel(left: SubnetRow, right: SubnetRow): boolean {
  if (left.vlanId !== null && left.vlanId === right.vlanId) return true;
  return hasHosts(left) && hasHosts(right);
}

function hasHosts({ gateway, dhcpStart }: SubnetRow): boolean {
  return gateway !== null || dhcpStart !== null;
}
