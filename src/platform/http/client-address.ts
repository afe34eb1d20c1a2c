import { isInNetworks, parseAddress, type Network } from "../ip";

export type ClientConnection = {
  /** Canonical text of the caller's address. */
  address: string;
  isHttps: boolean;
};

type Forwarded = {
  peer: string;
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
  isTls: boolean;
};

/**
 * Who calls: the peer, or, as long as the hop is a trusted proxy, the hop before it in X-Forwarded-For, from the right.
 * An entry that is no address ends the walk. Headers from a peer that is not trusted change nothing.
 */
export function resolveClient(request: Forwarded, trustedProxies: readonly Network[]): ClientConnection {
  const peer = parseAddress(request.peer);
  if (peer === undefined) return { address: request.peer, isHttps: request.isTls };
  if (trustedProxies.length === 0 || !isInNetworks(peer, trustedProxies)) {
    return { address: peer.toString(), isHttps: request.isTls };
  }
  const hops = (request.forwardedFor ?? "").split(",").filter((hop) => hop.trim() !== "");
  let client = peer;
  while (hops.length > 0 && isInNetworks(client, trustedProxies)) {
    const hop = parseAddress(withoutPort(hops.pop() ?? ""));
    if (hop === undefined) break;
    client = hop;
  }
  const scheme = request.forwardedProto?.split(",")[0]?.trim().toLowerCase();
  return { address: client.toString(), isHttps: scheme === undefined ? request.isTls : scheme === "https" };
}

/** What proxies add to a request that they pass on, each to its own taste. */
const FORWARDING =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/i;

/**
 * True for a connection of this machine's loopback that nothing shows to be a proxy's. A proxy here, trusted or not,
 * must not make everybody behind it a local caller.
 */
export function isLocalProgram(
  { peer, headers }: { peer: string; headers: Headers },
  trustedProxies: readonly Network[],
): boolean {
  const address = parseAddress(peer);
  if (address?.range() !== "loopback" || isInNetworks(address, trustedProxies)) return false;
  return ![...headers.keys()].some((name) => FORWARDING.test(name));
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const trimmed = hop.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed);
  if (bracketed !== null) return bracketed[1] ?? trimmed;
  return trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
