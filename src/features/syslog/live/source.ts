import type { Predicate } from "../query/predicate";
import type { LiveHandle } from "./hub";
import type { LivePosition } from "./position";
import type { LiveSink } from "./subscription";

export type LiveRequest = {
  predicate: Predicate;
  /** Undefined or empty: now. */
  after: LivePosition | undefined;
};

/** A subscription that is ready to begin. Either is called once: nothing is sent before `begin`. */
export type PreparedLive = { begin(sink: LiveSink): LiveHandle; discard(): void };

/** Where viewers get live events from. */
export type LiveSource = { prepare(wanted: LiveRequest): Promise<PreparedLive> };
