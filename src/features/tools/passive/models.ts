import { z } from "@hono/zod-openapi";
import { exactInteger, integerText } from "#features/ipam";
import { DNS_RECORD_TYPES } from "#platform/dns/record-text";
import { isDnsName } from "#platform/dns/query";
import { integer, ipAddress, timestamp } from "#platform/http/fields";
import { isAddressOrNetwork } from "#platform/ip";
import { durationMs, nameServer, resultId } from "../fields";

const SOURCES = ["system-resolver", "chosen-server"] as const;
const MAX_PARTS = 1024;
const MAX_COMPARED = 64;

const serverPort = integer({ min: 1, max: 65_535 })
  .default(53)
  .openapi({ description: "of that name server" });

const answeredBy = {
  source: z.enum(SOURCES),
  dns_server: z.string().nullable().openapi({ example: "192.0.2.53", description: "who gave the answer" }),
  response_code: z.string().openapi({ example: "NOERROR", description: "NOERROR, NXDOMAIN, SERVFAIL, ..." }),
};

export const DnsLookupRequest = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .refine(isDnsName, "is no name of DNS")
      .openapi({ example: "host.example", description: "for PTR, an address will do as well" }),
    record_type: z.enum(DNS_RECORD_TYPES),
    server: nameServer,
    server_port: serverPort,
  })
  .openapi("DnsLookupRequest");
export type DnsLookupRequest = z.output<typeof DnsLookupRequest>;

export const DnsRecord = z
  .object({
    value: z.string().openapi({
      example: "10 mail.example",
      description:
        "names without their last dot, text in quotes; what drives a terminal is written as `\\u001b`",
    }),
    ttl: z.int().nullable().openapi({ example: 300, description: "seconds" }),
  })
  .openapi("DnsRecord");
export type DnsRecord = z.infer<typeof DnsRecord>;

export const DnsLookupFinding = z
  .object({
    queried_name: z.string().openapi({ description: "as it was asked for" }),
    record_type: z.enum(DNS_RECORD_TYPES),
    records: z.array(DnsRecord).openapi({ description: "empty where there is no such name or record" }),
    ...answeredBy,
    canonical_name: z.string().nullable().openapi({ description: "what the name is an alias of" }),
    is_authoritative: z.boolean(),
    duration_ms: durationMs,
  })
  .openapi("DnsLookupFinding");
export type DnsLookupFinding = z.infer<typeof DnsLookupFinding>;

export const DnsLookupResult = z
  .object({ ...DnsLookupFinding.shape, result_id: resultId })
  .openapi("DnsLookupResult");

export const ReverseDnsRequest = z
  .object({ ip_address: ipAddress(), server: nameServer, server_port: serverPort })
  .openapi("ReverseDnsRequest");
export type ReverseDnsRequest = z.output<typeof ReverseDnsRequest>;

export const ReverseDnsFinding = z
  .object({
    ip_address: z.string(),
    ptr_records: z.array(z.string()).openapi({ example: ["host.example"] }),
    ...answeredBy,
    duration_ms: durationMs,
  })
  .openapi("ReverseDnsFinding");
export type ReverseDnsFinding = z.infer<typeof ReverseDnsFinding>;

export const ReverseDnsResult = z
  .object({ ...ReverseDnsFinding.shape, result_id: resultId })
  .openapi("ReverseDnsResult");

const network = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .refine(isAddressOrNetwork, "is no network such as 192.0.2.0/24")
  .openapi({ example: "192.0.2.0/24" });

const prefixLength = integer({ min: 0, max: 128 })
  .nullable()
  .default(null)
  .openapi({ type: ["integer", "null"], minimum: 0, maximum: 128 });

export const SubnetCalculatorRequest = z
  .object({
    cidr: network.openapi({ description: "bits behind the prefix may be set" }),
    split_prefix_length: prefixLength.openapi({ description: "cut it into subnets of this length" }),
    supernet_prefix_length: prefixLength.openapi({
      description: "the network of this length that it lies in",
    }),
    contains: z
      .array(network)
      .max(MAX_COMPARED)
      .default([])
      .openapi({ description: "addresses and networks that may lie in it" }),
  })
  .openapi("SubnetCalculatorRequest");
export type SubnetCalculatorRequest = z.output<typeof SubnetCalculatorRequest>;

export const SubnetPart = z
  .object({
    cidr: z.string(),
    first_host: z.string().nullable(),
    last_host: z.string().nullable(),
    broadcast: z.string().nullable(),
  })
  .openapi("SubnetPart");
export type SubnetPart = z.infer<typeof SubnetPart>;

export const SubnetCalculatorResult = z
  .object({
    cidr: z.string(),
    network: z.string(),
    netmask: z.string().openapi({ example: "255.255.255.0" }),
    wildcard: z.string().openapi({ example: "0.0.0.255", description: "the opposite of the netmask" }),
    broadcast: z.string().nullable().openapi({ description: "IPv4 only" }),
    first_host: z.string().nullable().openapi({ description: "null for networks of one or two addresses" }),
    last_host: z.string().nullable(),
    total_addresses: exactInteger,
    total_addresses_text: integerText,
    usable_hosts: exactInteger,
    usable_hosts_text: integerText,
    version: z.union([z.literal(4), z.literal(6)]),
    prefix_length: z.int(),
    supernet: z.string().nullable().openapi({ description: "that was asked for" }),
    subnets: z.array(SubnetPart).openapi({ description: `that were asked for, the first ${MAX_PARTS}` }),
    subnets_total: exactInteger,
    subnets_total_text: integerText,
    contains: z.array(z.object({ value: z.string(), is_contained: z.boolean() })),
    calculated_at: timestamp,
  })
  .openapi("SubnetCalculatorResult");
export type SubnetCalculatorResult = z.input<typeof SubnetCalculatorResult>;

/** How many subnets of a division are listed. */
export const SUBNETS_SHOWN = MAX_PARTS;
