import type { LiveEvent, LiveFilters, LivePosition } from "./live-frames";

/** Why a stream does not go on by itself. */
export type LiveEnd = "limit" | "own limit" | "permission" | "session" | "filter";

export type LiveState =
  | { kind: "connecting" }
  | { kind: "live" }
  /** The connection stands, or is being made, and the service says nothing, not even that it is there. */
  | { kind: "silent"; since: number }
  /** What comes meanwhile is read from the store as soon as the service is back. */
  | { kind: "reconnecting"; since: number }
  /** `message`: what the service said of the filter. */
  | { kind: "ended"; why: LiveEnd; message?: string };

export type LiveHandlers = {
  onEvent: (event: LiveEvent) => void;
  /** So many events were left out, because the viewer was slow or a file of the store is damaged. */
  onSkipped: (count: number) => void;
  /** A collector of another process cannot be reached, or can be again and has sent what was missing. */
  onCollector: (collector: string, isReached: boolean) => void;
  onState: (state: LiveState) => void;
};

export type LiveConnection = {
  /** The filter holds from now on, or from behind the position. */
  setFilters: (filters: LiveFilters, position?: LivePosition) => void;
  /** Gives nothing more until the next filters. */
  hold: () => void;
  /** Tries at once: after an end, or when the network is back. */
  retry: () => void;
  close: () => void;
};
