import type { Neighbour } from "../../api/neighbours";
import { formatMac } from "../../format/address";

type Reason = NonNullable<Neighbour["match_reason"]>;

/** By what a neighbour was found to be a device of the inventory. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  chassis_mac: "by its MAC address",
  management_address: "by its address",
  host_name: "by its name",
  person: "chosen by somebody",
};

export const PROTOCOL_WORDS: Readonly<Record<Neighbour["protocol"], string>> = { lldp: "LLDP", cdp: "CDP" };

/** What a neighbour calls itself. */
export function neighbourName({ remote_sys_name: name, remote_chassis_id: chassis }: Neighbour): string {
  return name ?? chassisText(chassis);
}

/** What it is told apart by: a MAC address as all are written, whatever else as it came. */
export function chassisText(chassis: string): string {
  return /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(chassis) ? formatMac(chassis) : chassis;
}
