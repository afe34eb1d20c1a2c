import { EventSourceParserStream } from "eventsource-parser/stream";
import { answerOf, api, type Model } from "../../api/client";
import { RequestFailure } from "../../api/request-failure";
import type { Target } from "./jobs";
import type { RecordType } from "./search";

export type DnsAnswer = Model<"DnsLookupResult">;
export type Hop = Model<"TracerouteHop">;
export type Trace = Model<"TracerouteResult">;

type Asked = { target: Target; signal: AbortSignal };

/** Records of a name, of each type by a question of its own, in the order of the types. */
export function askDns(
  { target, signal }: Asked,
  { records, server }: { records: readonly RecordType[]; server: string | undefined },
): Promise<DnsAnswer[]> {
  const ask = (type: RecordType) =>
    answerOf(
      api.POST("/api/v1/tools/dns", {
        body: { name: target.text, record_type: type, server: server ?? null },
        signal,
      }),
    );
  return Promise.all(records.map(ask));
}

export function askNames({ target, signal }: Asked, server: string | undefined) {
  return answerOf(
    api.POST("/api/v1/tools/reverse-dns", {
      body: { ip_address: target.text, server: server ?? null },
      signal,
    }),
  );
}

export function calculate({ target, signal }: Asked, split: number | undefined) {
  return answerOf(
    api.POST("/api/v1/tools/subnet", {
      body: { cidr: target.text, split_prefix_length: split ?? null },
      signal,
    }),
  );
}

export function ping({ target, signal }: Asked) {
  return answerOf(api.POST("/api/v1/tools/ping", { body: { host: target.text }, signal }));
}

export function checkPorts(
  { target, signal }: Asked,
  { ports, protocol }: { ports: readonly number[]; protocol: "tcp" | "udp" },
) {
  return answerOf(
    api.POST("/api/v1/tools/port-check", {
      body: { host: target.text, ports: [...ports], protocol },
      signal,
    }),
  );
}

export function checkCertificate({ target, signal }: Asked, port: number) {
  return answerOf(api.POST("/api/v1/tools/tls", { body: { host: target.text, port }, signal }));
}

export type SnmpCredentials = { profile: number } | { community: string };

export function probeSnmp({ target, signal }: Asked, credentials: SnmpCredentials) {
  const body =
    "profile" in credentials
      ? { host: target.text, profile_id: credentials.profile }
      : { host: target.text, community: credentials.community };
  return answerOf(api.POST("/api/v1/tools/snmp/probe", { body, signal }));
}

/**
 * Follows the way to a host; each hop is told as soon as it is known. Throws RequestFailure, also for what fails on the
 * way.
 */
export async function trace({ target, signal }: Asked, onHop: (hop: Hop) => void): Promise<Trace> {
  const { data: body } = await api.POST("/api/v1/tools/traceroute", {
    body: { host: target.text },
    headers: { Accept: "text/event-stream" },
    parseAs: "stream",
    signal,
  });
  if (body === undefined || body === null) throw new Error("our bug: an answer without a body");
  // Not `for await`: streams cannot be walked so in every browser.
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (let next = await events.read(); !next.done; next = await events.read()) {
    const { event, data } = next.value;
    if (event === "hop") onHop(JSON.parse(data));
    if (event === "result") return JSON.parse(data);
    if (event === "error") {
      const { status, detail } = JSON.parse(data);
      throw new RequestFailure({ status, message: detail });
    }
  }
  throw new RequestFailure({ status: 0, message: "The connection was lost on the way" });
}
