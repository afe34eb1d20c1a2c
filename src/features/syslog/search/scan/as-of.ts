import type { AsOf } from "../../store/event-key";
import type { CataloguedSegment } from "../../segments/catalog/catalog";

/** A segment, or the part of it that a scan sees. */
export type SearchedSegment = CataloguedSegment & {
  /** Events with higher ids are left out: the segment was merged with later ones. */
  snapshotMaxId?: number | undefined;
};

/** What of the segments was there at that time. */
export function segmentsAsOf(segments: readonly CataloguedSegment[], asOf: AsOf): SearchedSegment[] {
  return segments.flatMap((segment): SearchedSegment[] => {
    const newestId = asOf.get(segment.collector);
    if (newestId === undefined || segment.minEventId > newestId) return [];
    return segment.maxEventId > newestId ? [{ ...segment, snapshotMaxId: newestId }] : [segment];
  });
}
