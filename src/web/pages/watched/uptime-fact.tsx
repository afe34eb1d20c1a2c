import type { Uptime } from "../../api/watched";
import { formatUptime } from "../../format/number";
import { formatRoughly } from "../../format/time";

/** `99.98 % of 23 h watched`. */
export function UptimeFact({ uptime: { share, hours } }: { uptime: Uptime }) {
  if (share === null) return "nothing is known yet";
  return `${formatUptime(share)}${hours === null ? "" : ` of ${formatRoughly(hours * 3_600_000)} watched`}`;
}
