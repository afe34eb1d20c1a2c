import type { Right } from "../../api/me";
import type { Job } from "./jobs";
import type { Tool } from "./search";

export const TOOL_NAMES: Readonly<Record<Job["tool"], string>> = {
  dns: "DNS",
  ping: "Ping",
  traceroute: "Traceroute",
  ports: "Ports",
  tls: "TLS certificate",
  snmp: "SNMP",
  subnet: "Subnet calculator",
};

/** What each of them needs: whatever sends something to a host is active. */
export const TOOL_RIGHTS: Readonly<Record<Tool, Right>> = {
  dns: "tools_passive",
  ping: "tools_active",
  traceroute: "tools_active",
  ports: "tools_active",
  tls: "tools_active",
  snmp: "tools_active",
};
