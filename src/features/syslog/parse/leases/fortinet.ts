import { type LeaseLine, leaseLine } from "./lease-line";

const MARK = " dhcp_msg=";
const MESSAGE = / dhcp_msg="?(\w+)/;
const HELD = new Set(["ack", "reply"]);
const ENDED = new Set(["release", "decline", "nak"]);
const ADDRESS = / ip="?([0-9A-Fa-f:.]+)/;
const HARDWARE = / mac="?([0-9A-Fa-f:]{17})/;
const DUID = / duid="?([0-9A-Fa-f:]+)/;
const SECONDS = / lease="?(\d+)/;
const HOST = / hostname="([^"]*)"/;

/**
 * FortiOS's events 26001 (DHCP) and 26011 to 26013 (DHCPv6). What the client says of itself, its host name, stands
 * behind the rest. https://docs.fortinet.com/document/fortigate/latest/fortios-log-message-reference
 */
export function readFortinetLease(text: string): LeaseLine | null {
  const start = text.indexOf(MARK);
  if (start === -1) return null;
  const word = MESSAGE.exec(text)?.[1]?.toLowerCase() ?? "";
  const isHeld = HELD.has(word);
  if (!isHeld && !ENDED.has(word)) return null;
  return leaseLine({
    server: "fortinet",
    isHeld,
    address: ADDRESS.exec(text)?.[1],
    macAddress: HARDWARE.exec(text)?.[1],
    clientId: DUID.exec(text)?.[1],
    host: HOST.exec(text)?.[1],
    leaseSeconds: isHeld ? SECONDS.exec(text)?.[1] : undefined,
  });
}
