import { unavailable } from "./errors";

/**
 * Lets work through, so much at a time; what comes meanwhile waits in the order of its coming. Throws the signal's reason
 * where that fires before the work's turn.
 */
export type Turnstile = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Throws a 503 with `refusal` for work that finds `mostWaiting` others waiting; without that, any number may wait. */
export function createTurnstile(atOnce: number, queue?: { mostWaiting: number; refusal: string }): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running < atOnce) running++;
    else {
      if (queue !== undefined && waiting.length >= queue.mostWaiting) throw unavailable(queue.refusal, 5);
      await turnOf(waiting, signal);
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/** Resolves when it is this caller's turn. @throws the signal's reason where that fires before; then it has left the queue. */
function turnOf(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    const place = waiting.indexOf(enter);
    if (place >= 0) waiting.splice(place, 1);
    reject(signal?.reason);
  };
  const enter = () => {
    signal?.removeEventListener("abort", leave);
    resolve();
  };
  waiting.push(enter);
  signal?.addEventListener("abort", leave, { once: true });
  return promise;
}
