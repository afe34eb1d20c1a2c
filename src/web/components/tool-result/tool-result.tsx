import { NamesResult, RecordsResult } from "./dns-result";
import type { KeptResult } from "./names";
import { PingResult } from "./ping-result";
import { PortsResult } from "./ports-result";
import { SnmpResult } from "./snmp-result";
import { TlsResult } from "./tls-result";
import { TraceResult } from "./trace-result";

/** A kept answer as it was shown when it came. */
export function ToolResult({ kept }: { kept: KeptResult }) {
  switch (kept.tool) {
    case "dns":
      return <RecordsResult answers={[kept.result]} />;
    case "reverse_dns":
      return <NamesResult {...kept.result} />;
    case "ping":
      return <PingResult answer={kept.result} />;
    case "traceroute":
      return <TraceResult {...kept.result} />;
    case "port_check":
      return <PortsResult results={kept.result.results} />;
    case "snmp_probe":
      return <SnmpResult answer={kept.result} />;
    case "tls_check":
      return <TlsResult {...kept.result} />;
  }
}
