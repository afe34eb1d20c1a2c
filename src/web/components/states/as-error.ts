/** Anything may be thrown. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A part of the UI that an upgrade of the service has replaced. Browsers tell of it in words of their own. */
export function isMissingChunk(error: Error): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script/i.test(error.message)
  );
}
