import type { Reachability } from "#platform/echo/reachability";
import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import type { SweepOptions, SweepSink, SweepSummary } from "./models";

/** What a sweep works with; all of it outlives the sweep. */
export type SweepContext = { reachability: Reachability; pool: WorkerPool; log: Logger };

/**
 * Finds out which addresses have hosts, and what they are.
 * @throws the signal's reason; what was found until then has been handed to the sink.
 */
export function sweep(_ctx: SweepContext, _options: SweepOptions, _sink: SweepSink): Promise<SweepSummary> {
  throw new Error("our bug: there is no sweep yet");
}

/** The IPv6 addresses that the kernel has had to do with on its own segments: what can be asked of a prefix, which is never swept. */
export function learnIpv6Neighbours(_isWanted: (address: string) => boolean): string[] {
  throw new Error("our bug: there is no sweep yet");
}
