import type { LiveEnd, LiveState } from "../../api/live-state";
import type { Status } from "../../components/badge/status-mark";
import { formatClock } from "../../format/time";
import { formatNumber } from "../../format/number";
import type { TailView } from "./tail-store";

const ENDS: Readonly<Record<LiveEnd, string>> = {
  limit:
    "Stopped: all live streams are in use. Close another one, or ask for more (SYSLOG_WS_MAX_CONNECTIONS)",
  "own limit":
    "Stopped: you have as many live streams open as one user may. Close one in another tab or window, then try again",
  permission: "Stopped: you may not see events any more",
  session: "Stopped: the session has ended",
  filter: "Stopped: the query cannot be read",
};

export type StateWords = { mark: Status; words: string; canRetry: boolean };

/** The state of a tail as a person reads it. What is paused still receives, unless the stream itself is away. */
export function describeState(state: LiveState, { isPaused, newCount, rate }: TailView): StateWords {
  const paused = isPaused ? ` · paused, ${formatNumber(newCount)} new` : "";
  if (state.kind === "ended")
    return { mark: "down", words: `${describeEnd(state)}${paused}`, canRetry: state.why !== "filter" };
  if (state.kind === "reconnecting")
    return {
      mark: "degraded",
      words: `no connection since ${formatClock(state.since)}, reconnecting${paused}`,
      canRetry: true,
    };
  if (state.kind === "silent")
    return {
      mark: "degraded",
      words: `nothing heard from the service since ${formatClock(state.since)}${paused}`,
      canRetry: true,
    };
  if (isPaused)
    return { mark: "maintenance", words: `paused · ${formatNumber(newCount)} new`, canRetry: false };
  if (state.kind === "connecting") return { mark: "unknown", words: "connecting", canRetry: false };
  const perSecond = Math.round(rate);
  // A second without a line is no stream without lines.
  const words = perSecond === 0 ? "less than 1/s" : `${formatNumber(perSecond)}/s`;
  return { mark: "ok", words: `live · ${words}`, canRetry: false };
}

/** What the service says of a query is more than that it cannot be read. */
function describeEnd({ why, message }: Extract<LiveState, { kind: "ended" }>): string {
  return why === "filter" && message !== undefined ? `Stopped: ${message}` : ENDS[why];
}
