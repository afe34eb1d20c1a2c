import { COMMA, isDigit, SLASH } from "../values/characters";
import { type LeaseLine, leaseLine } from "./lease-line";

/** New and renewed leases, BOOTP's among them. */
const HELD = new Set(["10", "11", "20", "21"]);
/** Released, refused, deleted, expired (twice: with and without its DNS record), BOOTP address deleted. */
const ENDED = new Set(["12", "15", "16", "17", "18", "23"]);

/** Of DHCPv6: an address asked for, renewed, rebound. */
const HELD_6 = new Set(["11002", "11004", "11005"]);
/** Declined, released, deleted, expired (twice: kept for a while, and deleted). */
const ENDED_6 = new Set(["11006", "11007", "11016", "11018", "11019"]);
/** Of the numbers of DHCPv6, whose lines have three digits more. */
const DIGITS_6 = 5;

/** So much of a line tells whether it may be one. */
export const WINDOWS_HEAD_LENGTH = "11002,11/24/26".length;

/** `11,11/24/26,10:01:02,` or `11002,11/24/26,10:01:02,` begins a line of the audit log, whatever agent sends it. */
export function mayBeWindowsLease(head: string): boolean {
  const first = head.charCodeAt(0);
  if ((first !== 0x31 && first !== 0x32) || !isDigit(head.charCodeAt(1))) return false;
  return isDatedAt(head, 2) || (head.startsWith("110") && isDatedAt(head, DIGITS_6));
}

function isDatedAt(head: string, comma: number): boolean {
  return (
    head.charCodeAt(comma) === COMMA &&
    head.charCodeAt(comma + 3) === SLASH &&
    head.charCodeAt(comma + 6) === SLASH
  );
}

/**
 * A line of the DHCP server's audit log, `ID,Date,Time,Description,IP Address,Host Name,MAC Address,…`. It names no
 * time of the lease.
 * https://learn.microsoft.com/en-us/previous-versions/windows/it-pro/windows-server-2008-R2-and-2008/dd183591(v=ws.10)
 */
export function readWindowsLease(text: string): LeaseLine | null {
  if (text.charCodeAt(DIGITS_6) === COMMA && text.charCodeAt(2) !== COMMA) return readVersion6(text);
  const [code = "", , , , address, host, macAddress] = text.split(",", 7);
  const isHeld = HELD.has(code);
  if (!isHeld && !ENDED.has(code)) return null;
  return leaseLine({ server: "windows", isHeld, address, host, macAddress });
}

/**
 * Of the log of DHCPv6, `ID,Date,Time,Description,IPv6 Address,Host Name,Error Code,Duid Length,Duid Bytes(Hex),…`. An
 * error is no lease.
 */
function readVersion6(text: string): LeaseLine | null {
  const [code = "", , , , address, host, error = "", , clientId] = text.split(",", 9);
  const isHeld = HELD_6.has(code);
  if (!isHeld && !ENDED_6.has(code)) return null;
  if (isHeld && error !== "" && error !== "0") return null;
  return leaseLine({ server: "windows", isHeld, address, host, clientId });
}
