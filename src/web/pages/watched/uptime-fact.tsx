import type { Uptime } from "../../api/watched";
import { formatUptime } from "../../format/number";
import { formatDuration } from "../../format/time";

/** `99.98 % of the 23 h that were watched`. */
export function UptimeFact({ uptime: { share, hours } }: { uptime: Uptime }) {
  if (share === null) return "nothing is known yet";
  return `${formatUptime(share)}${hours === null ? "" : ` of the ${formatDuration(hours * 3_600_000)} that were watched`}`;
}
