import { addressSortKey } from "../../format/address";

type Subnet = { cidr: string; dhcp_start: string | null; dhcp_end: string | null };

/** Finds the DHCP range of the address plan that an address lies in, in words. */
export function createDhcpRangeFinder(subnets: readonly Subnet[]): (address: string) => string | undefined {
  const ranges = subnets.flatMap(({ cidr, dhcp_start: start, dhcp_end: end }) => {
    const [from, to] = [start, end].map((text) => (text === null ? undefined : addressSortKey(text)));
    return from === undefined || to === undefined ? [] : { from, to, words: `${start} – ${end} of ${cidr}` };
  });
  return (text) => {
    const address = text === "" ? undefined : addressSortKey(text);
    if (address === undefined) return undefined;
    return ranges.find(({ from, to }) => from <= address && address <= to)?.words;
  };
}
