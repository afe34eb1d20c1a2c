import { oneLine } from "#platform/one-line";
import type { ProbeOutcome } from "./outcome";

type Details = ProbeOutcome["details"];
/** What was found beside the verdict. */
export type Found = { latencyMs?: number; details?: Details };

/** All is well. */
export function up(latencyMs: number, details: Details = {}): ProbeOutcome {
  return { status: "up", latencyMs: rounded(latencyMs), error: null, statusCode: null, details };
}

/** The target is not well. `latencyMs`, where it answered. */
export function down(error: string, found: Found = {}): ProbeOutcome {
  return notUp("down", { error, ...found });
}

/** The probe could not tell. */
export function unknown(error: string, found: Found = {}): ProbeOutcome {
  return notUp("unknown", { error, ...found });
}

function notUp(
  status: "down" | "unknown",
  { error, latencyMs, details = {} }: Found & { error: string },
): ProbeOutcome {
  const latency = latencyMs === undefined ? null : rounded(latencyMs);
  return { status, latencyMs: latency, error: oneLine(error), statusCode: null, details };
}

/** To a microsecond. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
