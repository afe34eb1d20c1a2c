import type { Logger } from "#platform/log";
import { pause, pauseUnlessStopped } from "#platform/pause";
import type { JournalFeed } from "../journal/feed";
import type { JournalChunk } from "../journal/reader";
import { Backoff } from "./backoff";
import { BatchSize } from "./batch-size";
import { findPlace } from "./find-place";
import { keepRelayState, newRelayId, type RelayState } from "./state";
import type { Delivery, Upstream } from "./upstream";
import { encodeRelayBody, placeBehind, type RelayPlace, type RelayReport } from "./wire";

export type ForwarderOptions = {
  feed: JournalFeed;
  upstream: Pick<Upstream, "send">;
  /** Where the state is kept. */
  dataFolder: string;
  journalFolder: string;
  state: RelayState;
  /** How the relay is now, but for what the forwarder knows itself. */
  describe: () => Omit<RelayReport, "relay" | "after">;
  log: Pick<Logger, "info" | "warn" | "error">;
};

/** Since start; for status and metrics. */
export type ForwarderStatus = {
  relay: string;
  acknowledged: number;
  /** Messages and octets of them as they lie in the journal, and what went over the wire, tries that failed too. */
  sentMessages: number;
  sentBytes: number;
  wireBytes: number;
  batches: number;
  failures: number;
  /** When the central service has answered last, ms; null: it never has. */
  answeredAtMs: number | null;
  /** Why nothing is taken at the moment; null: all is well. */
  problem: string | null;
};

const BATCH_MS = 1000;
/** How often the central service is told of a relay to which nothing is sent. */
const REPORT_MS = 10_000;
const KEEP_STATE_MS = 10_000;
const ZSTD_LEVEL = 3;
const CUT_OFF_STOP_MS = 500;
const COLLECT_BYTES = 1.5 * 1024 * 1024;

const STATE_LATE =
  "cannot write down how far the central service has come, nor what was lost; it is tried again";

class IdleError extends Error {}

/**
 * Sends the journal to the central service, in order, one batch at a time, and lets go of what that has on its disk. What
 * is not acknowledged is sent again, for as long as it takes.
 */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #backoff = new Backoff();
  readonly #status: ForwarderStatus;
  #state: RelayState;
  readonly #size = new BatchSize();
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #stateKeptAtMs = performance.now();
  #isStateLate = false;
  #loggedProblem: string | null = null;
  readonly #stopped = new AbortController();
  #collectedAtBytes = 0;
  #drainThrough: number | undefined;
  #idle: AbortController | undefined;
  #ended: Promise<void> | undefined;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#status = {
      relay: options.state.relay,
      acknowledged: options.state.acknowledged.position,
      sentMessages: 0,
      sentBytes: 0,
      wireBytes: 0,
      batches: 0,
      failures: 0,
      answeredAtMs: null,
      problem: "the central service has not been asked yet",
    };
  }

  get status(): Readonly<ForwarderStatus> {
    return this.#status;
  }

  start(): void {
    this.#ended = this.#run();
  }

  /** Sends what the journal holds now, for `deadlineMs` at most, and ends. */
  async stop(deadlineMs: number): Promise<void> {
    this.#drainThrough = this.#options.feed.lastPosition;
    this.#idle?.abort(new IdleError());
    // Who takes nothing now hardly will within seconds; all of it is on the disk.
    const patienceMs = this.#status.problem === null ? deadlineMs : Math.min(deadlineMs, CUT_OFF_STOP_MS);
    const timer = setTimeout(() => this.#stopped.abort(new Error("the relay is stopping")), patienceMs);
    await this.#ended;
    clearTimeout(timer);
    this.keepState(this.#state.lost);
    await this.#options.feed.close();
  }

  /** Keeps the state, with the losses as they are now. False: the disk does not take it; what it has is older then. */
  keepState(lost: Readonly<Record<string, number>>): boolean {
    this.#state = { ...this.#state, lost: { ...lost } };
    this.#stateKeptAtMs = performance.now();
    try {
      keepRelayState(this.#options.dataFolder, this.#state);
      this.#isStateLate = false;
    } catch (error) {
      // Said once: where the disk is full this is tried each second.
      if (!this.#isStateLate) this.#options.log.warn({ err: error }, STATE_LATE);
      this.#isStateLate = true;
    }
    return !this.#isStateLate;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        await this.#options.feed.restart(this.#state.acknowledged.position);
        if ((await this.#align()) && (await this.#forward())) return;
      } catch (error) {
        if (signal.aborted) return;
        this.#note(`the data folder cannot be used: ${String(error)}`);
        await pauseUnlessStopped(this.#backoff.next({ retryAfterMs: null, isLasting: false }), signal);
      }
    }
  }

  /** Asks where the central service stands, until it answers. False: the relay has another id now, and asks again. */
  async #align(): Promise<boolean> {
    const place = await this.#deliver(undefined);
    return this.#goTo(place);
  }

  /** Until all is sent that is to be. False: the relay has another id now. */
  async #forward(): Promise<boolean> {
    const { signal } = this.#stopped;
    while (!this.#isDone()) {
      await this.#pace();
      const chunk = await this.#next();
      const place = await this.#deliver(chunk);
      const isTaken = chunk !== undefined && this.#hasTaken(place, chunk);
      if (isTaken) {
        this.#size.grow();
        await this.#acknowledge(place);
      } else if (!(await this.#goTo(place))) return false;
      else if (chunk !== undefined) await this.#options.feed.restart(this.#state.acknowledged.position);
      signal.throwIfAborted();
    }
    return true;
  }

  #isDone(): boolean {
    return this.#drainThrough !== undefined && this.#state.acknowledged.position >= this.#drainThrough;
  }

  #hasTaken(place: RelayPlace, chunk: JournalChunk): boolean {
    const end = placeBehind(chunk.records);
    return end !== undefined && isSame(place, end);
  }

  /** At a low rate nothing waits; else so long that a batch is worth its way. */
  async #pace(): Promise<void> {
    const waitMs = this.#sentAtMs + BATCH_MS - performance.now();
    if (waitMs <= 0 || this.#drainThrough !== undefined) return;
    if (this.#options.feed.unread().bytes >= this.#size.isFullFrom) return;
    this.#idle = new AbortController();
    await pauseUnlessStopped(waitMs, AbortSignal.any([this.#stopped.signal, this.#idle.signal]));
  }

  /** The next batch; undefined where nothing came for as long as the central service may be left without a word. */
  async #next(): Promise<JournalChunk | undefined> {
    this.#idle = new AbortController();
    if (this.#drainThrough !== undefined) this.#idle.abort(new IdleError());
    const timer = setTimeout(() => this.#idle?.abort(new IdleError()), REPORT_MS);
    const { feed } = this.#options;
    try {
      if (feed.unread().messages > 0) return await feed.next(this.#size.bytes, this.#stopped.signal);
      return await feed.next(this.#size.bytes, AbortSignal.any([this.#stopped.signal, this.#idle.signal]));
    } catch (error) {
      if (error instanceof IdleError) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends until there is an answer. A batch that is too large is read again in smaller ones. */
  async #deliver(chunk: JournalChunk | undefined): Promise<RelayPlace> {
    const { signal } = this.#stopped;
    for (;;) {
      const delivery = await this.#send(chunk);
      if (delivery.kind === "answered") {
        this.#backoff.reset();
        this.#note(null);
        this.#status.answeredAtMs = Date.now();
        return delivery.place;
      }
      this.#status.failures += 1;
      this.#note(delivery.reason);
      if (delivery.kind === "tooLarge" && chunk !== undefined && this.#size.shrink())
        return this.#state.acknowledged;
      const wait = delivery.kind === "refused" ? delivery : { retryAfterMs: null, isLasting: true };
      await pause(this.#backoff.next(wait), signal);
    }
  }

  async #send(chunk: JournalChunk | undefined): Promise<Delivery> {
    const { upstream, describe } = this.#options;
    const { relay, acknowledged } = this.#state;
    const records = chunk?.records ?? new Uint8Array();
    // Each try says anew how the relay is, and what time it has.
    const plain = encodeRelayBody({ ...describe(), relay, after: acknowledged }, records);
    const body = new Uint8Array(await Bun.zstdCompress(plain, { level: ZSTD_LEVEL }));
    this.#sentAtMs = performance.now();
    this.#status.wireBytes += body.length;
    const delivery = await upstream.send(body, this.#stopped.signal);
    if (delivery.kind === "answered" && chunk !== undefined) {
      this.#status.batches += 1;
      this.#status.sentMessages += chunk.messages;
      this.#status.sentBytes += records.length;
    }
    return delivery;
  }

  async #acknowledge(place: RelayPlace): Promise<void> {
    this.#state = { ...this.#state, acknowledged: place };
    this.#status.acknowledged = place.position;
    await this.#options.feed.release(place.position);
    this.#collectGarbage();
    if (performance.now() - this.#stateKeptAtMs > KEEP_STATE_MS) this.keepState(this.#state.lost);
  }

  /** The runtime collects as memory is short on the machine, not as a small process should: it would keep 30 MiB more. */
  #collectGarbage(): void {
    if (this.#status.sentBytes - this.#collectedAtBytes < COLLECT_BYTES) return;
    this.#collectedAtBytes = this.#status.sentBytes;
    Bun.gc(true);
  }

  /**
   * Goes on from where the central service stands, where our journal has that very place. Where it is behind what it
   * once acknowledged (its database was put back), and that has gone here, it goes on from here and counts what it
   * lacks. Else another journal was sent under our id: this disk is a copy, or was put back. Then what waits here is
   * sent under a new id, as it would pass for what is there already. False: it is so.
   */
  async #goTo(place: RelayPlace): Promise<boolean> {
    const { dataFolder, journalFolder, feed, log } = this.#options;
    const { acknowledged, relay } = this.#state;
    if (isSame(place, acknowledged)) return true;
    const own = place.position === 0 ? undefined : await findPlace(journalFolder, place.position);
    if (own?.check === place.check || (place.position === 0 && feed.firstPosition === 1)) {
      await feed.restart(place.position);
      await this.#acknowledge(place);
      return true;
    }
    if (own === undefined && place.position < acknowledged.position) {
      log.warn(
        { place, acknowledged },
        "the central service is behind what it had acknowledged; some of that has gone here",
      );
      return true;
    }
    const renamed = newRelayId();
    log.error(
      { relay, renamed, place, acknowledged },
      "another relay has sent its own lines under this relay's id: this disk is a copy, or an old one. What waits here is sent under a new id, which wants an API key of its own",
    );
    // Not before it is on the disk: another start would send the same lines under a third id.
    keepRelayState(dataFolder, { ...this.#state, relay: renamed });
    this.#state = { ...this.#state, relay: renamed };
    this.#status.relay = renamed;
    return false;
  }

  #note(problem: string | null): void {
    this.#status.problem = problem;
    if (problem === this.#loggedProblem) return;
    const { log } = this.#options;
    if (problem === null)
      log.info({ relay: this.#state.relay }, "the central service takes what is received");
    else log.warn({ problem }, "the central service does not take what is received; it waits in the journal");
    this.#loggedProblem = problem;
  }
}

function isSame(left: RelayPlace, right: RelayPlace): boolean {
  return left.position === right.position && left.check === right.check;
}
