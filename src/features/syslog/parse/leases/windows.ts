import { COMMA, isDigit, SLASH } from "../characters";
import { type LeaseLine, leaseLine } from "./lease-line";

/** New and renewed leases, BOOTP's among them. */
const HELD = new Set(["10", "11", "20", "21"]);
/** Released, refused, deleted, expired (twice: with and without its DNS record), BOOTP address deleted. */
const ENDED = new Set(["12", "15", "16", "17", "18", "23"]);

/** `11,11/24/26,10:01:02,` begins a line of the audit log, whatever agent sends it. */
export function mayBeWindowsLease(text: string): boolean {
  const first = text.charCodeAt(0);
  return (
    (first === 0x31 || first === 0x32) &&
    text.charCodeAt(2) === COMMA &&
    isDigit(text.charCodeAt(1)) &&
    text.charCodeAt(5) === SLASH &&
    text.charCodeAt(8) === SLASH
  );
}

/**
 * A line of the DHCP server's audit log, `ID,Date,Time,Description,IP Address,Host Name,MAC Address,…`. It names no time of the lease.
 * https://learn.microsoft.com/en-us/previous-versions/windows/it-pro/windows-server-2008-R2-and-2008/dd183591(v=ws.10)
 */
export function readWindowsLease(text: string): LeaseLine | null {
  const [code = "", , , , address, host, macAddress] = text.split(",", 7);
  const isHeld = HELD.has(code);
  if (!isHeld && !ENDED.has(code)) return null;
  return leaseLine({ server: "windows", isHeld, address, host, macAddress });
}
