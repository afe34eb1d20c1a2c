import type { ApiError } from "../errors";
import type { Logger } from "../log";
import { RecentMap } from "../recent-map";

/** After a line of a kind of failure, the next ones of that kind are counted alone for so long. */
const QUIET_MS = 60_000;
/** Kinds that are known at a time. */
const MOST_KINDS = 200;

type Kind = { loggedMs: number; notLogged: number };

/** Told of each answer that is a failure of the service, 500 and above, with the id of its request. */
export type FailureLog = (failure: ApiError, requestId: string) => void;

/**
 * Logs such failures with their causes, of each kind (status and text of the answer) one in a minute. Strangers can
 * make thousands a second, of a full budget or while the database is away, which would fill the disk: of these the next
 * line says how many were not logged. `now`: milliseconds of a clock that only goes forwards.
 */
export function createFailureLog(log: Logger, now: () => number = () => performance.now()): FailureLog {
  const kinds = new RecentMap<string, Kind>(MOST_KINDS);
  return (failure, requestId) => {
    const key = `${failure.status} ${failure.message}`;
    const known = kinds.get(key);
    const nowMs = now();
    if (known !== undefined && nowMs - known.loggedMs < QUIET_MS) {
      known.notLogged++;
      return;
    }
    kinds.set(key, { loggedMs: nowMs, notLogged: 0 });
    const before = known === undefined || known.notLogged === 0 ? {} : { notLogged: known.notLogged };
    log.warn({ err: failure.cause ?? failure, requestId, ...before }, "request failed");
  };
}
