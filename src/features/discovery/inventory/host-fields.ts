import { strictHostname } from "#features/topology";
import type { KeptFind } from "../tables";

/**
 * The host's name where it is one that a device may have: names that hosts give themselves need not be any. Lower case.
 */
export function hostnameOf({ hostname }: Pick<KeptFind, "hostname">): string | undefined {
  if (hostname === null) return undefined;
  return strictHostname.safeParse(hostname.replace(/\.$/, "")).data ?? undefined;
}

const LONGEST = { vendor: 120, os: 255 };

/** What of a find a device may have. */
export function deviceFieldsOf(find: KeptFind) {
  return {
    hostname: hostnameOf(find) ?? null,
    mac_address: find.macAddress?.toLowerCase() ?? null,
    vendor: find.vendor?.slice(0, LONGEST.vendor) ?? null,
    os: find.os?.slice(0, LONGEST.os) ?? null,
  };
}

/** What of a find a new device gets: a vendor that follows from the MAC address is nothing that somebody typed. */
export function newDeviceFieldsOf(find: KeptFind) {
  const fields = deviceFieldsOf(find);
  const vendor = fields.mac_address === null ? fields.vendor : null;
  return { ...fields, vendor, serial_number: find.serialNumber ?? null };
}
