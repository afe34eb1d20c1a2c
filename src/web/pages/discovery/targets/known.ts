type Scanned = { target: string };
type Subnet = { cidr: string; name: string };

/** So many fit below the field on a phone. */
const MAX_SHOWN = 6;

/** Targets that somebody may want to scan, each once: the latest ones first, then subnets of IPv4 by name. */
export function knownTargets(
  scans: readonly Scanned[],
  subnets: readonly Subnet[],
): { target: string; name?: string }[] {
  const names = new Map(subnets.map(({ cidr, name }) => [cidr, name]));
  // A subnet of IPv6 has more addresses than a scan takes.
  const cidrs = subnets.map(({ cidr }) => cidr).filter((cidr) => !cidr.includes(":"));
  const targets = [...new Set([...scans.map(({ target }) => target), ...cidrs])];
  return targets.slice(0, MAX_SHOWN).map((target) => {
    const name = names.get(target);
    return name === undefined || name === target ? { target } : { target, name };
  });
}
