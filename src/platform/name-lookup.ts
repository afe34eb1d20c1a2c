import { dns } from "bun";
import { codeOf } from "./error-code";

/** All addresses of a name, of both families. @throws with the resolver's code, such as `ENOTFOUND`. */
export type LookUpName = (name: string) => Promise<readonly string[]>;

/**
 * Asks the hosts file and the name servers, without a thread: with the system's own call, which needs one for as long as it waits, a few
 * names whose servers are silent hold up every other look-up of the process for 10 s and more. Names of multicast DNS, which only
 * the system's own call may know, go there.
 */
export async function lookUpName(name: string): Promise<string[]> {
  try {
    const backend = /\.local\.?$/i.test(name) ? "system" : "c-ares";
    return [...new Set((await dns.lookup(name, { backend })).map(({ address }) => address))];
  } catch (cause) {
    const code = (codeOf(cause) ?? "EUNKNOWN").replace(/^DNS_/, "");
    throw Object.assign(new Error(`cannot resolve ${name}: ${code}`, { cause }), { code });
  }
}
