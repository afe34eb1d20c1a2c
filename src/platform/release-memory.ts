const LARGE_ROWS = 1000;

/**
 * Lets go of what a large file took, once it is read or written. The thread may outlive the import by far: it would stay with it
 * until the next collection.
 */
export function releaseMemory({ rows }: { rows: number }): void {
  if (rows > LARGE_ROWS) Bun.gc(true);
}
