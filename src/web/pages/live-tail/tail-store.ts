import type { LiveEvent } from "../../api/live-frames";
import type { AddressLengths } from "../../components/event-table/columns";
import { createStore, type Store } from "../../store";
import { createLongAddresses } from "./long-addresses";

export type TailRow =
  | { key: string; kind: "event"; event: LiveEvent }
  /** The service left these out. */
  | { key: string; kind: "skipped"; count: number }
  /** A process that receives lines cannot be reached, or can be again. */
  | { key: string; kind: "collector"; collector: string; isReached: boolean }
  /** The view let these go while it was paused. */
  | { key: string; kind: "not-kept"; count: number; from: string; to: string };

export type TailView = {
  /** Oldest first. */
  rows: readonly TailRow[];
  isPaused: boolean;
  /** Lines that came while paused. */
  newCount: number;
  /** Of these, what was let go because no more are kept. */
  notKept: number;
  /** Lines a second, over the last five. */
  rate: number;
  /** Characters that the columns of addresses have room for, where one was longer than usual. */
  addressLengths: AddressLengths;
};

export type Tail = {
  view: Store<TailView>;
  add: (event: LiveEvent) => void;
  /** Lines from before, oldest first: they count for no rate. */
  seed: (events: readonly LiveEvent[]) => void;
  skip: (count: number) => void;
  tellCollector: (collector: string, isReached: boolean) => void;
  /** What is shown stays as it is until `resume`, which shows what is newest then. */
  pause: () => void;
  resume: () => void;
  clear: () => void;
};

type Options = {
  /** Rows that are kept. */
  capacity?: number;
  /** Runs something later, once. */
  later?: (run: () => void, milliseconds: number) => void;
  now?: () => number;
};

const RENDER_MS = 100;
const RATE_SECONDS = 5;
const EMPTY: TailView = {
  rows: [],
  isPaused: false,
  newCount: 0,
  notKept: 0,
  rate: 0,
  addressLengths: {},
};

/**
 * The lines of a live tail, outside of React: takes them one by one, and changes its view ten times a second at most.
 */
export function createTail({
  capacity = 5000,
  later = (run, milliseconds) => void setTimeout(run, milliseconds),
  now = Date.now,
}: Options = {}): Tail {
  const view = createStore<TailView>(EMPTY);
  const rate = createRate(now);
  const longAddresses = createLongAddresses();
  /** Beside the notice of those that were let go. */
  const mostWaiting = capacity - 1;
  let rows: TailRow[] = [];
  let keys = new Set<string>();
  /** What came while paused; `rows` stay as they are. */
  let waiting: TailRow[] = [];
  let isPaused = false;
  let newCount = 0;
  let lost: { count: number; from: string; to: string } | undefined;
  let isDue = false;
  let isRateDue = false;
  let notices = 0;

  const renderSoon = () => {
    if (isDue) return;
    isDue = true;
    later(render, RENDER_MS);
  };

  const render = () => {
    isDue = false;
    const shown = view.get();
    const perSecond = rate.read();
    const next = isPaused && shown.isPaused ? shown.rows : rows.slice(-capacity);
    view.set({
      rows: next,
      isPaused,
      newCount,
      notKept: (lost?.count ?? 0) + Math.max(0, waiting.length - mostWaiting),
      rate: perSecond,
      addressLengths: longAddresses.read(next),
    });
    if (perSecond === 0 || isRateDue) return;
    // A stream that stopped says so.
    isRateDue = true;
    later(() => {
      isRateDue = false;
      renderSoon();
    }, 1000);
  };

  const push = (row: TailRow) => {
    keys.add(row.key);
    const list = isPaused ? waiting : rows;
    list.push(row);
    renderSoon();
    // Cut in large pieces: moving an array's elements for each line costs more than the line.
    if (list.length < capacity * 1.2) return;
    if (isPaused) return letGo();
    for (const gone of list.splice(0, list.length - capacity)) keys.delete(gone.key);
  };

  const letGo = () => {
    for (const gone of waiting.splice(0, Math.max(0, waiting.length - mostWaiting))) {
      keys.delete(gone.key);
      if (gone.kind !== "event") continue;
      const { received_at: at } = gone.event;
      lost = { count: (lost?.count ?? 0) + 1, from: lost?.from ?? at, to: at };
    }
  };

  return {
    view,
    seed(events) {
      for (const event of events) push({ key: keyOf(event), kind: "event", event });
    },
    add(event) {
      const key = keyOf(event);
      if (keys.has(key)) return;
      rate.count();
      if (isPaused) newCount += 1;
      push({ key, kind: "event", event });
    },
    skip(count) {
      notices += 1;
      push({ key: `skipped-${notices}`, kind: "skipped", count });
    },
    tellCollector(collector, isReached) {
      notices += 1;
      push({ key: `collector-${notices}`, kind: "collector", collector, isReached });
    },
    pause() {
      if (isPaused) return;
      // What is on the screen stays; what came since belongs to what is new.
      const { rows: shown } = view.get();
      const last = shown.at(-1);
      const cut = last === undefined ? 0 : rows.findIndex(({ key }) => key === last.key) + 1;
      waiting = rows.slice(cut);
      rows = [...shown];
      newCount = waiting.filter(({ kind }) => kind === "event").length;
      isPaused = true;
      view.set({ ...view.get(), isPaused: true, newCount });
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      letGo();
      if (lost !== undefined) {
        notices += 1;
        waiting.unshift({ key: `not-kept-${notices}`, kind: "not-kept", ...lost });
      }
      rows = [...rows, ...waiting].slice(-capacity);
      keys = new Set(rows.map(({ key }) => key));
      waiting = [];
      newCount = 0;
      lost = undefined;
      render();
    },
    clear() {
      rows = [];
      waiting = [];
      keys = new Set();
      isPaused = false;
      newCount = 0;
      lost = undefined;
      rate.clear();
      longAddresses.clear();
      view.set(EMPTY);
    },
  };
}

function keyOf({ collector, id }: LiveEvent): string {
  return `${collector}-${id}`;
}

/** Lines a second, by whole seconds. */
function createRate(now: () => number) {
  const startedAt = { second: Math.floor(now() / 1000) };
  let counts = new Map<number, number>();
  return {
    count() {
      const second = Math.floor(now() / 1000);
      counts.set(second, (counts.get(second) ?? 0) + 1);
    },
    read(): number {
      const second = Math.floor(now() / 1000);
      counts = new Map([...counts].filter(([at]) => at >= second - RATE_SECONDS));
      // The second that has begun would make the rate jump.
      const whole = [...counts].filter(([at]) => at < second).reduce((sum, [, count]) => sum + count, 0);
      const seconds = Math.min(RATE_SECONDS, second - startedAt.second);
      return seconds > 0 ? whole / seconds : (counts.get(second) ?? 0);
    },
    clear() {
      counts = new Map();
      startedAt.second = Math.floor(now() / 1000);
    },
  };
}
