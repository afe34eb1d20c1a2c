export type Verdict = "allow" | "deny" | "drop" | "reject" | "other";

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
  /** Which parser recognised the body; "extracted": none, but its names or form told fields; "generic": nothing did. */
  parser: string;
  /** The sender's clock was not set (Cisco's star): `eventTimeMicros` is what it printed. */
  clockUnset: boolean;
  message: string | null;
};
