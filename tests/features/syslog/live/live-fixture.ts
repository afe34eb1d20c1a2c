import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { LiveHub, type LiveHandle } from "../../../../src/features/syslog/live/hub";
import type { LivePosition } from "../../../../src/features/syslog/live/position";
import type { LiveSink } from "../../../../src/features/syslog/live/subscription";
import { compileFilters, type EventFilters } from "../../../../src/features/syslog/query/compile";
import { COLLECTOR, type GivenEvent, startStore, type RunningStore } from "../../../support/event-store";
import { createTestStore } from "../../../support/test-store";
import { atRunEnd } from "../../../support/run-end";
import { waitFor } from "../../../support/wait-for";

type ReceivedEvent = { id: number; raw_log: string };

/** A subscriber without a network: keeps what it gets, and takes no more than it is told to. */
export type Listener = LiveSink & {
  events: ReceivedEvent[];
  skipped: number[];
  isEnded: boolean;
  /** Events that it takes before it says that it is full. */
  room: number;
  handle: LiveHandle;
  /** Where it stands, as a client keeps it. */
  position(): LivePosition;
  leave(): LivePosition;
};

/** A collector with its store and live flow, without sockets. */
export async function givenLiveStore() {
  const { db, folders, events, rowStore, store: storeEvents } = await createTestStore();
  const settle = () => store.pipeline.settle(0);
  const viewers: boolean[] = [];
  const hub = new LiveHub({
    events,
    settle,
    onViewers: (areThere) => void viewers.push(areThere),
    log: pino({ level: "silent" }),
  });
  atRunEnd(async () => hub.close());
  const unfinished = join(folders.temporary, `${COLLECTOR}-0.draft`);
  await writeFile(unfinished, "");
  const store: RunningStore = await startStore(db, folders, {
    live: hub.publisherOf(COLLECTOR),
    restMs: 15_000,
    rowStore,
  });
  // It would take away drafts of segments that a test makes meanwhile.
  await waitFor("what an earlier start left unfinished to go", () => !existsSync(unfinished));
  atRunEnd(async () => {
    await store.stop(2_000);
  });
  const subscribe = (filters: EventFilters = {}, after?: LivePosition, maySkip = true): Listener =>
    createListener(hub, { filters, after, stored: new Map(), maySkip });
  const givenElsewhere = (collector: string, given: readonly GivenEvent[]) => storeEvents(given, collector);
  return { db, folders, hub, store, subscribe, givenElsewhere, viewers };
}

export function createListener(
  hub: LiveHub,
  wanted: {
    filters: EventFilters;
    after: LivePosition | undefined;
    stored: LivePosition;
    maySkip: boolean;
  },
): Listener {
  let known: LivePosition = new Map(wanted.after);
  const listener: Omit<Listener, "handle"> = {
    events: [],
    skipped: [],
    isEnded: false,
    room: Infinity,
    cork: (run) => run(),
    sendEvent(text, position) {
      this.events.push(JSON.parse(text));
      known = new Map(position);
      this.room--;
      return this.room > 0;
    },
    sendSkipped(count, position) {
      this.skipped.push(count);
      known = new Map(position);
    },
    beat: () => undefined,
    tellCollector: () => undefined,
    maySkip() {
      this.isEnded ||= !wanted.maySkip;
      return wanted.maySkip;
    },
    fail() {
      this.isEnded = true;
    },
    end() {
      this.isEnded = true;
    },
    position: () => known,
    leave: () => known,
  };
  const handle = hub.subscribe(listener, {
    predicate: compileFilters(wanted.filters),
    after: wanted.after,
    stored: wanted.stored,
  });
  return Object.assign(listener, {
    handle,
    leave: () => {
      handle.close();
      return known;
    },
  });
}
