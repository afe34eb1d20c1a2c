import { formatNumber } from "../../format/number";
import type { MonitoringOverview } from "./api";

type Standings = Pick<MonitoringOverview, "counts">;

/** In words how `total` devices stand; of those that nobody asks, or has asked for long, it is not known. */
export function devicesNote(total: number, { counts }: Standings): string {
  const of = (...standings: readonly string[]) =>
    counts.reduce((sum, row) => sum + (standings.includes(row.standing) ? row.devices : 0), 0);
  const parts = [
    { words: "up", count: of("up", "flapping") },
    { words: "down", count: of("down", "unreachable") },
    { words: "not as expected", count: of("unexpected"), isSeldom: true },
    { words: "off as planned", count: of("maintenance", "off"), isSeldom: true },
  ];
  const known = parts.reduce((sum, { count }) => sum + count, 0);
  const shown = [...parts, { words: "unknown", count: Math.max(0, total - known), isSeldom: false }];
  return shown
    .filter(({ count, isSeldom = false }) => count > 0 || !isSeldom)
    .map(({ words, count }) => `${formatNumber(count)} ${words}`)
    .join(", ");
}
