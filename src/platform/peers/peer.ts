import { parseAddress } from "../ip";
import { kindOfTarget } from "../target-address";

/** Another process of the same database, as its row tells. */
export type Peer = {
  /** Made anew at each of its starts. */
  id: string;
  /** `http://host:port`, without a slash at its end. */
  address: string;
};

/** What this process calls itself in its row. The address is known once it listens. */
export type PeerSelf = { id: string; readAddress: () => string };

const REFUSED = new Set(["link-local", "metadata", "unusable"]);

/**
 * Where a path of a process is asked for.
 * @throws where its address is none to connect to: no http, with more than host, port and path, or an address at which
 * no process of ours can be. Loopback is one where several run on one machine.
 */
export function urlOfPeer({ address }: Pick<Peer, "address">, path: string): URL {
  const base = URL.parse(address);
  if (base === null || !["http:", "https:"].includes(base.protocol)) throw new Error("its address is no URL");
  const { username, password, search, hash, hostname } = base;
  if (username + password + search + hash !== "") throw new Error("its address has more than host and port");
  const literal = parseAddress(hostname.replace(/^\[|\]$/g, ""));
  if (literal !== undefined && REFUSED.has(kindOfTarget(literal)))
    throw new Error("its address is link-local, of metadata or multicast");
  return new URL(base.href.replace(/\/+$/, "") + path);
}
