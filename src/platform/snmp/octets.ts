import { ObjectType } from "net-snmp";
import { canonicalAddress } from "../ip";
import { describeValue, readValue } from "./value";

const MAC_OCTETS = 6;

/** A MAC address in lower case with colons; undefined where there are not six octets. */
export function macAddressOf(octets: Buffer): string | undefined {
  return octets.length === MAC_OCTETS ? octets.toString("hex").replaceAll(/(..)(?=.)/g, "$1:") : undefined;
}

/** Whether a MAC address, as `macAddressOf` gives it, may be that of one interface: not nobody's, not a group's. */
export function isInterfaceAddress(macAddress: string): boolean {
  const isGroup = (Number.parseInt(macAddress.slice(0, 2), 16) & 1) === 1;
  return !isGroup && macAddress !== "00:00:00:00:00:00";
}

/** Canonical text of the octets of an IPv4 or IPv6 address; undefined where they are none. */
export function addressOf(octets: readonly number[]): string | undefined {
  if (!octets.every((octet) => Number.isInteger(octet) && octet >= 0 && octet <= 255)) return undefined;
  if (octets.length === 4) return canonicalAddress(octets.join("."));
  if (octets.length !== 16) return undefined;
  const groups = Buffer.from(octets).toString("hex").match(/.{4}/g) ?? [];
  return canonicalAddress(groups.join(":"));
}

/**
 * One line of at most 255 characters: text where the octets are some, else pairs of digits; null where nothing is left.
 */
export function textOf(octets: Buffer): string | null {
  return describeValue(readValue({ oid: "", type: ObjectType["OctetString"] ?? 0, value: octets })) || null;
}
