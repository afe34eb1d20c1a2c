import type { Conflict } from "../addresses/address-cells";
import { contains, parseNetwork } from "../network";
import type { Subnet } from "../tree/tree-rows";

/** How many conflicts each subnet has, by its id. One counts for the smallest subnet in which its address lies. */
export function conflictedSubnets(
  subnets: readonly Subnet[],
  conflicts: readonly Conflict[],
): ReadonlyMap<number, number> {
  const networks = subnets
    .flatMap(({ id, cidr }) => {
      const network = parseNetwork(cidr);
      return network === undefined ? [] : [{ id, network }];
    })
    .sort((one, other) => other.network.length - one.network.length);
  const counts = new Map<number, number>();
  for (const { ip } of conflicts) {
    const place = ip === null ? undefined : parseNetwork(ip);
    const home = place && networks.find(({ network }) => contains(network, place));
    if (home !== undefined) counts.set(home.id, (counts.get(home.id) ?? 0) + 1);
  }
  return counts;
}

/** Conflicts that are about an address in a subnet. */
export function conflictsIn(cidr: string, conflicts: readonly Conflict[]): Conflict[] {
  const network = parseNetwork(cidr);
  return conflicts.filter(({ ip }) => {
    const place = ip === null ? undefined : parseNetwork(ip);
    return network !== undefined && place !== undefined && contains(network, place);
  });
}
