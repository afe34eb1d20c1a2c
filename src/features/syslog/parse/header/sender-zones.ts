import ipaddr from "ipaddr.js";

/** By which zones times are read that name none. */
export type TimeZones = {
  /** IANA zone of senders that are not listed. */
  fallback: string;
  /** Networks of senders in CIDR form (an IPv4 one not in its IPv6 form), and their IANA zone. */
  senders: readonly (readonly [network: string, zone: string])[];
};

/**
 * The zone of a sender's address: of the listed networks that hold it the longest prefix counts. What was found is
 * remembered.
 */
export function createZoneFinder({ fallback, senders }: TimeZones): (sender: string) => string {
  if (senders.length === 0) return () => fallback;
  const listed = senders
    .map(([text, zone]) => ({ network: ipaddr.parseCIDR(text), zone }))
    .sort((left, right) => right.network[1] - left.network[1]);
  const known = new Map<string, string>();
  const find = (sender: string): string => {
    if (!ipaddr.isValid(sender)) return fallback;
    const address = ipaddr.process(sender);
    const isIn = (network: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
      network[0].kind() === address.kind() && address.match(network);
    return listed.find(({ network }) => isIn(network))?.zone ?? fallback;
  };
  return (sender) => {
    let zone = known.get(sender);
    if (zone === undefined) {
      zone = find(sender);
      known.set(sender, zone);
    }
    return zone;
  };
}
