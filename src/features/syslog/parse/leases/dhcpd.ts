import { type LeaseLine, leaseLine } from "./lease-line";

/**
 * `DHCPACK on 192.0.2.7 to 00:1b:21:3a:4c:5d (anna-laptop) via eth1`; a client without hardware address shows its
 * identifier.
 */
const VERSION_4 =
  /\bDHCP(ACK|NAK|RELEASE|DECLINE|EXPIRE) (?:on|of) ([\d.]{7,15}) (?:to|from) (\S+)(?: \(([^)]*)\))?/;
const MAC_LENGTH = 17;
const DURATION = / lease-duration (\d+)/;
/** A release of an address that the server had given to nobody. */
const NOT_FOUND = "(not found)";
/** `Reply NA: address 2001:db8::7 to client with duid 00:03:00:01:… iaid = 1 valid for 3600 seconds`. */
const VERSION_6 =
  /\bReply [NT]A: address (\S+) to client with duid (\S+) iaid = \S+ (?:valid for (\d+) seconds|static)/;
const END_6 = /\bClient (\S+) (?:releases|declines) address ([0-9A-Fa-f:.]+)/;

/** ISC dhcpd. https://kb.isc.org/docs/isc-dhcp-44-manual-pages-dhcpd */
export function readDhcpdLease(text: string): LeaseLine | null {
  const [, word, address, client = "", host] = VERSION_4.exec(text) ?? [];
  if (word === undefined) return readVersion6(text);
  if (word === "RELEASE" && text.includes(NOT_FOUND)) return null;
  const clientId = client.length === MAC_LENGTH ? undefined : client;
  const leaseSeconds = DURATION.exec(text)?.[1];
  const isHeld = word === "ACK";
  return leaseLine({ server: "dhcpd", isHeld, address, macAddress: client, clientId, host, leaseSeconds });
}

function readVersion6(text: string): LeaseLine | null {
  const [, address, clientId, leaseSeconds] = VERSION_6.exec(text) ?? [];
  if (address !== undefined)
    return leaseLine({ server: "dhcpd", isHeld: true, address, clientId, leaseSeconds });
  const [, endedClient, endedAddress] = END_6.exec(text) ?? [];
  if (endedClient === undefined) return null;
  return leaseLine({ server: "dhcpd", isHeld: false, address: endedAddress, clientId: endedClient });
}
