import { type LeaseLine, leaseLine } from "./lease-line";

/** `DHCP4_LEASE_ALLOC [hwtype=1 00:1b:…], cid=[…], tid=0x1: lease 192.0.2.7 has been allocated for 3600 seconds`. */
const CODE = /\bDHCP[46]_([A-Z_]+) /;
const HELD = new Set(["LEASE_ALLOC", "LEASE_REUSE"]);
const ENDED = new Set([
  "RELEASE",
  "RELEASE_EXPIRED",
  "RELEASE_NA",
  "RELEASE_NA_EXPIRED",
  "DECLINE_LEASE",
  "DECLINE_PROCESS_IA",
]);
/** `lease 192.0.2.7`, `lease for address 2001:db8::7`, `address 192.0.2.7`, `addr 192.0.2.7`; a delegated prefix is none of them. */
const ADDRESS = /\b(?:lease|address|addr) ([0-9A-Fa-f][0-9A-Fa-f:.]*[0-9A-Fa-f:])(?=[ ,.]|$)/;
const HARDWARE = /\[hwtype=1 ([0-9A-Fa-f:]{17})\]/;
const DUID = /\bduid=\[([0-9A-Fa-f:]+)\]/;
const SECONDS = / for (\d+) seconds/;

/** Kea's `kea-dhcp4.leases` and `kea-dhcp6.leases` loggers. https://kea.readthedocs.io/en/latest/kea-messages.html */
export function readKeaLease(text: string): LeaseLine | null {
  const code = CODE.exec(text)?.[1] ?? "";
  const isHeld = HELD.has(code);
  if (!isHeld && !ENDED.has(code)) return null;
  return leaseLine({
    server: "kea",
    isHeld,
    address: ADDRESS.exec(text)?.[1],
    macAddress: HARDWARE.exec(text)?.[1],
    clientId: DUID.exec(text)?.[1],
    leaseSeconds: isHeld ? SECONDS.exec(text)?.[1] : undefined,
  });
}
