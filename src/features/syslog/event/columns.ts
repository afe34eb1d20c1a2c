/**
 * The event as it is stored: one column per field, in file order, with its DuckDB type.
 * Parquet files are the public form of these columns (docs/events.md), so a column is only ever added.
 */
export const EVENT_COLUMNS = {
  id: "BIGINT",
  received_at: "TIMESTAMPTZ",
  event_time: "TIMESTAMPTZ",
  source_host: "VARCHAR",
  sender: "VARCHAR",
  transport: "VARCHAR",
  facility: "UTINYINT",
  severity: "UTINYINT",
  app: "VARCHAR",
  procid: "VARCHAR",
  msgid: "VARCHAR",
  structured_data: "VARCHAR",
  src_ip: "VARCHAR",
  dst_ip: "VARCHAR",
  src_port: "USMALLINT",
  dst_port: "USMALLINT",
  protocol: "VARCHAR",
  action: "VARCHAR",
  action_raw: "VARCHAR",
  verdict: "VARCHAR",
  interface: "VARCHAR",
  interface_out: "VARCHAR",
  direction: "VARCHAR",
  rule_id: "VARCHAR",
  tracker_id: "VARCHAR",
  reason: "VARCHAR",
  bytes: "BIGINT",
  packets: "BIGINT",
  vendor: "VARCHAR",
  parser: "VARCHAR",
  clock_unset: "BOOLEAN",
  truncated: "BOOLEAN",
  original_bytes: "UINTEGER",
  message: "VARCHAR",
  raw_log: "VARCHAR",
  raw_bytes: "BLOB",
  nat_src_ip: "VARCHAR",
  nat_dst_ip: "VARCHAR",
  nat_src_port: "USMALLINT",
  nat_dst_port: "USMALLINT",
  message_start: "USMALLINT",
  shape: "UINTEGER",
  addresses_in_fields: "BOOLEAN",
} as const;

export type EventColumn = keyof typeof EVENT_COLUMNS;

/** Where words are looked for: the line, and the sender's name, which a line without a header does not carry. */
export const SEARCHED_COLUMNS: readonly EventColumn[] = ["raw_log", "source_host"];

/** How many columns a file of this version has. */
export const COLUMN_COUNT = Object.keys(EVENT_COLUMNS).length;

export type Verdict = "allow" | "deny" | "drop" | "reject" | "other";

/** The ways by which messages reach the collector. */
export const TRANSPORTS = ["udp", "tcp", "tls", "snmp-trap"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** What parsing makes of one message. Null: the line does not say. Times are microseconds since the epoch. */
export type ParsedMessage = {
  eventTimeMicros: number | null;
  sourceHost: string | null;
  facility: number | null;
  severity: number | null;
  app: string | null;
  procid: string | null;
  msgid: string | null;
  /** RFC 5424 structured data as JSON text: {"id":{"name":"value"}}. */
  structuredData: string | null;
  srcIp: string | null;
  dstIp: string | null;
  srcPort: number | null;
  dstPort: number | null;
  /** What the device made of the addresses and ports, where it translated them. */
  natSrcIp: string | null;
  natDstIp: string | null;
  natSrcPort: number | null;
  natDstPort: number | null;
  protocol: string | null;
  /** The vendor's word in lower case; `actionRaw` keeps its case. */
  action: string | null;
  actionRaw: string | null;
  verdict: Verdict | null;
  interface: string | null;
  interfaceOut: string | null;
  direction: string | null;
  ruleId: string | null;
  trackerId: string | null;
  reason: string | null;
  bytes: number | null;
  packets: number | null;
  vendor: string | null;
  /** Which parser recognised the body; "generic" where none did. */
  parser: string;
  /** The sender's clock was not set (Cisco's star): `eventTimeMicros` is what it printed. */
  clockUnset: boolean;
  message: string | null;
};
