/** The states of devices, as legends name them. */
export const STATES = [
  { status: "ok", label: "Up" },
  { status: "degraded", label: "Flapping, or up though expected down" },
  { status: "down", label: "Down" },
  { status: "unreachable", label: "Unreachable: what leads to it is down" },
  { status: "unknown", label: "Unknown, or nothing heard of late" },
  { status: "maintenance", label: "In maintenance, or disabled" },
  { status: "paused", label: "Paused, or down as expected" },
] as const;
