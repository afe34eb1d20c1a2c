import { and, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { isActiveLease, isInForce } from "../occupied-addresses";
import { dhcpLeases, ipReservations } from "../tables";

/** For whom an address is held, where its hardware is known. */
export type AddressClaim = { kind: "reservation" | "lease"; label: string; macAddress: string };

/**
 * Reservations in force and active leases of addresses that name a MAC address (given in lower case, with colons), by
 * canonical address.
 */
export async function readAddressClaims(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, AddressClaim[]>> {
  const given = sql`ANY (ARRAY(SELECT a::inet FROM jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb) a))`;
  const reservations = await db
    .select({
      address: ipReservations.address,
      label: ipReservations.label,
      macAddress: ipReservations.macAddress,
    })
    .from(ipReservations)
    .where(and(isInForce, isNotNull(ipReservations.macAddress), sql`${ipReservations.address} = ${given}`));
  const leases = await db
    .select({ address: dhcpLeases.address, label: dhcpLeases.hostname, macAddress: dhcpLeases.macAddress })
    .from(dhcpLeases)
    .where(and(isActiveLease, isNotNull(dhcpLeases.macAddress), sql`${dhcpLeases.address} = ${given}`));
  const claims = new Map<string, AddressClaim[]>();
  const add = (kind: AddressClaim["kind"], row: (typeof leases)[number]) => {
    const address = canonicalAddress(row.address) ?? row.address;
    const macAddress = withColons(row.macAddress ?? "");
    const claim = { kind, label: row.label ?? macAddress, macAddress };
    claims.set(address, [...(claims.get(address) ?? []), claim]);
  };
  for (const row of reservations) add("reservation", row);
  for (const row of leases) add("lease", row);
  return claims;
}

/** Those of reservations are kept as they were sent. */
function withColons(macAddress: string): string {
  return macAddress
    .toLowerCase()
    .replace(/[^0-9a-f]/g, "")
    .replace(/(..)(?!$)/g, "$1:");
}
