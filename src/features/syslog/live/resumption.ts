import type { Predicate } from "../query/predicate";
import type { BacklogPage, EventStore } from "../store/event-store";
import { deliverGap, deliverStored, type LiveBatch } from "./delivery";
import { startIn, type LivePosition } from "./position";
import type { LiveSubscription } from "./subscription";

/** A collector in which the subscriber is behind the live flow. */
type Lane = {
  /** Events through this id were read from the store. */
  afterId: number;
  /** The journal position behind which the live flow is held; undefined: nothing is held. */
  joinAt: number | undefined;
  held: { batch: LiveBatch; taken: Uint32Array }[];
  heldBytes: number;
  /** Resolved when something is held or stored. */
  changed: PromiseWithResolvers<void>;
};

/** What the live flow reads of stored events. */
export type LiveStore = Pick<EventStore, "listNewestIds" | "listCollectorsBehind" | "readBacklog">;

export type ResumptionContext = {
  events: LiveStore;
  /** Through which position a collector's events are stored; undefined: it is not one of this process. */
  storedThrough(collector: string): number | undefined;
  /** Has stored what was published and rests. */
  settle(): Promise<void>;
  /** Runs one read of the store at a time, whoever asks. */
  inTurn<T>(read: () => Promise<T>): Promise<T>;
  onReleased(batch: LiveBatch): void;
};

/** More is not held for one subscriber: what it misses of the live flow it reads from the store. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/**
 * Brings a subscriber from where it stopped to the live flow, without gap or repeat: reads the store, holds what is
 * published meanwhile, and joins the two once everything before the held part is stored and read.
 */
export class Resumption {
  readonly #ctx: ResumptionContext;
  readonly #subscription: LiveSubscription;
  readonly #predicate: Predicate;
  readonly #after: LivePosition;
  readonly #covers: (collector: string) => boolean;
  readonly #stopped = new AbortController();
  readonly #lanes = new Map<string, Lane>();

  constructor(
    ctx: ResumptionContext,
    subscription: LiveSubscription,
    wanted: {
      predicate: Predicate;
      after: LivePosition;
      collectors: Iterable<string>;
      covers: (collector: string) => boolean;
    },
  ) {
    this.#ctx = ctx;
    this.#subscription = subscription;
    this.#predicate = wanted.predicate;
    this.#after = wanted.after;
    this.#covers = wanted.covers;
    for (const collector of new Set([...wanted.after.keys(), ...wanted.collectors]))
      if (wanted.covers(collector)) this.#open(collector);
  }

  #open(collector: string): void {
    const afterId = startIn(this.#after, collector);
    this.#subscription.startAt(collector, afterId);
    this.#lanes.set(collector, {
      afterId,
      joinAt: undefined,
      held: [],
      heldBytes: 0,
      changed: Promise.withResolvers(),
    });
  }

  /** Reads until every collector is live. @throws where the store cannot be read. */
  async run(): Promise<void> {
    const oldest = Math.min(...this.#after.values());
    for (const collector of await this.#ctx.events.listCollectorsBehind(oldest)) {
      const isKnown = this.#lanes.has(collector) || this.#ctx.storedThrough(collector) !== undefined;
      if (!isKnown && this.#covers(collector)) this.#open(collector);
    }
    await Promise.all([...this.#lanes].map(([collector, lane]) => this.#catchUp(collector, lane)));
  }

  /** True: the batch is held, or will be read from the store. */
  hold(batch: LiveBatch, taken: Uint32Array, from: number): boolean {
    const lane = this.#lanes.get(batch.collector);
    if (lane === undefined) return false;
    if (lane.heldBytes + batch.sizeBytes > MAX_HELD_BYTES) {
      this.#letGo(lane);
      return true;
    }
    lane.joinAt ??= from;
    lane.held.push({ batch, taken });
    lane.heldBytes += batch.sizeBytes;
    batch.holders++;
    this.#wake(lane);
    return true;
  }

  noteStored(collector: string): void {
    const lane = this.#lanes.get(collector);
    if (lane !== undefined) this.#wake(lane);
  }

  drop(batch: LiveBatch): void {
    const lane = this.#lanes.get(batch.collector);
    if (lane?.held.some((held) => held.batch === batch)) this.#letGo(lane);
  }

  stop(): void {
    this.#stopped.abort(new Error("the subscriber has left"));
    for (const lane of this.#lanes.values()) {
      this.#letGo(lane);
      this.#wake(lane);
    }
    this.#lanes.clear();
  }

  async #catchUp(collector: string, lane: Lane): Promise<void> {
    for (;;) {
      await this.#ctx.settle();
      this.#stopped.signal.throwIfAborted();
      // Both before the read: what was stored by then is what it gives.
      const storedThrough = this.#ctx.storedThrough(collector);
      const { joinAt } = lane;
      lane.changed = Promise.withResolvers();
      await this.#readAll(collector, lane);
      if (storedThrough === undefined) break;
      if (joinAt !== undefined && joinAt === lane.joinAt && joinAt <= storedThrough) break;
      await lane.changed.promise;
      this.#stopped.signal.throwIfAborted();
    }
    this.#lanes.delete(collector);
    for (const { batch, taken } of lane.held) {
      this.#subscription.offer(batch, taken);
      this.#release(batch);
    }
  }

  async #readAll(collector: string, lane: Lane): Promise<void> {
    let page: BacklogPage;
    do {
      page = await this.#ctx.inTurn(() => this.#read(collector, lane));
      this.#stopped.signal.throwIfAborted();
      const { events, throughId: endId, lost: gap } = page;
      const hasMoved = endId > lane.afterId;
      lane.afterId = endId;
      if (hasMoved)
        this.#subscription.enqueue(
          gap > 0 ? deliverGap({ collector, endId, gap }) : deliverStored(events, { collector, endId }),
        );
      await this.#subscription.untilRoom();
      this.#stopped.signal.throwIfAborted();
    } while (!page.isLast);
  }

  #read(collector: string, { afterId }: Lane): Promise<BacklogPage> {
    const { signal } = this.#stopped;
    signal.throwIfAborted();
    return this.#ctx.events.readBacklog({ collector, afterId, predicate: this.#predicate }, signal);
  }

  #letGo(lane: Lane): void {
    for (const { batch } of lane.held) this.#release(batch);
    lane.held = [];
    lane.heldBytes = 0;
    lane.joinAt = undefined;
  }

  #release(batch: LiveBatch): void {
    batch.holders--;
    this.#ctx.onReleased(batch);
  }

  #wake(lane: Lane): void {
    lane.changed.resolve();
  }
}
