import type { LogFormat } from "../../api/log-formats";
import type { Status } from "../../components/badge/status-mark";
import { formatNumber } from "../../format/number";
import { formatListTime } from "../../format/time";

/** How a format is doing, in a word or two. */
export function markOf({ status }: Pick<LogFormat, "status">): { status: Status; label: string } {
  const { state, rests_until: until } = status;
  switch (state) {
    case "active":
      return { status: "ok", label: "on" };
    case "off":
      return { status: "paused", label: "off" };
    case "waiting":
      return { status: "unknown", label: "holds in some seconds" };
    case "refused":
      return { status: "down", label: "this version cannot read by it" };
    case "resting":
      return {
        status: "degraded",
        label: `too slow: rests until ${until === null ? "later" : formatListTime(until)}`,
      };
  }
}

/** What of its lines it did not get, or nothing. */
export function lossWords({
  costly,
  skipped,
}: Pick<LogFormat["status"], "costly" | "skipped">): string | undefined {
  const parts = [
    costly > 0 ? `${formatNumber(costly)} took more time than a line may` : "",
    skipped > 0 ? `${formatNumber(skipped)} were not shown to it, to save time` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join("; ");
}
