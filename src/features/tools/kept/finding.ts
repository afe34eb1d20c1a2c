import type {
  PingFinding,
  PortCheckFinding,
  SnmpProbeFinding,
  TlsCheckFinding,
  TracerouteFinding,
} from "../active/models";
import type { DnsLookupFinding, ReverseDnsFinding } from "../passive/models";

/**
 * What was asked for, as far as it can be asked for again: nothing secret. What a tool does not know is null or empty.
 */
export type Asked = {
  target: string;
  record_type: string | null;
  /** Name server that was chosen. */
  server: string | null;
  ports: number[];
  protocol: "tcp" | "udp" | null;
  profile_id: number | null;
};

export type Finding =
  | { tool: "dns"; result: DnsLookupFinding }
  | { tool: "reverse_dns"; result: ReverseDnsFinding }
  | { tool: "ping"; result: PingFinding }
  | { tool: "traceroute"; result: TracerouteFinding }
  | { tool: "port_check"; result: PortCheckFinding }
  | { tool: "snmp_probe"; result: SnmpProbeFinding }
  | { tool: "tls_check"; result: TlsCheckFinding };

/** A result of a tool, as it is kept. */
export type KeptFinding = Finding & { asked: Asked };

const NOTHING_ELSE = { record_type: null, server: null, ports: [], protocol: null, profile_id: null };

/** What was asked for of a tool that needs only its target and what is given. */
export function asked(target: string, given: Partial<Omit<Asked, "target">> = {}): Asked {
  return { ...NOTHING_ELSE, target, ...given };
}
