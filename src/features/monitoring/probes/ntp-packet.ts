/** A timestamp of NTP: seconds since 1900 in the upper 32 bits, fractions of one in the lower (RFC 5905 section 6). */
type Timestamp = bigint;

export type NtpReply = {
  leap: number;
  stratum: number;
  /** Of a server of stratum 1 its source, of stratum 0 a kiss code: ASCII; else what the server follows, 32 bits. */
  reference: Buffer;
  rootDelayMs: number;
  rootDispersionMs: number;
  /** When the request came to the server, and when the reply left it. */
  receivedAt: Timestamp;
  sentAt: Timestamp;
  /** Copied from the request. */
  origin: Timestamp;
};

export const NTP_BYTES = 48;
const VERSION = 4;
const MODE_CLIENT = 3;
const MODE_SERVER = 4;
/** Where in a packet what stands. */
const ROOT_DELAY_AT = 4;
const ROOT_DISPERSION_AT = 8;
const REFERENCE_AT = 12;
const ORIGIN_AT = 24;
const RECEIVED_AT = 32;
const SENT_AT = 40;

/** Seconds from 1900 to 1970. */
const UNIX_EPOCH_SECONDS = 2_208_988_800n;
const UNITS_PER_SECOND = 2 ** 32;

/**
 * A request of a client. `cookie` stands where the time of sending would: the server copies it, and need not learn our
 * clock from it.
 */
export function writeNtpRequest(cookie: Timestamp): Buffer {
  const packet = Buffer.alloc(NTP_BYTES);
  packet[0] = (VERSION << 3) | MODE_CLIENT;
  packet.writeBigUInt64BE(cookie, SENT_AT);
  return packet;
}

/** The reply of a server; undefined where the octets are none. */
export function readNtpReply(octets: Buffer): NtpReply | undefined {
  const [first = 0, stratum = 0] = octets;
  const version = (first >> 3) & 7;
  if (octets.length < NTP_BYTES || (first & 7) !== MODE_SERVER || version < 1 || version > VERSION) {
    return undefined;
  }
  return {
    leap: first >> 6,
    stratum,
    rootDelayMs: shortToMs(octets.readInt32BE(ROOT_DELAY_AT)),
    rootDispersionMs: shortToMs(octets.readUInt32BE(ROOT_DISPERSION_AT)),
    reference: Buffer.from(octets.subarray(REFERENCE_AT, REFERENCE_AT + 4)),
    origin: octets.readBigUInt64BE(ORIGIN_AT),
    receivedAt: octets.readBigUInt64BE(RECEIVED_AT),
    sentAt: octets.readBigUInt64BE(SENT_AT),
  };
}

/**
 * How far the server's clock is ahead of ours, which says `sentAt` for the request and `arrivedAt` for the reply, in ms
 * of Unix time.
 */
export function offsetMs(reply: NtpReply, ours: { sentAt: number; arrivedAt: number }): number {
  const there = signedMs(reply.receivedAt - toTimestamp(ours.sentAt));
  const back = signedMs(reply.sentAt - toTimestamp(ours.arrivedAt));
  return (there + back) / 2;
}

/** What a server of that stratum names as its reference. */
export function describeReference({ stratum, reference }: NtpReply): string {
  return stratum <= 1 ? reference.toString("latin1").replace(/\0+$/, "") : [...reference].join(".");
}

export function toTimestamp(unixMs: number): Timestamp {
  const seconds = Math.floor(unixMs / 1000);
  const fraction = Math.floor(((unixMs - seconds * 1000) / 1000) * UNITS_PER_SECOND);
  return BigInt.asUintN(64, ((BigInt(seconds) + UNIX_EPOCH_SECONDS) << 32n) + BigInt(fraction));
}

/**
 * The difference of two timestamps, the shorter way around where the 32 bits of seconds began anew in between (2036).
 */
function signedMs(difference: bigint): number {
  return (Number(BigInt.asIntN(64, difference)) / UNITS_PER_SECOND) * 1000;
}

/** Of 16 bits of seconds and 16 of fractions. */
function shortToMs(value: number): number {
  return (value / 65_536) * 1000;
}
