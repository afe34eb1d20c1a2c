import { hardwareAddressOfDuid } from "./duid";
import { createLeaseCollector, isInForce, linesOf, shown, type LeaseFile, type LeaseList } from "./lease";
import { fromEpochSeconds } from "./lease-time";

/** Of a line; it may have millions. */
const FIELDS = 5;

/**
 * Reads the lease file of dnsmasq: `<expiry> <mac> <ip> <hostname> <client-id>`, with `*` for what is unknown, and
 * after a `duid` line `<expiry> <iaid> <ip> <hostname> <duid>`. Expiry is seconds since 1970; 0: never.
 */
export function parseDnsmasq({ text, now }: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  for (const { line, text: content } of linesOf(text)) {
    const [expiry = "", hardware = "", address = "", hostname = "*", clientId = "*"] = content
      .trim()
      .split(/\s+/, FIELDS);
    if (expiry === "duid" || expiry.startsWith("#")) continue;
    const time = fromEpochSeconds(expiry);
    if (time === undefined || address === "") {
      leases.refuse(line, `${shown(content)} is no lease of dnsmasq`);
      continue;
    }
    const expiresAt = time === 0 ? null : time;
    const isIpv6 = address.includes(":");
    leases.add(line, {
      address,
      // A hardware type other than Ethernet is written before the address: `06-00:11:22:33:44:55`.
      hardwareAddress: isIpv6
        ? hardwareAddressOfDuid(clientId)
        : hardware.replace(/^[0-9a-f]{2}-(?=[0-9a-f]{2}:)/i, ""),
      clientId: clientId === "*" ? null : clientId.toLowerCase(),
      hostname: hostname === "*" ? null : hostname,
      expiresAt,
      isActive: isInForce({ isActive: true, expiresAt }, { now }),
    });
  }
  return leases.result();
}
