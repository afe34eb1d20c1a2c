import type { EventColumn } from "../event/columns";

/** What a histogram tells apart. */
export const SERIES_COLUMNS = ["verdict", "action", "severity"] as const satisfies readonly EventColumn[];

/** What the most frequent values can be asked of. */
export const TOP_COLUMNS = [
  "sender",
  "source_host",
  "src_ip",
  "dst_ip",
  "nat_src_ip",
  "nat_dst_ip",
  "src_port",
  "dst_port",
  "protocol",
  "action",
  "verdict",
  "direction",
  "interface",
  "interface_out",
  "rule_id",
  "tracker_id",
  "reason",
  "app",
  "msgid",
  "vendor",
  "parser",
  "severity",
  "facility",
  "transport",
] as const satisfies readonly EventColumn[];
