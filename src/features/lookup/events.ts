import { listAddressEvents, type SyslogEngine } from "#features/syslog";
import { ApiError } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import type { Logger } from "#platform/log";
import { untilAborted } from "#platform/pause";
import type { LookupResult } from "./models";

/** One after the other as long as there is time: what is new is mostly what is wanted, and costs least. */
const WINDOW_MINUTES = [15, 120, 1440];
const MAX_EVENTS = 10;
export type LastEvents = Pick<LookupResult, "events" | "events_since" | "events_left_out">;

export function withoutEvents(reason: NonNullable<LookupResult["events_left_out"]>): LastEvents {
  return { events: null, events_since: null, events_left_out: reason };
}

/**
 * The newest events that name one of the addresses, from as far back as can be searched before `until` fires. Never
 * throws.
 */
export async function findLastEvents(
  { syslog, log }: { syslog: SyslogEngine; log: Logger },
  { addresses, now, userId }: { addresses: readonly string[]; now: Date; userId: number },
  until: AbortSignal,
): Promise<LastEvents> {
  let found: LastEvents | undefined;
  try {
    for (const minutes of WINDOW_MINUTES) {
      const since = new Date(now.getTime() - minutes * 60_000);
      const wanted = { addresses, startMicros: since.getTime() * 1000, limit: MAX_EVENTS };
      const search = listAddressEvents({ engine: syslog, userId }, wanted, until);
      // Not all that a search waits for listens to its signal.
      const { events } = await untilAborted(search, until);
      found = { events, events_since: toTimestamp(since), events_left_out: null };
      if (events.length === MAX_EVENTS) break;
    }
  } catch (error) {
    const isBusy = error instanceof ApiError && error.status === 429;
    if (until.aborted || isBusy) return found ?? withoutEvents("too_slow");
    log.warn({ err: error }, "cannot read the events of a look-up");
    return withoutEvents("unreadable");
  }
  return found ?? withoutEvents("too_slow");
}
