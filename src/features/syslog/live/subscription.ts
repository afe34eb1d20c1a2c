import { deliverGap, deliverRows, type Delivery, type LiveBatch } from "./delivery";
import type { LivePosition } from "./position";

/** Where a subscriber's events go: a WebSocket or an event stream. */
export type LiveSink = {
  /** Runs what sends several times in a row, so that it leaves in few packets. */
  cork(run: () => void): void;
  /** Sends an event. False: it was taken, but nothing more fits before the sink calls `resume` of its subscription. */
  sendEvent(text: string, position: LivePosition): boolean;
  /** Tells of events that were left out. */
  sendSkipped(count: number, position: LivePosition): void;
  /** Called each second. */
  beat(position: LivePosition): void;
  /** The subscriber is too slow for what it asked. False: it cannot be told of gaps, so the sink ends it. */
  maySkip(): boolean;
  /** A collector of another process cannot be reached, or can be again: what it has meanwhile comes then. */
  tellCollector(collector: string, isReached: boolean): void;
  /** The events that it asked for cannot be read. */
  fail(): void;
  /** The service stops. */
  end(): void;
};

/** Events that are sent before another subscriber gets its turn. */
const EVENTS_PER_TURN = 256;
/** A reader of the store waits while more than this many deliveries are unsent. */
const MAX_WAITING = 2;

export type SubscriptionEvents = {
  /** The subscriber has something to send. */
  onReady(): void;
  /** A batch is not needed any more. */
  onReleased(batch: LiveBatch): void;
};

/**
 * What one subscriber has had and what waits for it, in order. Holds batches by reference: what waits is bounded by the
 * hub.
 */
export class LiveSubscription {
  readonly sink: LiveSink;
  readonly filterId: number;
  readonly #events: SubscriptionEvents;
  readonly #position: Map<string, number>;
  /** By collector: the last event that was sent or waits. */
  readonly #queuedThrough = new Map<string, number>();
  #waiting: Delivery[] = [];
  #sentEvents = 0;
  #skippedEvents = 0;
  /** Of those that were skipped: what it was not told of yet. */
  #skipped = 0;
  #isBlocked = false;
  #isClosed = false;
  #room: PromiseWithResolvers<void> | undefined;

  /** `position`: kept up to date, beside what others may keep in it. */
  constructor(
    sink: LiveSink,
    { filterId, position }: { filterId: number; position: Map<string, number> },
    events: SubscriptionEvents,
  ) {
    this.sink = sink;
    this.filterId = filterId;
    this.#position = position;
    this.#events = events;
  }

  /** Where it stands: live, changes as events are sent. */
  get position(): LivePosition {
    return this.#position;
  }

  /** Events since it began; skipped ones as far as it was told of them. */
  get counts(): { sent: number; skipped: number } {
    return { sent: this.#sentEvents, skipped: this.#skippedEvents };
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  startAt(collector: string, id: number): void {
    this.#position.set(collector, id);
    this.#queuedThrough.set(collector, id);
  }

  /** Rows of a batch that its filter takes. */
  offer(batch: LiveBatch, taken: Uint32Array): void {
    const delivery = deliverRows(batch, taken, this.#queuedThrough.get(batch.collector) ?? -1);
    if (delivery.left === 0 && this.#waiting.length === 0) {
      this.startAt(delivery.collector, delivery.endId);
      return;
    }
    batch.holders++;
    this.enqueue(delivery);
  }

  enqueue(delivery: Delivery): void {
    this.#waiting.push(delivery);
    this.#queuedThrough.set(delivery.collector, delivery.endId);
    if (!this.#isBlocked) this.#events.onReady();
  }

  /** Resolves when a reader of the store may bring more. */
  async untilRoom(): Promise<void> {
    if (this.#isClosed || this.#waiting.length < MAX_WAITING) return;
    this.#room ??= Promise.withResolvers();
    await this.#room.promise;
  }

  /** The sink takes events again. */
  resume(): void {
    this.#isBlocked = false;
    this.#events.onReady();
  }

  /** Sends a share of what waits. True: there is more, and the sink takes it. */
  flush(): boolean {
    if (this.#isBlocked || this.#isClosed) return false;
    this.sink.cork(() => this.#send());
    if (this.#waiting.length < MAX_WAITING) this.#makeRoom();
    return !this.#isBlocked && this.#waiting.length > 0;
  }

  #send(): void {
    for (let sent = 0; sent < EVENTS_PER_TURN && !this.#isClosed;) {
      const [head] = this.#waiting;
      const event = head?.next();
      if (head === undefined) break;
      if (event === undefined) {
        this.#finish(head);
        continue;
      }
      this.#tellSkipped();
      this.#position.set(head.collector, event.id);
      sent++;
      this.#sentEvents++;
      this.#isBlocked = !this.sink.sendEvent(event.text, this.#position);
      if (this.#isBlocked) return;
    }
    if (this.#waiting.length === 0) this.#tellSkipped();
  }

  #finish(head: Delivery): void {
    this.#waiting.shift();
    this.#skipped += head.gap;
    this.#position.set(head.collector, head.endId);
    this.#release(head);
  }

  #tellSkipped(): void {
    if (this.#skipped === 0) return;
    const count = this.#skipped;
    this.#skipped = 0;
    this.#skippedEvents += count;
    this.sink.sendSkipped(count, this.#position);
  }

  /** Gives up a batch that must leave memory; its events become a gap. */
  drop(batch: LiveBatch): void {
    const at = this.#waiting.findIndex((delivery) => delivery.batch === batch);
    const delivery = this.#waiting[at];
    if (delivery === undefined) return;
    if (delivery.left > 0 && !this.sink.maySkip()) return;
    const { collector, endId, left } = delivery;
    const before = this.#waiting[at - 1];
    const isGap = before !== undefined && before.gap > 0 && before.collector === collector;
    const gap = deliverGap({ collector, endId, gap: left + (isGap ? before.gap : 0) });
    this.#waiting.splice(isGap ? at - 1 : at, isGap ? 2 : 1, gap);
    this.#release(delivery);
  }

  #release({ batch }: Delivery): void {
    if (batch === undefined) return;
    batch.holders--;
    this.#events.onReleased(batch);
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  close(): void {
    this.#isClosed = true;
    for (const delivery of this.#waiting) this.#release(delivery);
    this.#waiting = [];
    this.#makeRoom();
  }
}
