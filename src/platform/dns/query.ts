import { randomInt } from "node:crypto";
import { domainToASCII } from "node:url";
import { decode, type DecodedPacket, encode, RECURSION_DESIRED } from "dns-packet";
import { parseAddress } from "../ip";
import { Connection, talkOver } from "../probe/connection";
import { askByDatagram } from "../probe/datagram";
import type { Endpoint, ProbeLimits } from "../probe/endpoint";
import { ProbeTrouble } from "../probe/trouble";
import type { DnsRecordType } from "./record-text";

const TRIES = 2;
const HEADER_BYTES = 12;
/** Octets of a label, and of a name as text. */
const MAX_LABEL = 63;
const MAX_NAME = 253;
/** Where in the header the number of answers stands; those of the other sections follow. */
const COUNTS_AT = 6;
/** In the third octet of the header. */
const TRUNCATED = 0x02;

/** What a name server is asked, as it stands on the wire. */
export type DnsQuery = { id: number; name: string; recordType: DnsRecordType };

export type DnsReply = {
  packet: DecodedPacket;
  /** It was too long for a datagram: there is more by TCP. */
  isTruncated: boolean;
  /** From the question. */
  latencyMs: number;
};

/**
 * The query for the records of a name; for PTR, an address will do as well.
 * @throws ProbeTrouble, `unknown`, where it is no name (RFC 1035 section 2.3.4).
 */
export function createDnsQuery(name: string, recordType: DnsRecordType): DnsQuery {
  const address = recordType === "PTR" ? parseAddress(name) : undefined;
  const asked = address === undefined ? asciiOf(name) : reverseName(address.toByteArray());
  return { id: randomInt(0x1_00_00), name: asked, recordType };
}

/**
 * Asks a name server, over TCP where the answer is too long for a datagram (RFC 1035, RFC 7766), all within the limits.
 * @throws ProbeTrouble, OutOfTimeError, the signal's reason.
 */
export async function askDns(server: Endpoint, query: DnsQuery, limits: ProbeLimits): Promise<DnsReply> {
  const startedAt = performance.now();
  const reply = await askDnsByDatagram(server, query, limits);
  if (!reply.isTruncated) return reply;
  const timeoutMs = Math.max(1, limits.timeoutMs - (performance.now() - startedAt));
  const connection = new Connection(server);
  return talkOver(connection, { ...limits, timeoutMs }, (opened) => askDnsOver(opened, query));
}

/** The same by datagrams alone. @throws ProbeTrouble, OutOfTimeError, the signal's reason. */
export async function askDnsByDatagram(
  server: Endpoint,
  query: DnsQuery,
  limits: ProbeLimits,
): Promise<DnsReply> {
  const { value, latencyMs } = await askByDatagram(server, limits, {
    tries: TRIES,
    request: () => encodeQuery(query),
    read: (octets) => readReply(octets, query),
  });
  return { ...value, latencyMs };
}

/** The same over a connection. @throws ProbeTrouble where what comes is no answer to the query. */
export async function askDnsOver(connection: Connection, query: DnsQuery): Promise<DnsReply> {
  const message = encodeQuery(query);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  connection.write(Buffer.concat([length, message]));
  const size = (await connection.readOctets(2)).readUInt16BE(0);
  const reply = readReply(await connection.readOctets(size), query);
  if (reply === undefined) throw new ProbeTrouble("over TCP came no answer to the query");
  return { ...reply, latencyMs: connection.elapsedMs };
}

/** The response code of an answer, such as NXDOMAIN. */
export function rcodeOf(packet: DecodedPacket): string {
  return "rcode" in packet ? String(packet.rcode) : "NOERROR";
}

/** Whether text is a name that can be asked for (RFC 1035 section 2.3.4); a trailing dot adds nothing to it. */
export function isDnsName(name: string): boolean {
  const ascii = wireNameOf(name);
  return ascii === "." || (ascii.length <= MAX_NAME && ascii.split(".").every(isLabel));
}

function asciiOf(name: string): string {
  if (!isDnsName(name)) throw new ProbeTrouble(`"${name}" is no name to ask for`, "unknown");
  return wireNameOf(name);
}

function wireNameOf(name: string): string {
  const bare = name.replace(/\.$/, "");
  if (bare === "") return ".";
  // Only for names beyond ASCII: it refuses some that are names of DNS, though of no host.
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(bare) ? bare : domainToASCII(bare);
}

function isLabel({ length }: string): boolean {
  return length > 0 && length <= MAX_LABEL;
}

/** The name that is asked for an address (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(octets: readonly number[]): string {
  if (octets.length === 4) return `${octets.toReversed().join(".")}.in-addr.arpa`;
  const digits = octets.flatMap((octet) => [octet >> 4, octet & 15]).map((digit) => digit.toString(16));
  return `${digits.toReversed().join(".")}.ip6.arpa`;
}

function encodeQuery({ id, name, recordType }: DnsQuery): Buffer {
  const questions = [{ type: recordType, class: "IN", name }] as const;
  return encode({ type: "query", id, flags: RECURSION_DESIRED, questions: [...questions] });
}

/** The reply to the query; undefined where the octets are none. */
function readReply(octets: Buffer, query: DnsQuery): Omit<DnsReply, "latencyMs"> | undefined {
  if (octets.length < HEADER_BYTES || octets.readUInt16BE(0) !== query.id) return undefined;
  const isTruncated = ((octets[2] ?? 0) & TRUNCATED) !== 0;
  // One that is cut short may end within a record.
  const packet = decodeDns(isTruncated ? withoutRecords(octets) : octets);
  if (packet === undefined || packet.type !== "response" || !isAbout(packet, query)) return undefined;
  return { packet, isTruncated };
}

function withoutRecords(octets: Buffer): Buffer {
  return Buffer.from(octets).fill(0, COUNTS_AT, HEADER_BYTES);
}

/** The message of DNS in octets that anybody may have sent; undefined where they are none. */
export function decodeDns(octets: Buffer): DecodedPacket | undefined {
  try {
    const packet = decode(octets);
    // The library reads on behind the end, as if there were something.
    return decode.bytes > octets.length ? undefined : packet;
  } catch {
    // Anybody can send anything.
    return undefined;
  }
}

function isAbout(packet: DecodedPacket, { name, recordType }: DnsQuery): boolean {
  const [question, ...more] = packet.questions ?? [];
  // A server that cannot read a query cannot repeat it either.
  if (question === undefined) return rcodeOf(packet) === "FORMERR";
  const isSame = question.type === recordType && question.class === "IN";
  return isSame && more.length === 0 && question.name.toLowerCase() === name.toLowerCase();
}
