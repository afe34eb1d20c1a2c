import { z } from "@hono/zod-openapi";
import { snmpUserFields } from "#features/snmp-profiles";
import { integer, timestamp } from "#platform/http/fields";
import { SNMP_VERSIONS } from "#platform/snmp/access";
import { durationMs, host, milliseconds, resolvedAddress, resultId } from "../fields";

const MAX_PORTS = 64;

const port = integer({ min: 1, max: 65_535 });
const seconds = (max: number) => integer({ min: 1, max });

export const PingRequest = z
  .object({
    host,
    count: integer({ min: 1, max: 10 }).default(4),
    timeout_seconds: seconds(30).default(3).openapi({ description: "that each reply is waited for" }),
  })
  .openapi("PingRequest");
export type PingRequest = z.output<typeof PingRequest>;

export const PingFinding = z
  .object({
    host: z.string().openapi({ description: "as it was asked for" }),
    address: resolvedAddress,
    transmitted: z.int().nullable(),
    received: z.int().nullable(),
    packet_loss: z.number().nullable().openapi({ description: "percent; null where nothing could be sent" }),
    average_ms: milliseconds,
    min_ms: milliseconds,
    max_ms: milliseconds,
    error: z.string().nullable().openapi({
      example: "host unreachable, says 192.0.2.1",
      description: "what stood in the way of a reply",
    }),
    raw_output: z.string().openapi({ description: "the same in a few lines" }),
    duration_ms: durationMs,
  })
  .openapi("PingFinding");
export type PingFinding = z.infer<typeof PingFinding>;

export const PingResult = z.object({ ...PingFinding.shape, result_id: resultId }).openapi("PingResult");

export const TracerouteRequest = z
  .object({
    host,
    max_hops: integer({ min: 1, max: 64 }).default(20),
    timeout_seconds: seconds(60).default(10).openapi({ description: "that each hop is waited for" }),
  })
  .openapi("TracerouteRequest");
export type TracerouteRequest = z.output<typeof TracerouteRequest>;

export const TracerouteHop = z
  .object({
    hop: z.int(),
    address: z.string().nullable().openapi({ description: "null: nobody answered there" }),
    host: z.string().nullable().openapi({ description: "always null: names are not looked up" }),
    rtt_ms: milliseconds,
    note: z.string().nullable().openapi({
      example: "prohibited by a filter",
      description: "why the way ends here though the host was not reached",
    }),
  })
  .openapi("TracerouteHop");
export type TracerouteHop = z.infer<typeof TracerouteHop>;

export const TracerouteFinding = z
  .object({
    host: z.string(),
    address: resolvedAddress,
    hops: z.array(TracerouteHop),
    is_reached: z.boolean().openapi({ description: "the host itself answered" }),
    raw_output: z.string().openapi({ description: "the hops in lines" }),
    duration_ms: durationMs,
  })
  .openapi("TracerouteFinding");
export type TracerouteFinding = z.infer<typeof TracerouteFinding>;

export const TracerouteResult = z
  .object({ ...TracerouteFinding.shape, result_id: resultId })
  .openapi("TracerouteResult");
export type TracerouteResult = z.infer<typeof TracerouteResult>;

const PROTOCOLS = ["tcp", "udp"] as const;

export const TcpPortCheckRequest = z
  .object({
    host,
    port: port
      .nullable()
      .default(null)
      .openapi({ type: ["integer", "null"], minimum: 1, maximum: 65_535, description: "or `ports`" }),
    ports: z
      .array(port)
      .max(MAX_PORTS)
      .default([])
      .openapi({
        type: "array",
        items: { type: "integer", minimum: 1, maximum: 65_535 },
        maxItems: MAX_PORTS,
        description: "more ports of the same host",
      }),
    timeout_seconds: seconds(30).default(3).openapi({ description: "of each port" }),
    protocol: z.enum(PROTOCOLS).default("tcp"),
  })
  .refine(({ port, ports }) => port !== null || ports.length > 0, {
    message: "Field required",
    path: ["port"],
    params: { type: "missing" },
  })
  .openapi("TcpPortCheckRequest");
export type TcpPortCheckRequest = z.output<typeof TcpPortCheckRequest>;

const portFinding = {
  port: z.int(),
  reachable: z.boolean(),
  status: z.enum(["open", "closed", "unknown"]).openapi({
    description:
      "`unknown`: silence, which may be a filter or, by UDP, a service that has nothing to say; or our own side",
  }),
  detail: z.string().openapi({ example: "Connection succeeded" }),
  duration_ms: durationMs,
};

export const PortFinding = z.object(portFinding).openapi("PortFinding");
export type PortFinding = z.infer<typeof PortFinding>;

export const PortCheckFinding = z
  .object({
    host: z.string(),
    address: resolvedAddress,
    protocol: z.enum(PROTOCOLS),
    ...portFinding,
    results: z
      .array(PortFinding)
      .openapi({ description: "of all ports, in their order; the first one stands beside it" }),
  })
  .openapi("PortCheckFinding");
export type PortCheckFinding = z.infer<typeof PortCheckFinding>;

export const TcpPortCheckResult = z
  .object({ ...PortCheckFinding.shape, result_id: resultId })
  .openapi("TcpPortCheckResult");

export const SnmpProbeRequest = z
  .object({
    host,
    community: z.string().min(1).max(128).nullable().default(null).openapi({ writeOnly: true }),
    profile_id: integer()
      .nullable()
      .default(null)
      .openapi({ type: ["integer", "null"], description: "its values win over those beside it" }),
    port: port.default(161),
    timeout_seconds: seconds(15).default(3).openapi({ description: "of each try" }),
    ...snmpUserFields,
  })
  .openapi("SnmpProbeRequest", {
    description:
      "With `profile_id`, or with `community` for v1 and v2c, or with `username` and the rest for v3.",
  });
export type SnmpProbeRequest = z.output<typeof SnmpProbeRequest>;

const OPER_STATUSES = ["up", "down", "testing", "unknown"] as const;

export const SnmpInterface = z
  .object({
    index: z.int(),
    name: z.string().nullable(),
    oper_status: z.enum(OPER_STATUSES).nullable(),
  })
  .openapi("SnmpInterface");
export type SnmpInterface = z.infer<typeof SnmpInterface>;

export const SnmpArpEntry = z
  .object({
    ip_address: z.string(),
    mac_address: z.string().openapi({ example: "00:00:5E:00:53:01" }),
    vendor: z.string().nullable(),
    interface_index: z.int().nullable(),
  })
  .openapi("SnmpArpEntry");
export type SnmpArpEntry = z.infer<typeof SnmpArpEntry>;

export const SnmpProbeFinding = z
  .object({
    host: z.string(),
    address: resolvedAddress,
    version: z.enum(SNMP_VERSIONS),
    sys_name: z.string().nullable(),
    sys_descr: z.string().nullable(),
    sys_uptime_seconds: z.number().nullable(),
    interfaces: z.array(SnmpInterface),
    arp_entries: z.array(SnmpArpEntry),
    notes: z.array(z.string()).openapi({
      example: ["ARP table: only the first 512 rows were read"],
      description: "what is missing in the tables, and why",
    }),
    duration_ms: durationMs,
  })
  .openapi("SnmpProbeFinding");
export type SnmpProbeFinding = z.infer<typeof SnmpProbeFinding>;

export const SnmpProbeResult = z
  .object({ ...SnmpProbeFinding.shape, result_id: resultId })
  .openapi("SnmpProbeResult");

export const TlsCheckRequest = z
  .object({
    host,
    port: port.default(443),
    server_name: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .nullable()
      .default(null)
      .openapi({ description: "the name that the certificate must be for; null: the host" }),
    timeout_seconds: seconds(30).default(5),
  })
  .openapi("TlsCheckRequest");
export type TlsCheckRequest = z.output<typeof TlsCheckRequest>;

export const TlsCertificate = z
  .object({
    subject: z.string(),
    issuer: z.string(),
    names: z
      .array(z.string())
      .openapi({ example: ["host.example", "192.0.2.10"], description: "that it is for; the first 100" }),
    valid_from: timestamp,
    valid_to: timestamp,
    days_left: z.int().openapi({ description: "negative: since when it has expired" }),
    serial_number: z.string(),
    sha256_fingerprint: z.string(),
    key_type: z.string().nullable().openapi({ example: "rsa" }),
    key_bits: z.int().nullable().openapi({ description: "of RSA keys" }),
    is_trusted: z.boolean(),
    problem: z.string().nullable().openapi({ example: "the certificate has expired" }),
  })
  .openapi("TlsCertificate");
export type TlsCertificate = z.infer<typeof TlsCertificate>;

export const TlsCheckFinding = z
  .object({
    host: z.string(),
    address: resolvedAddress,
    port: z.int(),
    server_name: z.string(),
    tls_version: z.string().nullable().openapi({ example: "TLSv1.3" }),
    certificate: TlsCertificate.nullable(),
    error: z.string().nullable().openapi({ description: "why there is no certificate" }),
    duration_ms: durationMs,
  })
  .openapi("TlsCheckFinding");
export type TlsCheckFinding = z.infer<typeof TlsCheckFinding>;

export const TlsCheckResult = z
  .object({ ...TlsCheckFinding.shape, result_id: resultId })
  .openapi("TlsCheckResult");
