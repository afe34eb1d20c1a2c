import { randomInt } from "node:crypto";
import { domainToASCII } from "node:url";
import {
  type Answer as ResourceRecord,
  decode,
  type DecodedPacket,
  encode,
  RECURSION_DESIRED,
} from "dns-packet";
import { canonicalAddress, parseAddress } from "#platform/ip";
import { oneLine } from "../one-line";
import { converse } from "./connection";
import { askByDatagram } from "./datagram";
import type { ProbeOutcome } from "./outcome";
import type { DnsRecordType, DnsTarget, ProbeLimits } from "./targets";
import { outcomeOf, ProbeTrouble } from "./trouble";
import { down, rounded, up } from "./verdict";

const TRIES = 2;
const HEADER_BYTES = 12;
/** Octets of a label, and of a name as text. */
const MAX_LABEL = 63;
const MAX_NAME = 253;
/** Where in the header the number of answers stands; those of the other sections follow. */
const COUNTS_AT = 6;
/** In the third octet of the header. */
const TRUNCATED = 0x02;

type Query = { id: number; name: string; recordType: DnsRecordType };
type Reply = { packet: DecodedPacket; isTruncated: boolean };

/** Whether a name server answers a query, over TCP where the answer is too long for a datagram (RFC 1035, RFC 7766). */
export async function probeDns(target: DnsTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  const startedAt = performance.now();
  try {
    const query = queryOf(target);
    const { value, latencyMs } = await askByDatagram(target, limits, {
      tries: TRIES,
      request: () => encodeQuery(query),
      read: (octets) => readReply(octets, query),
    });
    if (!value.isTruncated) return verdictOf(value.packet, { target, latencyMs, isTcp: false });
    const spentMs = performance.now() - startedAt;
    const timeoutMs = Math.max(1, limits.timeoutMs - spentMs);
    const overTcp = await probeByTcp(query, target, { signal: limits.signal, timeoutMs });
    const { latencyMs: tcpMs } = overTcp;
    return { ...overTcp, latencyMs: tcpMs === null ? null : rounded(spentMs + tcpMs) };
  } catch (error) {
    return outcomeOf(error, { target, signal: limits.signal });
  }
}

function probeByTcp(query: Query, target: DnsTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  return converse(target, limits, async (connection) => {
    connection.details.overTcp = true;
    const message = encodeQuery(query);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    connection.write(Buffer.concat([length, message]));
    const size = (await connection.readOctets(2)).readUInt16BE(0);
    const reply = readReply(await connection.readOctets(size), query);
    if (reply === undefined) throw new ProbeTrouble("over TCP came no answer to the query");
    return verdictOf(reply.packet, { target, latencyMs: connection.elapsedMs, isTcp: true });
  });
}

function queryOf({ name, recordType }: DnsTarget): Query {
  const address = recordType === "PTR" ? parseAddress(name) : undefined;
  const asked = address === undefined ? asciiOf(name) : reverseName(address.toByteArray());
  return { id: randomInt(0x1_00_00), name: asked, recordType };
}

/** The name on the wire; a trailing dot adds nothing to it. @throws ProbeTrouble where it is none (RFC 1035 section 2.3.4). */
function asciiOf(name: string): string {
  const bare = name.replace(/\.$/, "");
  if (bare === "") return ".";
  // Only for names beyond ASCII: it refuses some that are names of DNS, though of no host.
  // eslint-disable-next-line no-control-regex
  const ascii = /^[\x00-\x7f]*$/.test(bare) ? bare : domainToASCII(bare);
  const isName = ascii.length <= MAX_NAME && ascii.split(".").every(isLabel);
  if (!isName) throw new ProbeTrouble(`"${name}" is no name to ask for`, "unknown");
  return ascii;
}

function isLabel({ length }: string): boolean {
  return length > 0 && length <= MAX_LABEL;
}

/** RFC 1035 section 3.5, RFC 3596 section 2.5. */
function reverseName(octets: readonly number[]): string {
  if (octets.length === 4) return `${octets.toReversed().join(".")}.in-addr.arpa`;
  const digits = octets.flatMap((octet) => [octet >> 4, octet & 15]).map((digit) => digit.toString(16));
  return `${digits.toReversed().join(".")}.ip6.arpa`;
}

function encodeQuery({ id, name, recordType }: Query): Buffer {
  const questions = [{ type: recordType, class: "IN", name }] as const;
  return encode({ type: "query", id, flags: RECURSION_DESIRED, questions: [...questions] });
}

/** The reply to the query; undefined where the octets are none. */
function readReply(octets: Buffer, query: Query): Reply | undefined {
  if (octets.length < HEADER_BYTES || octets.readUInt16BE(0) !== query.id) return undefined;
  const isTruncated = ((octets[2] ?? 0) & TRUNCATED) !== 0;
  // One that is cut short may end within a record.
  const packet = decoded(isTruncated ? withoutRecords(octets) : octets);
  if (packet === undefined || packet.type !== "response" || !isAbout(packet, query)) return undefined;
  return { packet, isTruncated };
}

function withoutRecords(octets: Buffer): Buffer {
  return Buffer.from(octets).fill(0, COUNTS_AT, HEADER_BYTES);
}

function decoded(octets: Buffer): DecodedPacket | undefined {
  try {
    const packet = decode(octets);
    // The library reads on behind the end, as if there were something.
    return decode.bytes > octets.length ? undefined : packet;
  } catch {
    // Anybody can send anything.
    return undefined;
  }
}

function isAbout(packet: DecodedPacket, { name, recordType }: Query): boolean {
  const [question, ...more] = packet.questions ?? [];
  // A server that cannot read a query cannot repeat it either.
  if (question === undefined) return rcodeOf(packet) === "FORMERR";
  const isSame = question.type === recordType && question.class === "IN";
  return isSame && more.length === 0 && question.name.toLowerCase() === name.toLowerCase();
}

function rcodeOf(packet: DecodedPacket): string {
  return "rcode" in packet ? String(packet.rcode) : "NOERROR";
}

function verdictOf(
  packet: DecodedPacket,
  { target, latencyMs, isTcp }: { target: DnsTarget; latencyMs: number; isTcp: boolean },
): ProbeOutcome {
  const { recordType, expected } = target;
  const rcode = rcodeOf(packet);
  const answers = (packet.answers ?? []).flatMap((record) => textOf(record, recordType) ?? []).sort();
  const details = {
    rcode,
    answers: oneLine(answers.join(", ")),
    authoritative: packet.flag_aa,
    overTcp: isTcp,
  };
  const problem = problemOf(answers, { rcode, recordType, expected });
  return problem === null ? up(latencyMs, details) : down(problem, { latencyMs, details });
}

function problemOf(
  answers: readonly string[],
  { rcode, recordType, expected }: { rcode: string; recordType: DnsRecordType; expected: string | null },
): string | null {
  if (rcode === "NXDOMAIN") return "no such name (NXDOMAIN)";
  if (rcode !== "NOERROR") return `the server answers ${rcode}`;
  if (answers.length === 0) return `the name has no ${recordType} record`;
  if (expected === null || answers.some((answer) => isExpected(answer, { expected, recordType })))
    return null;
  return `${answers.join(", ")} instead of ${expected}`;
}

function isExpected(
  answer: string,
  { expected, recordType }: { expected: string; recordType: DnsRecordType },
): boolean {
  switch (recordType) {
    case "A":
    case "AAAA":
      return answer === canonicalAddress(expected);
    case "TXT":
      return answer === expected;
    case "MX":
      return [answer, answer.replace(/^\d+ /, "")].includes(bareName(expected));
    case "NS":
    case "CNAME":
    case "PTR":
    case "SOA":
      return answer === bareName(expected);
  }
}

/** What a record of the type says; undefined: it is of another, such as the alias that leads to it. */
function textOf(record: ResourceRecord, recordType: DnsRecordType): string | undefined {
  if (record.type !== recordType) return undefined;
  switch (record.type) {
    case "A":
    case "AAAA":
      return canonicalAddress(record.data) ?? record.data;
    case "MX":
      return `${record.data.preference ?? 0} ${bareName(record.data.exchange)}`;
    case "TXT":
      return [record.data].flat().map(String).join("");
    case "NS":
    case "CNAME":
    case "PTR":
      return bareName(record.data);
    case "SOA":
      return `${bareName(record.data.mname)} ${bareName(record.data.rname)} ${record.data.serial ?? 0}`;
    default:
      return undefined;
  }
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
