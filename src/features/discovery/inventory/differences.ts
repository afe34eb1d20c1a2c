import type { HostField } from "../scans/models";
import type { Found, Match, MatchReason } from "./match";
import { deviceFieldsOf } from "./host-fields";
import { isSameHostname } from "./same-host";

/** Field to what was seen instead. */
export type Values = Partial<Record<HostField, string>>;

/** By these a device is known at any address. */
const TELLS_MOVES: ReadonlySet<MatchReason> = new Set([
  "mac_address",
  "serial_number",
  "engine_id",
  "hostname",
]);

/** What a host shows that its device does not have, or has otherwise. */
export function differences(found: Found, { device, reason }: Match): Values {
  const { address, find } = found;
  const { hostname, mac_address: mac, vendor, os } = deviceFieldsOf(find);
  const isMoved = TELLS_MOVES.has(reason) && !device.addresses.includes(address);
  return {
    ...(isMoved && { ip_address: address }),
    ...(hostname !== null && !isSameHostname(device.hostname, hostname) && { hostname }),
    ...(mac !== null && !device.macAddresses.includes(mac) && { mac_address: mac }),
    ...(vendor !== null && device.vendor !== vendor && { vendor }),
    ...(os !== null && device.os !== os && { os }),
  };
}

/**
 * Of the differences what is worth a proposal: not another wording of what a person has typed, and no MAC address that
 * may be another tomorrow in place of one that is known.
 */
export function proposals(found: Found, match: Match): Values {
  const { vendor, os, mac_address: mac, ...rest } = differences(found, match);
  const { device } = match;
  const isVendorOpen = device.vendor === null || device.isVendorDerived;
  const isMacOpen = device.macAddress === null || !found.find.isRandomMac;
  return {
    ...rest,
    ...(mac !== undefined && isMacOpen && { mac_address: mac }),
    ...(vendor !== undefined && isVendorOpen && { vendor }),
    ...(os !== undefined && device.os === null && { os }),
  };
}
