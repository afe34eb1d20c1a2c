/** What one result says. `unknown`: nothing could be told, which is never a reason to call a target down. */
export type RawStatus = "up" | "down" | "unknown";

/**
 * What a target is held to be: what its results have confirmed, or what stands before that. `unreachable`: what leads
 * to it is down; `maintenance` and `paused`: somebody said so. None of these three is charged to its uptime.
 */
export const TARGET_STATES = ["up", "down", "unknown", "unreachable", "maintenance", "paused"] as const;

export type TargetState = (typeof TARGET_STATES)[number];

export type TargetKind = "device" | "service" | "monitor";
