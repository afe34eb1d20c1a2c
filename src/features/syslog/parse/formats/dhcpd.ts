import { wordEnd } from "../values/characters";
import { fieldText, MAX_INTERFACE_LENGTH } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";

const VIA = " via ";

/** ISC dhcpd's `DHCPACK on 10.0.0.5 to 00:11:22:33:44:55 (host) via igb1`: the interface that it came in on. */
export function parseDhcpd(body: string, { message }: Line): boolean {
  if (message.app !== "dhcpd" || !body.startsWith("DHCP")) return false;
  message.parser = "dhcpd";
  const via = body.indexOf(VIA);
  if (via === -1) return true;
  const start = via + VIA.length;
  const name = body.slice(start, wordEnd(body, start));
  const way = name.endsWith(":") ? name.slice(0, -1) : name;
  // A relay is named by its address.
  if (canonicalAddress(way) === null) message.interface = fieldText(way, MAX_INTERFACE_LENGTH);
  return true;
}
