import { Resolver } from "node:dns";
import { canonicalAddress } from "../ip";
import type { Endpoint } from "../probe/endpoint";

const PORT = 53;
/** As the system's resolver does where it is told of none (resolv.conf(5)). */
const OF_THIS_MACHINE: Endpoint = { address: "127.0.0.1", port: PORT };

/** To be asked in turns. */
export type NameServerList = readonly [Endpoint, ...Endpoint[]];

/**
 * The name servers that this machine asks, read anew: a network that changes has others. Those of a zone cannot be
 * asked.
 */
export function systemNameServers(): NameServerList {
  const [first = OF_THIS_MACHINE, ...others] = new Resolver().getServers().flatMap((text) => {
    const [, bracketed, port] = /^\[(.+)\](?::(\d+))?$/.exec(text) ?? [];
    const [, dotted, ofDotted] = /^([\d.]+):(\d+)$/.exec(text) ?? [];
    const address = canonicalAddress(bracketed ?? dotted ?? text);
    return address === undefined ? [] : [{ address, port: Number(port ?? ofDotted ?? PORT) }];
  });
  return [first, ...others];
}
