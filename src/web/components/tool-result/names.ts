import type { Model } from "../../api/client";

export type KeptResult = Model<"ToolResultRead">;

/** What people call the tools that answer. */
export const RESULT_NAMES: Readonly<Record<KeptResult["tool"], string>> = {
  dns: "DNS",
  reverse_dns: "Reverse DNS",
  ping: "Ping",
  traceroute: "Traceroute",
  port_check: "Ports",
  snmp_probe: "SNMP",
  tls_check: "TLS certificate",
};
