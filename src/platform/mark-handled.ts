/** For a promise that may fail before it is awaited: no failure of it goes unhandled, and none is lost either. */
export function markHandled(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
