import { answerOf, api } from "../../api/client";
import { openLiveConnection } from "../../api/live-connection";
import type { LiveEvent, LiveFilters, LivePosition } from "../../api/live-frames";
import type { LiveConnection, LiveState } from "../../api/live-state";
import { streamToken } from "../../api/stream-token";
import { createStore, type Store } from "../../store";
import { createTail, type Tail } from "./tail-store";

export type LiveTail = {
  tail: Tail;
  state: Store<LiveState>;
  /** Shows what matches a query from now on, below the last that matched before. */
  ask: (query: string) => void;
  retry: () => void;
  close: () => void;
};

/** Lines from before that a tail begins with. */
const SEED_LINES = 100;
/** Behind an older line nothing is read again: it would take long, and show what nobody waits for. */
const RESUME_MS = 10 * 60_000;

/** A tail with its stream. */
export function createLiveTail(): LiveTail {
  const tail = createTail();
  const state = createStore<LiveState>({ kind: "connecting" });
  let connection: LiveConnection | undefined;
  let asked = new AbortController();

  const begin = async (query: string, signal: AbortSignal) => {
    // What is wrong with a query the stream says too.
    const seed = await recentEvents(query, signal).catch(() => []);
    if (signal.aborted) return;
    tail.seed(seed);
    const filters: LiveFilters = query === "" ? {} : { q: query };
    const position = positionOf(seed);
    if (connection !== undefined) return connection.setFilters(filters, position);
    connection = openLiveConnection({
      url: `${location.origin.replace(/^http/, "ws")}/api/v1/syslog/events/live`,
      filters,
      position,
      getToken: streamToken,
      onEvent: tail.add,
      onSkipped: tail.skip,
      onCollector: tail.tellCollector,
      onState: state.set,
    });
  };

  return {
    tail,
    state,
    ask(query) {
      asked.abort();
      asked = new AbortController();
      tail.clear();
      connection?.hold();
      state.set({ kind: "connecting" });
      void begin(query, asked.signal);
    },
    retry: () => connection?.retry(),
    close() {
      asked.abort();
      connection?.close();
      connection = undefined;
    },
  };
}

async function recentEvents(query: string, signal: AbortSignal): Promise<LiveEvent[]> {
  const filter = query === "" ? {} : { q: query };
  const { events } = await answerOf(
    api.GET("/api/v1/syslog/events", { params: { query: { ...filter, limit: SEED_LINES } }, signal }),
  );
  return events.toReversed();
}

/** The newest of each collector; undefined where that is too long ago. */
function positionOf(events: readonly LiveEvent[]): LivePosition | undefined {
  const newest = events.at(-1);
  if (newest === undefined || Date.now() - Date.parse(newest.received_at) > RESUME_MS) return undefined;
  return Object.fromEntries(events.map(({ collector, id }) => [collector, id]));
}
