import { formatDuration } from "../../format/time";

/** Below this a difference is the way of the line, not the sender's clock. */
const MIN_SECONDS = 2;

/**
 * How far the sender's clock is from ours: `right`, `3.4 s behind`, `2 h ahead`, `unknown` where its lines name no
 * time.
 */
export function formatSkew(seconds: number | null): string {
  if (seconds === null) return "unknown";
  if (Math.abs(seconds) < MIN_SECONDS) return "right";
  return `${formatDuration(Math.abs(seconds) * 1000)} ${seconds < 0 ? "behind" : "ahead"}`;
}
