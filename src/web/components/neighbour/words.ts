import type { Neighbour } from "../../api/neighbours";

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
  return name ?? chassis;
}
