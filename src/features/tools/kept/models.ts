import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";
import {
  PingFinding,
  PortCheckFinding,
  SnmpProbeFinding,
  TlsCheckFinding,
  TracerouteFinding,
} from "../active/models";
import { DnsLookupFinding, ReverseDnsFinding } from "../passive/models";

export const ToolResultKeep = z
  .object({ result_id: z.int().openapi({ description: "of an answer of a tool to the caller" }) })
  .openapi("ToolResultKeep");
export type ToolResultKeep = z.output<typeof ToolResultKeep>;

const AskedOfTool = z
  .object({
    target: z.string().openapi({ example: "192.0.2.10", description: "host, address or name" }),
    record_type: z.string().nullable(),
    server: z.string().nullable().openapi({ description: "the name server that was chosen" }),
    ports: z.array(z.int()),
    protocol: z.enum(["tcp", "udp"]).nullable(),
    profile_id: z.int().nullable(),
  })
  .openapi("AskedOfTool", { description: "enough to ask for the same again; no credentials" });

const about = {
  id: z.int(),
  device_id: z.int(),
  asked: AskedOfTool,
  ran_at: timestamp,
  username: z.string().nullable().openapi({ description: "who asked; null: a user that is gone" }),
  kept_at: timestamp,
  size_bytes: z.int(),
};

export const ToolResultRead = z
  .discriminatedUnion("tool", [
    z.object({ ...about, tool: z.literal("dns"), result: DnsLookupFinding }),
    z.object({ ...about, tool: z.literal("reverse_dns"), result: ReverseDnsFinding }),
    z.object({ ...about, tool: z.literal("ping"), result: PingFinding }),
    z.object({ ...about, tool: z.literal("traceroute"), result: TracerouteFinding }),
    z.object({ ...about, tool: z.literal("port_check"), result: PortCheckFinding }),
    z.object({ ...about, tool: z.literal("snmp_probe"), result: SnmpProbeFinding }),
    z.object({ ...about, tool: z.literal("tls_check"), result: TlsCheckFinding }),
  ])
  .openapi("ToolResultRead");
export type ToolResultRead = z.infer<typeof ToolResultRead>;
