import type { Answer as ResourceRecord } from "dns-packet";
import { escapeControls } from "#platform/control-characters";
import { askDns, createDnsQuery, type DnsReply, rcodeOf } from "#platform/dns/query";
import { bareName, type DnsRecordType, textOfRecord } from "#platform/dns/record-text";
import { ApiError, unavailable } from "#platform/errors";
import type { Endpoint } from "#platform/probe/endpoint";
import { OutOfTimeError, ProbeTrouble } from "#platform/probe/trouble";
import type { DnsLookupFinding, DnsRecord, ReverseDnsFinding } from "./models";

export type NameServers = {
  source: DnsLookupFinding["source"];
  /** In the order of their turns. */
  servers: readonly Endpoint[];
  signal: AbortSignal;
};

/** For a try, and for all of them. */
const TRY_MS = 2000;
const ALL_TRIES_MS = 4000;
const RETRY_SECONDS = 10;
/** Aliases that follow each other. */
const MAX_ALIASES = 16;
/** After these another server may know more. */
const NO_ANSWERS = new Set(["SERVFAIL", "REFUSED", "NOTIMP"]);

/**
 * The records of a name. No such name and no such record are an answer without records.
 * @throws ApiError 504 where no server answers in time, 503 where none can be asked; the signal's reason.
 */
export async function lookUpRecords(
  { name, record_type: recordType }: { name: string; record_type: DnsRecordType },
  ctx: NameServers,
): Promise<DnsLookupFinding> {
  const startedAt = performance.now();
  const { reply, server, name: asked } = await ask({ name, recordType, late: "DNS lookup timed out" }, ctx);
  const answers = reply.packet.answers ?? [];
  return {
    queried_name: name,
    record_type: recordType,
    records: answers.flatMap((record) => recordOf(record, recordType) ?? []),
    source: ctx.source,
    dns_server: server.address,
    response_code: rcodeOf(reply.packet),
    canonical_name: canonicalNameOf(asked, answers),
    is_authoritative: reply.packet.flag_aa,
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

/** The names of an address. @throws as `lookUpRecords`. */
export async function lookUpNames(address: string, ctx: NameServers): Promise<ReverseDnsFinding> {
  const startedAt = performance.now();
  const late = "Reverse DNS lookup timed out";
  const { reply, server } = await ask({ name: address, recordType: "PTR", late }, ctx);
  const records = (reply.packet.answers ?? []).flatMap((record) => recordOf(record, "PTR") ?? []);
  return {
    ip_address: address,
    ptr_records: records.map(({ value }) => value),
    source: ctx.source,
    dns_server: server.address,
    response_code: rcodeOf(reply.packet),
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

type Question = { name: string; recordType: DnsRecordType; late: string };
type Answered = { reply: DnsReply; server: Endpoint; name: string };

/** Asks the servers in turns until one has an answer, or all have been asked for as long as they may. */
async function ask({ name, recordType, late }: Question, ctx: NameServers): Promise<Answered> {
  const { servers, signal } = ctx;
  const endsAt = performance.now() + ALL_TRIES_MS;
  let second: Answered | undefined;
  let trouble: ProbeTrouble | undefined;
  for (const server of servers) {
    const timeoutMs = Math.min(TRY_MS * (servers.length === 1 ? 2 : 1), endsAt - performance.now());
    if (timeoutMs <= 0) break;
    const query = createDnsQuery(name, recordType);
    try {
      const reply = await askDns(server, query, { timeoutMs, signal });
      if (!NO_ANSWERS.has(rcodeOf(reply.packet))) return { reply, server, name: query.name };
      second ??= { reply, server, name: query.name };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProbeTrouble)) throw error;
      trouble = error;
    }
  }
  if (second !== undefined) return second;
  if (trouble === undefined || trouble instanceof OutOfTimeError)
    throw new ApiError(504, late, { cause: trouble });
  throw unavailable(`DNS is unavailable: ${escapeControls(trouble.message)}`, RETRY_SECONDS, trouble);
}

function recordOf(record: ResourceRecord, recordType: DnsRecordType): DnsRecord | undefined {
  const text = record.type === recordType ? textOfRecord(record) : undefined;
  if (text === undefined || !("ttl" in record)) return undefined;
  const shown = recordType === "TXT" ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;
  return { value: escapeControls(shown), ttl: record.ttl ?? null };
}

/** Where the aliases of a name lead to; null: it is none. */
function canonicalNameOf(name: string, answers: readonly ResourceRecord[]): string | null {
  const aliases = new Map(
    answers.flatMap((record) =>
      record.type === "CNAME" ? [[bareName(record.name), bareName(record.data)] as const] : [],
    ),
  );
  let current = bareName(name);
  for (let step = 0; step < MAX_ALIASES; step++) {
    const next = aliases.get(current);
    if (next === undefined) break;
    current = next;
  }
  return current === bareName(name) ? null : escapeControls(current);
}
