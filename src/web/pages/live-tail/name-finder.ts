import type { LiveEvent } from "../../api/live-frames";
import { addressesOf, type DeviceNames } from "../../api/device-names";
import { lengthWithName, type AddressLengths } from "../../components/event-table/columns";
import { createStore, type Store } from "../../store";

export type TailNames = {
  /** The same as long as no other name is known. */
  names: DeviceNames;
  /** Characters that a column of addresses needs with the names in it; they only grow. */
  addressLengths: AddressLengths;
};

export type NameFinder = {
  view: Store<TailNames>;
  /** Asks for what is not known of some lines that are not shown yet, and waits for the answer, though not for long. */
  prepare: (events: readonly LiveEvent[]) => Promise<void>;
  /** The lines that are in sight now: of these alone names are asked for, a second apart at least. */
  show: (events: readonly LiveEvent[]) => void;
  close: () => void;
};

type Options = {
  read: (addresses: readonly string[], signal: AbortSignal) => Promise<DeviceNames>;
  /** Runs something later, once. */
  later?: (run: () => void, milliseconds: number) => void;
  now?: () => number;
};

const FIELDS = ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip", "sender"] as const;
/** Lines are not kept waiting for longer. */
const PATIENCE_MS = 500;
const ASK_MS = 1000;
/** What could not be asked is not asked again sooner. */
const FAILED_MS = 10_000;
/** A device may get another name, or another device its address. */
const FRESH_MS = 5 * 60_000;
/** Addresses that are remembered, most of them of nobody's device. */
const CAPACITY = 5000;
/** Characters by which a column grows, so that it seldom does. */
const STEP = 4;
const NONE: TailNames = { names: new Map(), addressLengths: {} };

/**
 * What the devices are called whose addresses run through a tail. However many lines come, it asks once a second at
 * most, for what a person sees then, and remembers the answers: those of no device too, which are most.
 */
export function createNameFinder({
  read,
  later = (run, milliseconds) => void setTimeout(run, milliseconds),
  now = Date.now,
}: Options): NameFinder {
  const view = createStore<TailNames>(NONE);
  let closing = new AbortController();
  /** The oldest answer first. */
  const known = new Map<string, { name: string | undefined; askedAt: number }>();
  let inSight: readonly LiveEvent[] = [];
  let isDue = false;

  const unknownOf = (events: readonly LiveEvent[]) => {
    const fresh = now() - FRESH_MS;
    const isUnknown = (address: string) => (known.get(address)?.askedAt ?? -Infinity) < fresh;
    return [...new Set(events.flatMap(addressesOf))].filter(isUnknown);
  };

  const learn = (addresses: readonly string[], found: DeviceNames) => {
    const askedAt = now();
    let isOther = false;
    for (const address of addresses) {
      const name = found.get(address);
      if (name !== known.get(address)?.name) isOther = true;
      known.delete(address);
      known.set(address, { name, askedAt });
    }
    for (const [oldest, { name }] of known) {
      if (known.size <= CAPACITY) break;
      known.delete(oldest);
      if (name !== undefined) isOther = true;
    }
    if (!isOther) return;
    const names = [...known].flatMap(([address, { name }]) =>
      name === undefined ? [] : [[address, name] as const],
    );
    view.set({ ...view.get(), names: new Map(names) });
  };

  const ask = async (events: readonly LiveEvent[], signal: AbortSignal) => {
    const addresses = unknownOf(events);
    if (addresses.length === 0) return;
    learn(addresses, await read(addresses, signal));
    makeRoom(events);
  };

  const makeRoom = (events: readonly LiveEvent[]) => {
    const { names, addressLengths: lengths } = view.get();
    const needed = new Map<(typeof FIELDS)[number], number>();
    for (const event of events)
      for (const field of FIELDS) {
        const address = event[field];
        const name = address === null ? undefined : names.get(address);
        if (address === null || name === undefined) continue;
        const length = STEP * Math.ceil(lengthWithName(address, name) / STEP);
        if (length > Math.max(needed.get(field) ?? 0, lengths[field] ?? 0)) needed.set(field, length);
      }
    if (needed.size > 0) view.set({ names, addressLengths: { ...lengths, ...Object.fromEntries(needed) } });
  };

  const askSoon = (milliseconds: number) => {
    isDue = true;
    const { signal } = closing;
    const run = async () => {
      const wait = await ask(inSight, signal).then(
        () => ASK_MS,
        () => FAILED_MS,
      );
      isDue = false;
      // What came into sight meanwhile.
      if (!signal.aborted && unknownOf(inSight).length > 0) askSoon(wait);
    };
    later(() => void run(), milliseconds);
  };

  return {
    view,
    prepare: (events) =>
      ask(events, AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE_MS)])).catch(() => undefined),
    show(events) {
      inSight = events;
      makeRoom(events);
      if (!isDue && unknownOf(events).length > 0) askSoon(ASK_MS);
    },
    close() {
      closing.abort();
      closing = new AbortController();
      inSight = [];
    },
  };
}
