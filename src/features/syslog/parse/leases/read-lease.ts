import type { ParsedMessage } from "../line";
import { readDhcpdLease } from "./dhcpd";
import { readDnsmasqLease } from "./dnsmasq";
import { readFortinetLease } from "./fortinet";
import { readKeaLease } from "./kea";
import type { LeaseLine } from "./lease-line";
import { readMikroTikLease } from "./mikrotik";
import { mayBeWindowsLease, readWindowsLease } from "./windows";

const ASSIGNED = "assigned ";

/** What a parsed message says of a lease; null where it says nothing. All others are told by their program or parser, at once. */
export function readLease(message: ParsedMessage): LeaseLine | null {
  const { app, parser, message: text } = message;
  if (text === null) return null;
  switch (app) {
    case "dhcpd":
      return readDhcpdLease(text);
    case "dnsmasq-dhcp":
      return readDnsmasqLease(text);
    case "kea-dhcp4":
    case "kea-dhcp6":
      return readKeaLease(text);
    case null:
      break;
    default:
      if (mayBeWindowsLease(text)) return readWindowsLease(text);
  }
  switch (parser) {
    case "fortinet":
      // Of traffic, which is nearly all, the parser has found the source.
      return message.srcIp === null ? readFortinetLease(text) : null;
    case "mikrotik":
      return text.includes(ASSIGNED) ? readMikroTikLease(text) : null;
    case "generic":
      return app === null ? readUnnamed(text) : null;
    default:
      return null;
  }
}

/** Lines of no program: RouterOS in its BSD form has none, nor have many agents of Windows. */
function readUnnamed(text: string): LeaseLine | null {
  if (mayBeWindowsLease(text)) return readWindowsLease(text);
  return text.includes(ASSIGNED) ? readMikroTikLease(text) : null;
}
