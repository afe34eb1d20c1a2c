import { tooManyRequests, unavailable } from "./errors";

export type FairQueueOptions = {
  /** Pieces of work that run at a time, and of those the ones of one caller. */
  atOnce: number;
  atOncePerCaller: number;
  /** Pieces of work of one caller that wait. */
  waitingPerCaller: number;
  /** Nobody waits longer; `Infinity`: there is no end. */
  longestWaitMs: number;
  /** Of the 429 for a caller who has too many waiting, and of the 503 for who has waited too long. */
  refusals: { tooMany: string; tooLong: string };
};

/** What runs and waits now, and how many were sent away since start. */
export type FairQueueCounts = { running: number; waiting: number; refused: number };

type Caller = { running: number; waiting: (() => void)[] };

const RETRY_AFTER_SECONDS = 5;

/**
 * Lets work through, so much at a time, in turns of its callers: who asks once waits behind one piece of work of each
 * other caller, however many these have waiting. A caller's second piece leaves a place free, so that one who has
 * nothing running need not wait for it.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Those who have something running or waiting, the next one first. */
  readonly #callers = new Map<number, Caller>();
  #running = 0;
  #refused = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get counts(): FairQueueCounts {
    const waiting = [...this.#callers.values()].reduce((sum, caller) => sum + caller.waiting.length, 0);
    return { running: this.#running, waiting, refused: this.#refused };
  }

  /**
   * Does the work when it is the caller's turn. Who leaves, as the signal says, gives its place up at once.
   * @throws ApiError 429 where the caller has too much waiting, 503 where its turn does not come in time; the signal's
   * reason.
   */
  async run<T>(callerId: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const caller = this.#callers.get(callerId) ?? { running: 0, waiting: [] };
    this.#callers.set(callerId, caller);
    if (this.#mayRun(caller)) this.#start(callerId, caller);
    else await this.#wait(callerId, caller, signal);
    try {
      return await work();
    } finally {
      caller.running--;
      this.#running--;
      this.#putLast(callerId, caller);
      this.#forget(callerId, caller);
      this.#letIn();
    }
  }

  async #wait(callerId: number, caller: Caller, signal: AbortSignal): Promise<void> {
    const { waitingPerCaller, longestWaitMs, refusals } = this.#options;
    if (caller.waiting.length >= waitingPerCaller) {
      this.#refused++;
      this.#forget(callerId, caller);
      throw tooManyRequests(refusals.tooMany, RETRY_AFTER_SECONDS);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      const place = caller.waiting.indexOf(resolve);
      // Its turn has come.
      if (place < 0) return;
      caller.waiting.splice(place, 1);
      this.#forget(callerId, caller);
      reject(reason);
    };
    const onAbort = () => leave(signal.reason);
    const onLate = () => {
      this.#refused++;
      leave(unavailable(refusals.tooLong, RETRY_AFTER_SECONDS));
    };
    caller.waiting.push(resolve);
    signal.addEventListener("abort", onAbort, { once: true });
    const timer = longestWaitMs === Infinity ? undefined : setTimeout(onLate, longestWaitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Who gets in moves to the end of those who are gone through, and is looked at again. */
  #letIn(): void {
    for (const [callerId, caller] of this.#callers) {
      if (!this.#mayRun(caller)) continue;
      const next = caller.waiting.shift();
      if (next === undefined) continue;
      this.#start(callerId, caller);
      next();
    }
  }

  #mayRun(caller: Caller): boolean {
    const free = this.#options.atOnce - this.#running;
    if (caller.running >= this.#options.atOncePerCaller) return false;
    return caller.running === 0 ? free > 0 : free > 1;
  }

  #start(callerId: number, caller: Caller): void {
    caller.running++;
    this.#running++;
    this.#putLast(callerId, caller);
  }

  /** Who has had a turn, or just has one, comes behind all others. */
  #putLast(callerId: number, caller: Caller): void {
    this.#callers.delete(callerId);
    this.#callers.set(callerId, caller);
  }

  #forget(callerId: number, caller: Caller): void {
    if (caller.running === 0 && caller.waiting.length === 0) this.#callers.delete(callerId);
  }
}
