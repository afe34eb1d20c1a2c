import { type LeaseLine, leaseLine } from "./lease-line";

/**
 * `DHCPACK(br0) 192.0.2.7 00:1b:21:3a:4c:5d anna-laptop`, for DHCPv6 `DHCPREPLY(br0) 2001:db8::7 00:03:00:01:…
 * anna-laptop`.
 */
const LINE = /\bDHCP(ACK|NAK|RELEASE|DECLINE|REPLY)\([^)]{1,64}\) (\S+) (\S+)(?: (.*))?/;

/**
 * dnsmasq's DHCP server, whose lines never name the time of a lease.
 * https://thekelleys.org.uk/dnsmasq/docs/dnsmasq-man.html
 */
export function readDnsmasqLease(text: string): LeaseLine | null {
  const [, word, address, client, rest = ""] = LINE.exec(text) ?? [];
  const server = "dnsmasq";
  switch (word) {
    case "ACK":
      return leaseLine({ server, isHeld: true, address, macAddress: client, host: nameIn(rest) });
    case "REPLY":
      // Behind the client stands its name, or in words why it gets nothing.
      if (rest.includes(" ")) return null;
      return leaseLine({ server, isHeld: true, address, clientId: client, host: rest });
    case undefined:
      return null;
    default:
      return leaseLine({ server, isHeld: false, address, macAddress: client });
  }
}

function nameIn(rest: string): string {
  return rest.includes(" ") ? "" : rest;
}
