import { canonicalAddress, isUnspecified } from "../values/ip-address";
import { fieldText } from "../values/field-text";

/** The servers whose lines are read. */
export type LeaseServer = "dhcpd" | "dnsmasq" | "fortinet" | "kea" | "mikrotik" | "windows";

/** What one line of a DHCP server says of one address. */
export type LeaseLine = {
  server: LeaseServer;
  /** False: the client gave it back, was refused it, or its time is over. */
  isHeld: boolean;
  /** In canonical form. */
  address: string;
  /** Lower case with colons. */
  macAddress: string | null;
  /** The DUID of a DHCPv6 client (RFC 8415 section 11), lower case with colons. */
  clientId: string | null;
  host: string | null;
  /** Null: the line does not say. */
  leaseSeconds: number | null;
};

const MAX_HOST_LENGTH = 253;
const MAX_DUID_OCTETS = 130;
const MIN_DUID_OCTETS = 3;
/** Ten years: what is longer, or has no end, is that. */
const MAX_LEASE_SECONDS = 315_360_000;
const SEPARATED_MAC = /^[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}$/;
const BARE_MAC = /^[0-9a-f]{12}$/;
const NO_MAC = "00:00:00:00:00:00";
/** DUID-LLT and DUID-LL of Ethernet (RFC 8415 sections 11.2 and 11.4) end in a MAC address of the client's machine. */
const DUID_WITH_MAC = /^(?:00:01:00:01(?::[0-9a-f]{2}){4}|00:03:00:01):((?:[0-9a-f]{2}:){5}[0-9a-f]{2})$/;
const NO_HOSTS = new Set(["", "*", "n/a", "(null)", "unknown"]);

type Read = {
  server: LeaseServer;
  isHeld: boolean;
  address: string | undefined;
  macAddress?: string | undefined;
  clientId?: string | undefined;
  host?: string | undefined;
  leaseSeconds?: string | undefined;
};

/**
 * The line of these texts; null where the address is none, or where nothing says whose it is although somebody holds
 * it.
 */
export function leaseLine(read: Read): LeaseLine | null {
  const address = canonicalAddress(read.address ?? "");
  if (address === null || isUnspecified(address)) return null;
  const clientId = readDuid(read.clientId ?? "");
  const macAddress = readMacAddress(read.macAddress ?? "") ?? macAddressOf(clientId);
  if (read.isHeld && macAddress === null && clientId === null) return null;
  const { server, isHeld } = read;
  const leaseSeconds = readSeconds(read.leaseSeconds);
  return { server, isHeld, address, macAddress, clientId, host: readHost(read.host ?? ""), leaseSeconds };
}

/** Null for what is no MAC address, and for that of zeros. */
function readMacAddress(text: string): string | null {
  if (text.length !== 12 && text.length !== 17) return null;
  const lower = text.toLowerCase();
  const isBare = BARE_MAC.test(lower);
  if (!isBare && !SEPARATED_MAC.test(lower)) return null;
  const address = isBare ? lower.replace(/(..)(?!$)/g, "$1:") : lower.replaceAll("-", ":");
  return address === NO_MAC ? null : address;
}

/** Octets in hexadecimal, with colons or dashes or nothing between them. */
function readDuid(text: string): string | null {
  if (text.length > MAX_DUID_OCTETS * 3) return null;
  const lower = text.toLowerCase();
  const octets = /^(?:[0-9a-f]{2})+$/.test(lower) ? (lower.match(/../g) ?? []) : lower.split(/[:-]/);
  if (octets.length < MIN_DUID_OCTETS || octets.length > MAX_DUID_OCTETS) return null;
  if (!octets.every((octet) => /^[0-9a-f]{1,2}$/.test(octet))) return null;
  return octets.map((octet) => octet.padStart(2, "0")).join(":");
}

function macAddressOf(clientId: string | null): string | null {
  const [, address = ""] = DUID_WITH_MAC.exec(clientId ?? "") ?? [];
  return readMacAddress(address);
}

function readHost(text: string): string | null {
  const host = fieldText(text.toWellFormed(), MAX_HOST_LENGTH)?.replace(/\.$/, "") ?? "";
  return NO_HOSTS.has(host.toLowerCase()) ? null : host;
}

function readSeconds(text: string | undefined): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null;
  return Math.min(Number(text), MAX_LEASE_SECONDS);
}
