import { parseAddress } from "#platform/ip";

/**
 * True for a Host that nobody outside can make point here: an IP address, `localhost`, a single label, and the host of
 * `appUrl` (may be empty). Any other name may be a stranger's, which their DNS server lets point at this service (DNS
 * rebinding), so that a browser takes their page for ours.
 */
export function isHostOfOurs(host: string, appUrl: string): boolean {
  const name = hostnameOf(host);
  if (name === undefined) return false;
  if (parseAddress(name) !== undefined || !name.includes(".")) return true;
  return name === hostnameOf(URL.parse(appUrl)?.host ?? "");
}

/** True for `localhost` and the loopback addresses. */
export function isLoopbackHost(host: string): boolean {
  const name = hostnameOf(host) ?? "";
  return name === "localhost" || parseAddress(name)?.range() === "loopback";
}

/** Without port, brackets and a closing dot, in lower case; undefined where it is no host. */
function hostnameOf(host: string): string | undefined {
  const hostname = host === "" ? undefined : URL.parse(`http://${host}/`)?.hostname;
  return hostname?.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
