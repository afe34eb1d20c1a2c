import type { RunningOperation } from "#features/operations";
import type { Watching } from "./progress";

/** Of an operation's counts. */
const MOST = 2 ** 31 - 1;

/** Tells an operation how far its backup or restore is. */
export function watchingOf(operation: RunningOperation): Required<Watching> {
  return {
    signal: operation.signal,
    onStep: ({ phase, done, total }) =>
      operation.report({
        phase,
        done: Math.min(done, MOST),
        total: total === null ? null : Math.min(total, MOST),
      }),
  };
}
