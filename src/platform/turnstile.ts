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
      if (!(await hasTurn(waiting, signal))) signal?.throwIfAborted();
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

/** False where the signal has fired before: then nobody waits any more. */
function hasTurn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const leave = () => {
    const place = waiting.indexOf(enter);
    if (place >= 0) waiting.splice(place, 1);
    resolve(false);
  };
  const enter = () => {
    signal?.removeEventListener("abort", leave);
    resolve(true);
  };
  waiting.push(enter);
  signal?.addEventListener("abort", leave, { once: true });
  return promise;
}
