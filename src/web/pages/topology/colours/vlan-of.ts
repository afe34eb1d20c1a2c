import type { Group } from "../../../api/inventory";
import { addressSortKey } from "../../../format/address";

type Subnet = { cidr: string; vlan_id: string | null };
type Member = { vlan_id: string | null; topology_group_id: number | null; ip_address: string };

const FIRST_V6 = 1n << 128n;

/**
 * The VLAN of a device: its own, else that of its group, else that of the narrowest subnet that its address lies in.
 */
export function createVlanFinder({
  groups,
  subnets,
}: {
  groups: readonly Group[];
  subnets: readonly Subnet[];
}): (device: Member) => string | null {
  const ofGroup = new Map(groups.map(({ id, vlan_id: vlan }) => [id, vlan]));
  const ofPrefix = new Map<string, string | null>();
  for (const { cidr, vlan_id: vlan } of subnets) {
    const first = addressSortKey(cidr);
    const length = Number(cidr.split("/")[1]);
    if (first !== undefined) ofPrefix.set(prefixKey(first, length), vlan);
  }
  const lengths = [...new Set(subnets.map(({ cidr }) => Number(cidr.split("/")[1])))].toSorted(
    (one, other) => other - one,
  );
  const ofAddress = (text: string): string | null => {
    const address = addressSortKey(text);
    if (address === undefined) return null;
    for (const length of lengths) {
      const vlan = length <= bitsOf(address) ? ofPrefix.get(prefixKey(address, length)) : undefined;
      if (vlan !== undefined) return vlan;
    }
    return null;
  };
  return ({ vlan_id: own, topology_group_id: group, ip_address: address }) =>
    filled(own) ?? filled(ofGroup.get(group ?? 0)) ?? filled(ofAddress(address));
}

function filled(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

function prefixKey(address: bigint, length: number): string {
  return `${length} ${address >> BigInt(bitsOf(address) - length)}`;
}

function bitsOf(address: bigint): number {
  return address >= FIRST_V6 ? 128 : 32;
}
