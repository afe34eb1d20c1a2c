import { toInstant } from "../event/instant";

const MAX_LISTED = 100;

/** A time of which events, so many, cannot be read. Microseconds since the epoch, both ends included. */
export type MissingRange = { minReceivedAtMicros: number; maxReceivedAtMicros: number; rowCount: number };

/** What an answer says of the times in its window that cannot be read. */
export function describeMissing(ranges: readonly MissingRange[]) {
  return { is_partial: ranges.length > 0, missing: ranges.slice(0, MAX_LISTED).map(toMissingRange) };
}

export function toMissingRange({ minReceivedAtMicros, maxReceivedAtMicros, rowCount }: MissingRange) {
  return {
    start_time: toInstant(minReceivedAtMicros),
    end_time: toInstant(maxReceivedAtMicros),
    events: rowCount,
  };
}
