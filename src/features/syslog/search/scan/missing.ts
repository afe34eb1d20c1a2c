import type { CataloguedSegment } from "../../segments/catalog/catalog";
import { toInstant } from "../../event/instant";

const MAX_LISTED = 100;

/** What an answer says of the damaged segments in its window. */
export function describeMissing(segments: readonly CataloguedSegment[]) {
  return { is_partial: segments.length > 0, missing: segments.slice(0, MAX_LISTED).map(toMissingRange) };
}

export function toMissingRange({ minReceivedAtMicros, maxReceivedAtMicros, rowCount }: CataloguedSegment) {
  return {
    start_time: toInstant(minReceivedAtMicros),
    end_time: toInstant(maxReceivedAtMicros),
    events: rowCount,
  };
}
