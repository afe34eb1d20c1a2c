import type { Answer as ResourceRecord, DecodedPacket } from "dns-packet";
import { askDnsByDatagram, askDnsOver, createDnsQuery, type DnsQuery, rcodeOf } from "#platform/dns/query";
import { bareName, textOfRecord } from "#platform/dns/record-text";
import { canonicalAddress } from "#platform/ip";
import { oneLine } from "#platform/one-line";
import type { ProbeLimits } from "#platform/probe/endpoint";
import { converse } from "./converse";
import { outcomeOf } from "./failure";
import type { ProbeOutcome } from "./outcome";
import type { DnsRecordType, DnsTarget } from "./targets";
import { down, rounded, up } from "./verdict";

/** Whether a name server answers a query, over TCP where the answer is too long for a datagram (RFC 1035, RFC 7766). */
export async function probeDns(target: DnsTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  const startedAt = performance.now();
  try {
    const query = createDnsQuery(target.name, target.recordType);
    const { packet, isTruncated, latencyMs } = await askDnsByDatagram(target, query, limits);
    if (!isTruncated) return verdictOf(packet, { target, latencyMs, isTcp: false });
    const spentMs = performance.now() - startedAt;
    const timeoutMs = Math.max(1, limits.timeoutMs - spentMs);
    const overTcp = await probeByTcp(query, target, { signal: limits.signal, timeoutMs });
    const { latencyMs: tcpMs } = overTcp;
    return { ...overTcp, latencyMs: tcpMs === null ? null : rounded(spentMs + tcpMs) };
  } catch (error) {
    return outcomeOf(error, { target, signal: limits.signal });
  }
}

function probeByTcp(query: DnsQuery, target: DnsTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  return converse(target, limits, async (connection) => {
    connection.details.overTcp = true;
    const { packet, latencyMs } = await askDnsOver(connection, query);
    return verdictOf(packet, { target, latencyMs, isTcp: true });
  });
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
  return record.type === recordType ? textOfRecord(record) : undefined;
}
