import type { Severity } from "./incidents";

/** Of alerts; the least first. */
export const SEVERITIES = ["info", "warning", "critical"] as const satisfies readonly Severity[];
