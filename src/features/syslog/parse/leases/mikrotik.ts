import { type LeaseLine, leaseLine } from "./lease-line";

/**
 * `defconf assigned 192.0.2.7 for 00:1B:21:3A:4C:5D anna-laptop`; newer versions say `to`, and `from` where it ends.
 */
const LINE = /(?:^| )(de)?assigned ([\d.]{7,15}) (?:for|to|from) ([0-9A-Fa-f:]{17})(?: (.*))?$/;

/**
 * RouterOS's DHCP server, whose lines never name the time of a lease.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/328094/Log
 */
export function readMikroTikLease(text: string): LeaseLine | null {
  const found = LINE.exec(text);
  if (found === null) return null;
  const [, ended, address, macAddress, host] = found;
  return leaseLine({ server: "mikrotik", isHeld: ended === undefined, address, macAddress, host });
}
