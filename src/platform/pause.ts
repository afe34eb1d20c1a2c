/** Waits. @throws the signal's reason as soon as it is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** Waits so long, or until the signal fires, and is content with either. */
export function pauseUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  const timer = setTimeout(resolve, milliseconds);
  const end = () => resolve();
  signal.addEventListener("abort", end, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    // Signals that live as long as the service would collect one for each wait.
    signal.removeEventListener("abort", end);
  });
}
