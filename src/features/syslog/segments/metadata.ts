import type { SegmentRange } from "./name";

/**
 * What a segment's file says of itself. `plainBytes`: bytes of its rows before compression, undefined where nobody
 * knows.
 */
export type SegmentContent = {
  range: SegmentRange;
  rows: number;
  unparsed: number;
  plainBytes: number | undefined;
};

/** Key-value metadata of a segment's file (docs/events.md). */
export function segmentMetadata({
  range,
  rows,
  unparsed,
  plainBytes,
}: SegmentContent): Record<string, string> {
  return {
    collector: range.collector,
    range_start: String(range.start),
    range_end: String(range.end),
    rows: String(rows),
    unparsed: String(unparsed),
    ...(plainBytes === undefined ? {} : { plain_bytes: String(plainBytes) }),
  };
}
