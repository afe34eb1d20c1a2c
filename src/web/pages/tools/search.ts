import { read } from "../../url/search-params";

export const TOOLS = ["dns", "ping", "traceroute", "ports", "tls", "snmp"] as const;
export type Tool = (typeof TOOLS)[number];

export const RECORD_TYPES = ["A", "AAAA", "CNAME", "MX", "NS", "TXT", "SOA", "SRV", "CAA"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

const PROTOCOLS = ["udp"] as const;
const MAX_PORT = 65_535;

export type ToolsSearch = {
  /** Hosts, addresses and networks, apart by spaces. */
  target?: string | undefined;
  tools?: readonly Tool[] | undefined;
  records?: readonly RecordType[] | undefined;
  /** Name server; undefined: those of the service. */
  server?: string | undefined;
  ports?: readonly number[] | undefined;
  /** Undefined: TCP. */
  protocol?: (typeof PROTOCOLS)[number] | undefined;
  /** Of SNMP. */
  profile?: number | undefined;
  /** Prefix length into which networks are cut. */
  split?: number | undefined;
};

/** What the form of a link says. Nothing is sent before a person asks for it: a link alone makes no traffic. */
export function parseToolsSearch(raw: Record<string, unknown>): ToolsSearch {
  return {
    target: read.text(raw, "target"),
    tools: among(read.list(raw, "tools"), TOOLS),
    records: among(read.list(raw, "records"), RECORD_TYPES),
    server: read.text(raw, "server"),
    ports: ofPorts(read.list(raw, "ports")),
    protocol: read.choice(raw, "protocol", PROTOCOLS),
    profile: read.integer(raw, "profile", { min: 1 }),
    split: read.integer(raw, "split", { min: 0, max: 128 }),
  };
}

function among<const Value extends string>(
  given: readonly string[] | undefined,
  values: readonly Value[],
): readonly Value[] | undefined {
  const known = values.filter((value) => given?.includes(value) === true);
  return known.length === 0 ? undefined : known;
}

function ofPorts(given: readonly string[] | undefined): readonly number[] | undefined {
  const ports = (given ?? []).flatMap((text) => readPort(text) ?? []);
  return ports.length === 0 ? undefined : [...new Set(ports)];
}

/** A port number; undefined for anything else. */
export function readPort(text: string): number | undefined {
  return read.integer({ port: text }, "port", { min: 1, max: MAX_PORT });
}
