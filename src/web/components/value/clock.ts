import { useSyncExternalStore } from "react";

const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time (ms), renewed every ten seconds by one timer for all that show an age. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Without a timer nobody has looked for a while.
    if (timer === undefined) now = Date.now();
    return now;
  });
}
