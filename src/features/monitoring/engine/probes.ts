import type { CheckOutcome } from "./decide";
import type { Monitor, ServiceCheck } from "./store";

/** Nothing can be said before that time. */
export type Waits = { untilMs: number };

/**
 * How targets are asked. Each gives what it found, whatever that is, within a time of its own, and throws the signal's
 * reason once that fires.
 */
export type Probes = {
  /** In the order of the addresses, some of which may be host names. */
  devices: (addresses: readonly string[], signal: AbortSignal) => Promise<CheckOutcome[]>;
  service: (check: ServiceCheck, address: string, signal: AbortSignal) => Promise<CheckOutcome>;
  /** What was reported to a push monitor, or its silence; else when silence would be too long. */
  push: (monitor: Monitor, watchesSinceMs: number) => Promise<CheckOutcome | Waits>;
  /** What the members of a group say of it. */
  group: (monitor: Monitor) => Promise<CheckOutcome>;
  monitor: (monitor: Monitor, signal: AbortSignal) => Promise<CheckOutcome>;
};
