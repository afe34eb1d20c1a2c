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
/**
 * `lease 192.0.2.7`, `lease for address 2001:db8::7`, `address 192.0.2.7`, `addr 192.0.2.7`; a delegated prefix is none
 * of them.
 */
const ADDRESS = /\b(?:lease|address|addr) ([0-9A-Fa-f][0-9A-Fa-f:.]*[0-9A-Fa-f:])(?=[ ,.]|$)/;
const HARDWARE = /\[hwtype=1 ([0-9A-Fa-f:]{17})\]/;
const DUID = /\bduid=\[([0-9A-Fa-f:]+)\]/;
const SECONDS = / for (\d+) seconds/;

/**
 * A line of the forensic log hook, with or without the time that its files have. A delegated prefix has no `Address`.
 */
const LEGAL =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S{1,8} )?Address: ?([0-9A-Fa-f][0-9A-Fa-f:.]*) has been (assigned|renewed|released)(?: for ([\w ]{1,64}?))? (?:to|from) a device with /;
const LEGAL_DELETED =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S{1,8} )?Administrator deleted the lease for address: ([0-9A-Fa-f][0-9A-Fa-f:.]*)$/;
const LEGAL_HARDWARE = /\bhardware address: hwtype=1 ([0-9A-Fa-f:]{17})/;
const LEGAL_DUID = /\bDUID: ([0-9A-Fa-f:]+)/;
/** More than any lease has. */
const INFINITE = "4294967295";
/** `5 days 18 hrs 53 mins 20 secs`, or as an own format of the hook has it, `6735 seconds`. */
const DURATION = /^(?:(\d{1,6}) days? )?(\d{1,4}) hrs? (\d{1,4}) mins? (\d{1,4}) secs?$|^(\d{1,10}) seconds$/;

/** Kea's `kea-dhcp4.leases` and `kea-dhcp6.leases` loggers. https://kea.readthedocs.io/en/latest/kea-messages.html */
export function readKeaLease(text: string): LeaseLine | null {
  const code = CODE.exec(text)?.[1] ?? "";
  const isHeld = HELD.has(code);
  if (code === "") return readLegalLease(text);
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

/**
 * The forensic logging hook (legal_log), by files that an agent sends or by syslog. What an administrator adds or
 * changes tells of no client that was there.
 * https://kea.readthedocs.io/en/latest/arm/hooks.html#libdhcp-legal-log-so-forensic-logging
 */
function readLegalLease(text: string): LeaseLine | null {
  const [start, address, word, duration] = LEGAL.exec(text) ?? [];
  if (start === undefined) {
    const [, deleted] = LEGAL_DELETED.exec(text) ?? [];
    return deleted === undefined ? null : leaseLine({ server: "kea", isHeld: false, address: deleted });
  }
  const device = text.slice(start.length);
  const isHeld = word !== "released";
  return leaseLine({
    server: "kea",
    isHeld,
    address,
    macAddress: LEGAL_HARDWARE.exec(device)?.[1],
    clientId: LEGAL_DUID.exec(device)?.[1],
    leaseSeconds: isHeld ? secondsOf(duration ?? "") : undefined,
  });
}

function secondsOf(duration: string): string | undefined {
  const [all, days = "0", hours, minutes, seconds, whole] = DURATION.exec(duration) ?? [];
  if (all === undefined) return duration === "infinite duration" ? INFINITE : undefined;
  if (whole !== undefined) return whole;
  return String(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds));
}
