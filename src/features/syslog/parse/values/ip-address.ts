import { COLON, DOT, isDigit } from "./characters";

const MAX_ADDRESS_LENGTH = 64;
/** Digits before the first colon of IPv6; IPv4 has three before its first dot. */
const MAX_FIRST_PART = 4;
const MIN_COLONS = 6;

/**
 * The address in its canonical form: dotted IPv4, or IPv6 as in RFC 5952 (lower case, longest run of zeros compressed);
 * IPv4-mapped IPv6 becomes IPv4, a zone (`%eth0`) is left out. Null where the text is no address; IPv4 octets with
 * leading zeros are refused, because senders disagree whether they are octal. Written by hand: it runs twice per line.
 */
export function canonicalAddress(text: string): string | null {
  if (text.length < 2 || text.length > MAX_ADDRESS_LENGTH) return null;
  for (let offset = 0; offset <= MAX_FIRST_PART; offset++) {
    const code = text.charCodeAt(offset);
    if (code === DOT) return isIpv4(text, 0, text.length) ? text : null;
    if (code === COLON) return canonicalIpv6(text);
  }
  return null;
}

function isIpv4(text: string, start: number, end: number): boolean {
  return ipv4Value(text, start, end) >= 0;
}

/** The four octets as one number, or -1. */
function ipv4Value(text: string, start: number, end: number): number {
  let value = 0;
  let octet = -1;
  let octets = 0;
  for (let offset = start; offset <= end; offset++) {
    const code = offset === end ? DOT : text.charCodeAt(offset);
    if (code === DOT) {
      if (octet < 0 || octets === 4) return -1;
      value = value * 256 + octet;
      octet = -1;
      octets++;
    } else if (isDigit(code)) {
      if (octet === 0) return -1;
      octet = (octet < 0 ? 0 : octet * 10) + code - 0x30;
      if (octet > 255) return -1;
    } else {
      return -1;
    }
  }
  return octets === 4 ? value : -1;
}

function canonicalIpv6(text: string): string | null {
  if (!mayBeIpv6(text)) return null;
  const groups = ipv6Groups(text);
  if (groups === null) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, high = 0, low = 0] = groups;
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) {
    return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
  }
  return compressed(groups);
}

/**
 * Whether a text may have an address of version 6: two colons beside each other, or as many as eight groups have, of
 * which the last two may be dotted. No time has.
 */
export function mayBeIpv6(text: string): boolean {
  let count = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    count++;
    if (count === MIN_COLONS || text.charCodeAt(colon + 1) === COLON) return true;
  }
  return false;
}

/** The eight groups of IPv6 text, or null. */
function ipv6Groups(text: string): number[] | null {
  const zone = text.indexOf("%");
  const end = zone === -1 ? text.length : zone;
  const groups: number[] = [];
  let gap = -1;
  let offset = 0;
  if (text.startsWith("::")) {
    gap = 0;
    offset = 2;
  }
  while (offset < end) {
    if (groups.length === 8) return null;
    const groupEnd = hexadecimalEnd(text, offset, end);
    if (text.charCodeAt(groupEnd) === DOT && groupEnd < end) {
      const value = ipv4Value(text, offset, end);
      if (value < 0) return null;
      groups.push(Math.floor(value / 65536), value % 65536);
      offset = end;
      break;
    }
    if (groupEnd === offset || groupEnd - offset > 4) return null;
    groups.push(Number.parseInt(text.slice(offset, groupEnd), 16));
    offset = groupEnd;
    if (offset === end) break;
    if (text.charCodeAt(offset) !== COLON) return null;
    offset++;
    if (offset < end && text.charCodeAt(offset) === COLON) {
      if (gap !== -1) return null;
      gap = groups.length;
      offset++;
    } else if (offset === end) {
      return null;
    }
  }
  if (gap === -1) return groups.length === 8 ? groups : null;
  if (groups.length > 7) return null;
  groups.splice(gap, 0, ...Array.from({ length: 8 - groups.length }, () => 0));
  return groups;
}

function hexadecimalEnd(text: string, start: number, end: number): number {
  let offset = start;
  for (; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    const lower = code | 0x20;
    if (!isDigit(code) && !(lower >= 0x61 && lower <= 0x66)) break;
  }
  return offset;
}

function compressed(groups: readonly number[]): string {
  let bestStart = -1;
  let bestLength = 1;
  for (let index = 0; index < 8;) {
    let end = index;
    while (end < 8 && groups[end] === 0) end++;
    if (end - index > bestLength) {
      bestStart = index;
      bestLength = end - index;
    }
    index = Math.max(end, index + 1);
  }
  let text = "";
  for (let index = 0; index < 8; index++) {
    if (index === bestStart) {
      text += "::";
      index += bestLength - 1;
      continue;
    }
    if (text !== "" && !text.endsWith(":")) text += ":";
    text += (groups[index] ?? 0).toString(16);
  }
  return text;
}

/** Whether an address in its canonical spelling is none of anybody's: all addresses of a host, or an unknown one. */
export function isUnspecified(ip: string): boolean {
  return ip === "0.0.0.0" || ip === "::";
}

const LOOPBACK_V4 = "127.";
const LOOPBACK_V6 = "::1";

/** Whether an address in its canonical spelling is of the host that speaks itself (RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
export function isLoopback(ip: string): boolean {
  return ip.startsWith(LOOPBACK_V4) || ip === LOOPBACK_V6;
}
