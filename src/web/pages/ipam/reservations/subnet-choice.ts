import { contains, parseNetwork } from "../network";
import type { Subnet } from "../tree/tree-rows";

/** Subnets that a reservation may name: those around its address, the smallest first, and the one that it names now. */
export function subnetChoice(
  { ip_address: ip, subnet_id: named }: { ip_address: string; subnet_id: number | null },
  subnets: readonly Subnet[],
) {
  const place = parseNetwork(ip);
  const offered = subnets.flatMap(({ id, cidr, name }) => {
    const network = parseNetwork(cidr);
    if (network === undefined || place === undefined) return [];
    const isAround = contains(network, place);
    if (!isAround && id !== named) return [];
    const label = name === cidr ? cidr : `${cidr} ${name}`;
    return [
      { value: String(id), label: isAround ? label : `${label}, without this address`, network, isAround },
    ];
  });
  offered.sort(
    (one, other) =>
      Number(other.isAround) - Number(one.isAround) || other.network.length - one.network.length,
  );
  return [{ value: "", label: "None" }, ...offered.map(({ value, label }) => ({ value, label }))];
}
