import type { Logger } from "#platform/log";
import { createTurnstile } from "#platform/turnstile";
import type { Predicate } from "../query/predicate";
import { LiveBatch } from "./delivery";
import type { LivePosition } from "./position";
import { unlessAway } from "../store/event-store";
import type { LivePublisher, PublishedChunk, PublishedRows } from "../segments/ingest/followers";
import { type LiveStore, Resumption } from "./resumption";
import type { LiveFilter } from "../encode/live/selection";
import { LiveSubscription, type LiveSink } from "./subscription";

/** What all batches together may take that a subscriber has not had yet. */
const MAX_RETAINED_BYTES = 48 * 1024 * 1024;
/** A subscriber that is behind by more is too slow. */
const MAX_LAG_MS = 10_000;
const BEAT_MS = 1_000;
/** Named in the position of a subscriber that begins now; events of an event stream carry it. */
const MAX_NAMED_COLLECTORS = 16;
/** Sending goes on for so long before other work gets its turn. */
const TURN_MS = 4;

type Collector = {
  /** Journal positions that were published, and that are stored. */
  publishedThrough: number;
  storedThrough: number;
  /** The greatest id that was published; 0: none was. */
  lastId: number;
};

type Subscriber = { subscription: LiveSubscription; resumption: Resumption | undefined; key: string };

/** What the metrics tell of the live flow; events since start. */
export type LiveMeasure = {
  viewers: number;
  sentEvents: number;
  skippedEvents: number;
  /** What waits in memory for viewers that have not taken it yet, and since when the oldest part does. */
  waitingBytes: number;
  lagSeconds: number;
};

export type LiveSubscribeOptions = {
  predicate: Predicate;
  /** Undefined or empty: now. */
  after: LivePosition | undefined;
  /** What was stored just before (`findStored`): from there a subscriber that begins now can come back. */
  stored: LivePosition;
  /** Which collectors it wants events of, from here or from the store; absent: all. */
  covers?: (collector: string) => boolean;
  /** Kept up to date with where the subscriber stands in those; absent: one of its own. */
  position?: Map<string, number>;
};

const ALL = () => true;

type LiveHubOptions = {
  events: LiveStore;
  /** Has all that was received stored. */
  settle: () => Promise<void>;
  /** Told when the first one comes and when the last one has left. */
  onViewers?: (areThere: boolean) => void;
  log: Logger;
};

/** A subscriber's hold on the live flow. */
export type LiveHandle = {
  /** Where the subscriber stands. */
  readonly position: LivePosition;
  /** Resolves when nothing more is read from the store: what comes is live. */
  readonly caughtUp: Promise<void>;
  /** The sink takes events again. */
  resume(): void;
  close(): void;
};

/**
 * The live flow of this process's collectors: takes parsed chunks in journal order and hands what their filters take to
 * the subscribers. Nobody waits for a subscriber: one that falls behind by more than is retained has events skipped.
 */
export class LiveHub {
  readonly #events: LiveStore;
  readonly #settle: () => Promise<void>;
  readonly #onViewers: (areThere: boolean) => void;
  readonly #log: Logger;
  readonly #collectors = new Map<string, Collector>();
  /** By the predicate as text, with the number of its subscribers. */
  readonly #filters = new Map<string, { filter: LiveFilter; users: number }>();
  readonly #subscribers = new Set<Subscriber>();
  /** Oldest first. */
  readonly #retained = new Set<LiveBatch>();
  readonly #ready = new Set<LiveSubscription>();
  #retainedBytes = 0;
  /** Of subscribers that have left. */
  #sentEvents = 0;
  #skippedEvents = 0;
  #filterCount = 0;
  #isSending = false;
  /** Reads of the store are one after the other, whoever resumes. */
  readonly #inTurn = createTurnstile(1);
  #beat: Timer | undefined;

  constructor({ events, settle, onViewers = () => undefined, log }: LiveHubOptions) {
    this.#events = events;
    this.#settle = settle;
    this.#onViewers = onViewers;
    this.#log = log;
  }

  /** For the pipeline of one collector. */
  publisherOf(collector: string): LivePublisher {
    const state: Collector = { publishedThrough: 0, storedThrough: 0, lastId: 0 };
    this.#collectors.set(collector, state);
    return {
      request: () =>
        this.#filters.size === 0
          ? undefined
          : { collector, filters: [...this.#filters.values()].map(({ filter }) => filter) },
      publish: (chunk, output) => {
        // After a failure what was not stored is read and parsed again.
        const from = Math.max(chunk.from, state.publishedThrough);
        if (chunk.through <= state.publishedThrough) return;
        state.publishedThrough = chunk.through;
        state.lastId = Math.max(state.lastId, output.maxId);
        this.#publish(collector, { ...chunk, from }, output);
      },
      noteStored: (position) => {
        state.storedThrough = position;
        for (const { resumption } of this.#subscribers) resumption?.noteStored(collector);
      },
    };
  }

  /**
   * What each collector has stored, those of other replicas too; of many the ones with the newest events. Of this one
   * that is all that was received, so that who begins now is not given what rested. Nothing where the store is away.
   */
  async findStored(): Promise<LivePosition> {
    await this.#settle();
    const stored = await unlessAway(this.#events.listNewestIds(), new Map<string, number>());
    const newest = [...stored].toSorted(([, left], [, right]) => right - left);
    return new Map(newest.slice(0, MAX_NAMED_COLLECTORS));
  }

  /** Begins with the next chunk that is parsed, or, with `after`, behind that position. */
  subscribe(sink: LiveSink, wanted: LiveSubscribeOptions): LiveHandle {
    const { predicate, after, stored, covers = ALL, position = new Map() } = wanted;
    const key = JSON.stringify(predicate);
    const filterId = this.#addFilter(key, predicate);
    const subscription = new LiveSubscription(
      sink,
      { filterId, position },
      {
        onReady: () => this.#markReady(subscription),
        onReleased: (batch) => this.#forget(batch),
      },
    );
    const isNew = after === undefined || after.size === 0;
    if (isNew) this.#startNow(subscription, { stored, covers });
    const { resumption, caughtUp } = isNew
      ? { resumption: undefined, caughtUp: Promise.resolve() }
      : this.#resume(subscription, { predicate, after, covers });
    const subscriber = { subscription, resumption, key };
    this.#subscribers.add(subscriber);
    this.#beat ??= setInterval(() => this.#onBeat(), BEAT_MS);
    return {
      position: subscription.position,
      caughtUp,
      resume: () => subscription.resume(),
      close: () => this.#remove(subscriber),
    };
  }

  measure(): LiveMeasure {
    const counts = [...this.#subscribers].map(({ subscription }) => subscription.counts);
    const [oldest] = this.#retained;
    return {
      viewers: this.#subscribers.size,
      sentEvents: counts.reduce((sum, { sent }) => sum + sent, this.#sentEvents),
      skippedEvents: counts.reduce((sum, { skipped }) => sum + skipped, this.#skippedEvents),
      waitingBytes: this.#retainedBytes,
      lagSeconds: oldest === undefined ? 0 : (performance.now() - oldest.publishedAt) / 1000,
    };
  }

  /** Ends all subscribers. */
  close(): void {
    for (const { subscription } of this.#subscribers) subscription.sink.end();
    for (const subscriber of this.#subscribers) this.#remove(subscriber);
  }

  /** So that a subscriber can come back to where it began in every collector, though it had no event of it. */
  #startNow(
    subscription: LiveSubscription,
    { stored, covers }: { stored: LivePosition; covers: (collector: string) => boolean },
  ): void {
    for (const [collector, newestId] of stored)
      if (covers(collector)) subscription.startAt(collector, newestId);
    for (const [collector, { lastId }] of this.#collectors)
      if (lastId > 0 && covers(collector)) subscription.startAt(collector, lastId);
  }

  #resume(
    subscription: LiveSubscription,
    wanted: { predicate: Predicate; after: LivePosition; covers: (collector: string) => boolean },
  ): { resumption: Resumption; caughtUp: Promise<void> } {
    const resumption = new Resumption(
      {
        events: this.#events,
        storedThrough: (collector) => this.#collectors.get(collector)?.storedThrough,
        settle: this.#settle,
        inTurn: this.#inTurn,
        onReleased: (batch) => this.#forget(batch),
      },
      subscription,
      { ...wanted, collectors: this.#collectors.keys() },
    );
    const caughtUp = resumption.run().catch((error: unknown) => {
      if (subscription.isClosed) return;
      this.#log.warn({ err: error }, "cannot bring a live subscriber up to date");
      subscription.sink.fail();
    });
    return { resumption, caughtUp };
  }

  #addFilter(key: string, predicate: Predicate): number {
    const known = this.#filters.get(key);
    if (known !== undefined) {
      known.users++;
      return known.filter.id;
    }
    const id = ++this.#filterCount;
    this.#filters.set(key, { filter: { id, predicate }, users: 1 });
    this.#onViewers(true);
    return id;
  }

  #remove(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber)) return;
    const { subscription, resumption, key } = subscriber;
    this.#sentEvents += subscription.counts.sent;
    this.#skippedEvents += subscription.counts.skipped;
    subscription.close();
    resumption?.stop();
    this.#ready.delete(subscription);
    const filter = this.#filters.get(key);
    if (filter !== undefined && --filter.users === 0) this.#filters.delete(key);
    if (this.#filters.size === 0) this.#onViewers(false);
    if (this.#subscribers.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  #publish(collector: string, chunk: PublishedChunk, { rows, maxId, live }: PublishedRows): void {
    if (live === null || rows === 0) return;
    const batch = new LiveBatch(live, { collector, maxId, publishedAt: performance.now() });
    for (const { subscription, resumption } of this.#subscribers) {
      const taken = live.taken.get(subscription.filterId);
      // Without it the chunk was read before the subscriber came.
      if (taken === undefined) continue;
      if (resumption?.hold(batch, taken, chunk.from) !== true) subscription.offer(batch, taken);
    }
    if (batch.holders === 0) {
      batch.release();
      return;
    }
    this.#retained.add(batch);
    this.#retainedBytes += batch.sizeBytes;
    this.#trim();
  }

  #forget(batch: LiveBatch): void {
    if (batch.holders > 0 || !this.#retained.delete(batch)) return;
    this.#retainedBytes -= batch.sizeBytes;
    batch.release();
  }

  #trim(): void {
    const oldestAllowed = performance.now() - MAX_LAG_MS;
    for (const batch of this.#retained) {
      if (this.#retainedBytes <= MAX_RETAINED_BYTES && batch.publishedAt > oldestAllowed) return;
      for (const { subscription, resumption } of this.#subscribers) {
        resumption?.drop(batch);
        subscription.drop(batch);
      }
    }
  }

  #onBeat(): void {
    this.#trim();
    for (const { subscription } of this.#subscribers) subscription.sink.beat(subscription.position);
  }

  #markReady(subscription: LiveSubscription): void {
    this.#ready.add(subscription);
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => this.#sendSome());
  }

  /** Each subscriber in turn sends a share, until none is ready or the time is up. */
  #sendSome(): void {
    const until = performance.now() + TURN_MS;
    for (const subscription of this.#ready) {
      this.#ready.delete(subscription);
      if (subscription.flush()) this.#ready.add(subscription);
      if (performance.now() > until) break;
    }
    this.#isSending = this.#ready.size > 0;
    if (this.#isSending) setImmediate(() => this.#sendSome());
  }
}
