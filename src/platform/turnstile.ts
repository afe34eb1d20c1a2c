import { unavailable } from "./errors";

/** Lets work through, so much at a time; what comes meanwhile waits in the order of its coming. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws a 503 with `refusal` for work that finds `mostWaiting` others waiting; without that, any number may wait. */
export function createTurnstile(atOnce: number, queue?: { mostWaiting: number; refusal: string }): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running++;
    else {
      if (queue !== undefined && waiting.length >= queue.mostWaiting) throw unavailable(queue.refusal, 5);
      await new Promise<void>((resolve) => void waiting.push(resolve));
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
