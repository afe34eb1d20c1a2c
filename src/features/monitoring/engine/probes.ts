import type { CheckOutcome } from "./decide";
import type { Monitor, ServiceCheck } from "./store";

/**
 * How targets are asked. Each gives what it found, whatever that is, within a time of its own, and throws the signal's reason once that
 * fires.
 */
export type Probes = {
  /** In the order of the addresses. */
  devices: (addresses: readonly string[], signal: AbortSignal) => Promise<CheckOutcome[]>;
  service: (check: ServiceCheck, address: string, signal: AbortSignal) => Promise<CheckOutcome>;
  monitor: (monitor: Monitor, signal: AbortSignal) => Promise<CheckOutcome>;
};
