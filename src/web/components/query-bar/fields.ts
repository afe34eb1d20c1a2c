import type { TopField } from "../../api/events";
import { meantBy } from "./query-text";

export type KnownValue = { value: string; hint?: string };

export type QueryField = {
  name: string;
  /** What it means, in the list of completions. */
  label: string;
  /** Words that people type for it. */
  aliases?: readonly string[];
  /** All values that it can have. */
  values?: readonly KnownValue[];
  /** The field whose frequent values are offered; absent: none are. */
  top?: TopField;
};

const listed = (...values: string[]): KnownValue[] => values.map((value) => ({ value }));

/** RFC 5424, table 2. */
export const SEVERITIES = [
  "emergency",
  "alert",
  "critical",
  "error",
  "warning",
  "notice",
  "informational",
  "debug",
] as const;

/** RFC 5424, table 1, by the words of syslog.conf, of which the service takes those that syslog(3) has. */
const FACILITIES = [
  "kern",
  "user",
  "mail",
  "daemon",
  "auth",
  "syslog",
  "lpr",
  "news",
  "uucp",
  "cron",
  "authpriv",
  "ftp",
  "ntp",
  "audit",
  "alert",
  "clock",
];

const numbered = (names: readonly string[]): KnownValue[] =>
  names.map((hint, value) => ({ value: String(value), hint }));

/** Everything that `field:value` can ask for, the usual ones first. */
export const QUERY_FIELDS: readonly QueryField[] = [
  {
    name: "verdict",
    label: "what became of it, whatever the vendor's word",
    aliases: ["blocked", "denied", "allowed"],
    values: listed("allow", "deny", "drop", "reject", "other"),
  },
  { name: "src_ip", label: "source address or network", aliases: ["source", "from"], top: "src_ip" },
  { name: "dst_ip", label: "destination address or network", aliases: ["destination", "to"], top: "dst_ip" },
  { name: "ip", label: "either end, as sent or as translated", aliases: ["address", "host"], top: "src_ip" },
  { name: "dst_port", label: "destination port", aliases: ["service"], top: "dst_port" },
  { name: "src_port", label: "source port", top: "src_port" },
  { name: "port", label: "either port", top: "dst_port" },
  { name: "action", label: "one vendor's own word: others have another", top: "action" },
  { name: "protocol", label: "tcp, udp, icmp and so on", aliases: ["proto"], top: "protocol" },
  {
    name: "source_host",
    label: "host that the line names",
    aliases: ["hostname", "host"],
    top: "source_host",
  },
  { name: "sender", label: "address or network that sent the line", top: "sender" },
  { name: "app", label: "program that wrote the line", aliases: ["program", "process", "tag"], top: "app" },
  { name: "interface", label: "interface that it came in on", aliases: ["in_interface"], top: "interface" },
  {
    name: "interface_out",
    label: "interface that it left by",
    aliases: ["out_interface"],
    top: "interface_out",
  },
  { name: "direction", label: "in or out", values: listed("in", "out") },
  { name: "rule_id", label: "rule of the firewall", aliases: ["policy"], top: "rule_id" },
  { name: "tracker_id", label: "tracker of the rule", top: "tracker_id" },
  { name: "reason", label: "why, in the vendor's words", top: "reason" },
  { name: "severity", label: "0 emergency to 7 debug", aliases: ["level"], values: numbered(SEVERITIES) },
  {
    name: "facility",
    label: "part of the system",
    values: [
      ...numbered(FACILITIES),
      ...Array.from({ length: 8 }, (_, local) => ({ value: String(16 + local), hint: `local${local}` })),
    ],
  },
  { name: "vendor", label: "whose format it is", aliases: ["manufacturer"], top: "vendor" },
  { name: "parser", label: "what read the line", top: "parser" },
  { name: "transport", label: "how it came", values: listed("udp", "tcp", "tls", "snmp-trap") },
  { name: "nat_src_ip", label: "translated source address", top: "nat_src_ip" },
  { name: "nat_dst_ip", label: "translated destination address", top: "nat_dst_ip" },
  { name: "nat_src_port", label: "translated source port" },
  { name: "nat_dst_port", label: "translated destination port" },
  { name: "bytes", label: "octets of the flow" },
  { name: "packets", label: "packets of the flow" },
  { name: "procid", label: "process id", aliases: ["pid"] },
  { name: "msgid", label: "kind of message (RFC 5424)", top: "msgid" },
  { name: "structured_data", label: "part of the structured data (RFC 5424)" },
];

export const FIELD_NAMES: ReadonlySet<string> = new Set(QUERY_FIELDS.map(({ name }) => name));

export function findField(name: string): QueryField | undefined {
  const meant = meantBy(name);
  return QUERY_FIELDS.find((field) => field.name === meant);
}
