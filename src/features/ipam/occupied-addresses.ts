import { sql } from "drizzle-orm";
import { everyDeviceAddress } from "#tables/topology";
import { dhcpLeases, ipReservations, subnets } from "./tables";

/** A reservation that holds its address now; one that has expired holds nothing. */
export const isInForce = sql`(${ipReservations.releasedAt} IS NULL
  AND (${ipReservations.expiresAt} IS NULL OR ${ipReservations.expiresAt} > now()))`;

/** A lease that its server's last import named as active. */
export const isActiveLease = sql`(${dhcpLeases.closedAt} IS NULL AND ${dhcpLeases.isActive})`;

const heldOtherwise = sql`
  SELECT ${dhcpLeases.address}, 'lease' AS kind FROM ${dhcpLeases} WHERE ${isActiveLease}
  UNION ALL SELECT ${everyDeviceAddress.address}, 'device' FROM ${everyDeviceAddress}
  UNION ALL SELECT ${subnets.gateway}, 'gateway' FROM ${subnets} WHERE ${subnets.gateway} IS NOT NULL`;

/** Addresses that are held, but not by a reservation, as (address, kind): by leases, devices and gateways. */
export const otherwiseOccupiedAddresses = sql`(${heldOtherwise})`;

/**
 * Addresses that nobody else may get, with what takes them: (address, kind). One that several take comes several times.
 * To be read with a range of `address`, which each part answers from its index.
 */
export const occupiedAddresses = sql`(${heldOtherwise}
  UNION ALL SELECT ${ipReservations.address}, 'reservation' FROM ${ipReservations} WHERE ${isInForce})`;
