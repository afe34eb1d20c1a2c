/** IPv4 or IPv6. */
export type Family = 4 | 6;

/** What makes an echo request ours: two header fields, and a random number in the data that nobody else knows. */
export type EchoIdentity = {
  identifier: number;
  sequence: number;
  /** Two words. */
  cookie: readonly [number, number];
};

/**
 * The request that an ICMP error quotes: a router may cut it off behind the header (RFC 792), so the cookie may be
 * missing.
 */
export type QuotedEcho = Omit<EchoIdentity, "cookie"> & {
  checksum: number;
  cookie: readonly [number, number] | null;
};

/** As `ping` sends it: 8 octets of header and 56 of data, whose first 8 are the cookie. */
export const ECHO_BYTES = 64;
const IDENTIFIER_AT = 4;
const SEQUENCE_AT = 6;
const HEADER_BYTES = 8;
const COOKIE_END = 16;

/** Message types of a request and of its reply (RFC 792, RFC 4443). */
export const ICMP_TYPES = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const;

const IPV4_MIN_BYTES = 20;
const IPV4_PROTOCOL_AT = 9;
const IPV4_PROTOCOL_ICMP = 1;

/** A request with the unchanging part of its data; `writeEcho` writes the rest into it. */
export function createEcho(family: Family): Buffer<ArrayBuffer> {
  const packet = Buffer.from(new ArrayBuffer(ECHO_BYTES));
  packet[0] = ICMP_TYPES[family].request;
  for (let at = COOKIE_END; at < ECHO_BYTES; at++) packet[at] = at;
  return packet;
}

/** Gives the checksum that it wrote; the kernel replaces it in IPv6, where it covers addresses, too. */
export function writeEcho(packet: Buffer, { identifier, sequence, cookie }: EchoIdentity): number {
  packet.writeUInt16BE(0, 2);
  packet.writeUInt16BE(identifier, IDENTIFIER_AT);
  packet.writeUInt16BE(sequence, SEQUENCE_AT);
  packet.writeUInt32BE(cookie[0], HEADER_BYTES);
  packet.writeUInt32BE(cookie[1], HEADER_BYTES + 4);
  const checksum = checksumOf(packet);
  packet.writeUInt16BE(checksum, 2);
  return checksum;
}

/** RFC 1071; 0 over octets that hold their own right checksum. */
export function checksumOf(octets: Buffer): number {
  let sum = 0;
  const even = octets.length & ~1;
  for (let at = 0; at < even; at += 2) sum += octets.readUInt16BE(at);
  if (even < octets.length) sum += (octets[even] ?? 0) << 8;
  while (sum > 0xff_ff) sum = (sum & 0xff_ff) + (sum >>> 16);
  return ~sum & 0xff_ff;
}

/** A reply as a socket gives it that has it without the header of IP, and checked. Undefined where it is none. */
export function readReply(family: Family, message: Buffer): EchoIdentity | undefined {
  if (message.length < COOKIE_END || message[0] !== ICMP_TYPES[family].reply || message[1] !== 0)
    return undefined;
  return { ...headerOf(message), cookie: cookieOf(message) };
}

/** A reply as a raw socket gives it in IPv4: behind the header of IP, and nobody has looked at its checksum. */
export function readRawReply(packet: Buffer): EchoIdentity | undefined {
  const [first = 0] = packet;
  const length = (first & 15) * 4;
  if (first >> 4 !== 4 || packet[IPV4_PROTOCOL_AT] !== IPV4_PROTOCOL_ICMP || length < IPV4_MIN_BYTES)
    return undefined;
  const message = packet.subarray(length);
  return checksumOf(message) === 0 ? readReply(4, message) : undefined;
}

/** The request at the beginning of `octets`, which an error has quoted. */
export function readQuotedEcho(family: Family, octets: Buffer): QuotedEcho | undefined {
  if (octets.length < HEADER_BYTES || octets[0] !== ICMP_TYPES[family].request) return undefined;
  const cookie = octets.length < COOKIE_END ? null : cookieOf(octets);
  return { ...headerOf(octets), checksum: octets.readUInt16BE(2), cookie };
}

function headerOf(message: Buffer): { identifier: number; sequence: number } {
  return { identifier: message.readUInt16BE(IDENTIFIER_AT), sequence: message.readUInt16BE(SEQUENCE_AT) };
}

function cookieOf(message: Buffer): [number, number] {
  return [message.readUInt32BE(HEADER_BYTES), message.readUInt32BE(HEADER_BYTES + 4)];
}

/** Codes of "destination unreachable": RFC 792, 1122 and 1812; RFC 4443. */
const UNREACHABLE: Record<Family, Record<number, string>> = {
  4: {
    0: "network unreachable",
    1: "host unreachable",
    2: "protocol unreachable",
    3: "port unreachable",
    4: "packet too big",
    5: "source route failed",
    6: "network unknown",
    7: "host unknown",
    8: "source host isolated",
    9: "network prohibited",
    10: "host prohibited",
    11: "network unreachable for this service",
    12: "host unreachable for this service",
    13: "prohibited by a filter",
    14: "host precedence violation",
    15: "precedence cut-off",
  },
  6: {
    0: "no route to the destination",
    1: "prohibited by a filter",
    2: "beyond the scope of the source",
    3: "host unreachable",
    4: "port unreachable",
    5: "source address refused",
    6: "route rejected",
  },
};

const OTHER_ERRORS: Record<Family, Record<number, string>> = {
  4: { 11: "too many hops on the way", 12: "header refused on the way" },
  6: { 3: "too many hops on the way", 4: "header refused on the way" },
};

/** Of "time exceeded", code 0: in transit (RFC 792, RFC 4443 section 3.3). */
const EXCEEDED: Record<Family, number> = { 4: 11, 6: 3 };

export type IcmpError = { type: number; code: number };

/** Whether a router has thrown a packet away because it had passed as many as it might. */
export function isExpiry(family: Family, { type, code }: IcmpError): boolean {
  return type === EXCEEDED[family] && code === 0;
}

/** An ICMP error in words. */
export function describeIcmpError(family: Family, { type, code }: IcmpError): string {
  const other = OTHER_ERRORS[family][type];
  return other ?? UNREACHABLE[family][code] ?? `unreachable (code ${code})`;
}
