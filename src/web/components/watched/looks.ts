import type { Standing } from "../../api/watched";
import type { Status } from "../badge/status-mark";

/** The word of each, by a shape and a colour of the house. */
export const LOOKS: Readonly<Record<Standing, { status: Status; label: string }>> = {
  down: { status: "down", label: "Down" },
  unexpected: { status: "degraded", label: "Up, expected down" },
  flapping: { status: "degraded", label: "Flapping" },
  stale: { status: "unknown", label: "Stale" },
  unreachable: { status: "unreachable", label: "Unreachable" },
  unknown: { status: "unknown", label: "Unknown" },
  up: { status: "ok", label: "Up" },
  off: { status: "paused", label: "Down, as expected" },
  maintenance: { status: "maintenance", label: "Maintenance" },
  paused: { status: "paused", label: "Paused" },
};
