import { answerOf, api, type Model } from "../../api/client";
import { readNamesOf } from "../../api/device-names";
import { openLiveConnection } from "../../api/live-connection";
import type { LiveEvent, LiveFilters, LivePosition } from "../../api/live-frames";
import type { LiveConnection, LiveState } from "../../api/live-state";
import { streamToken } from "../../api/stream-token";
import type { Unknown } from "../../components/query-bar/misread";
import { createStore, type Store } from "../../store";
import { createNameFinder, type NameFinder } from "./name-finder";
import { createTail, type Tail } from "./tail-store";

/** The names in a query that are no field. */
export type NoFieldsOf = { query: string; unknown: Unknown };

export type LiveTail = {
  tail: Tail;
  /** Of the devices whose addresses are in it. */
  names: NameFinder;
  state: Store<LiveState>;
  /** Undefined: there are none in the present query, or the service has not said so yet. */
  noFields: Store<NoFieldsOf | undefined>;
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
  const names = createNameFinder({ read: readNamesOf });
  const state = createStore<LiveState>({ kind: "connecting" });
  const noFields = createStore<NoFieldsOf | undefined>(undefined);
  let connection: LiveConnection | undefined;
  let asked = new AbortController();

  const begin = async (query: string, signal: AbortSignal) => {
    // What is wrong with a query the stream says too.
    const recent = await askRecent(query, signal).catch(() => undefined);
    if (signal.aborted) return;
    const unknown = recent?.unknown_fields ?? [];
    noFields.set(unknown.length === 0 ? undefined : { query, unknown });
    const seed = recent?.events.toReversed() ?? [];
    await names.prepare(seed);
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
    names,
    state,
    noFields,
    ask(query) {
      asked.abort();
      asked = new AbortController();
      tail.clear();
      noFields.set(undefined);
      connection?.hold();
      state.set({ kind: "connecting" });
      void begin(query, asked.signal);
    },
    retry: () => connection?.retry(),
    close() {
      asked.abort();
      names.close();
      connection?.close();
      connection = undefined;
    },
  };
}

function askRecent(query: string, signal: AbortSignal): Promise<Model<"FirewallEventList">> {
  const filter = query === "" ? {} : { q: query };
  return answerOf(
    api.GET("/api/v1/syslog/events", { params: { query: { ...filter, limit: SEED_LINES } }, signal }),
  );
}

/** The newest of each collector; undefined where that is too long ago. */
function positionOf(events: readonly LiveEvent[]): LivePosition | undefined {
  const newest = events.at(-1);
  if (newest === undefined || Date.now() - Date.parse(newest.received_at) > RESUME_MS) return undefined;
  return Object.fromEntries(events.map(({ collector, id }) => [collector, id]));
}
