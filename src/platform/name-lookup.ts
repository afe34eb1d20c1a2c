import { dns } from "bun";
import { getServers, Resolver, setServers } from "node:dns";
import { codeOf } from "./error-code";

/** All addresses of a name, of both families. @throws with the resolver's code, such as `ENOTFOUND`. */
export type LookUpName = (name: string) => Promise<readonly string[]>;

/** How long a change of the system's name servers may go unseen. */
const SERVERS_FOR_MS = 5000;

let serversReadAt = performance.now();

/**
 * Asks the hosts file and the name servers, without a thread: with the system's own call, which needs one for as long
 * as it waits, a few names whose servers are silent hold up every other look-up of the process for 10 s and more. Names
 * of multicast DNS, which only the system's own call may know, go there.
 */
export async function lookUpName(name: string): Promise<string[]> {
  readServers();
  try {
    const backend = isMulticastName(name) ? "system" : "c-ares";
    return [...new Set((await dns.lookup(name, { backend })).map(({ address }) => address))];
  } catch (cause) {
    const given = (codeOf(cause) ?? "EUNKNOWN").replace(/^DNS_/, "");
    // Of a name server, that is. Whoever connects to the name knows the code for something else.
    const code = given === "ECONNREFUSED" ? "ETIMEOUT" : given;
    throw Object.assign(new Error(`cannot resolve ${name}: ${code}`, { cause }), { code });
  }
}

/** Whether a name is one of multicast DNS (RFC 6762 section 3), which takes a thread for as long as nobody answers. */
export function isMulticastName(name: string): boolean {
  return /\.local\.?$/i.test(name);
}

/**
 * The runtime reads the system's name servers once (Bun 1.4.5), at its first question; a network that changes has
 * others.
 */
function readServers(): void {
  if (performance.now() - serversReadAt < SERVERS_FOR_MS) return;
  serversReadAt = performance.now();
  const servers = new Resolver().getServers();
  if (servers.join() === getServers().join()) return;
  try {
    setServers(servers);
  } catch {
    // Such as one of a zone, which cannot be set: those that were known are still asked.
  }
}
