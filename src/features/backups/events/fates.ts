import { basename } from "node:path";
import { segmentFileName } from "#features/syslog";
import { BadBackup } from "../format/bad-backup";
import { isEventsPath } from "../format/manifest";

/** Events of a collector's journal positions (start, end]. */
export type Range = { collector: string; start: number; end: number };

/** A file of events that a backup has. */
export type SavedSegment = Range & {
  id: number;
  path: string;
  rowCount: number;
  sizeBytes: number;
  /** CRC32C; null: written before checksums were kept. */
  checksum: number | null;
};

/** A row of the live catalog. `isWhole`: it is searched; else its file is damaged, or goes. */
export type LiveRange = Range & { isWhole: boolean };

/** A collector that the live catalog knows. `listens`: a service feeds it, and gives out its next positions. */
export type LiveCollector = { id: string; storedThrough: number; listens: boolean };

export type Live = { ranges: readonly LiveRange[]; collectors: readonly LiveCollector[] };

/**
 * What becomes of a file of the backup: `new`, it is put in place; `present`, its events are here, in it or in a merged
 * one; `left_out`, what is here of its positions is something else, which stays; `spoilt`, it cannot be read, which is
 * seen only when it comes.
 */
export type Fate = "new" | "present" | "left_out" | "spoilt";

/** What each file of a backup becomes, in their order. Live events win: none of them is replaced. */
export function judgeSegments(saved: readonly SavedSegment[], live: Live): Fate[] {
  const ranges = Map.groupBy(live.ranges, ({ collector }) => collector);
  for (const ofOne of ranges.values()) ofOne.sort((left, right) => left.end - right.end);
  const collectors = new Map(live.collectors.map((collector) => [collector.id, collector]));
  return saved.map((segment) => {
    const near = overlapping(ranges.get(segment.collector) ?? [], segment);
    if (near.length > 0) return isCovered(segment, near) ? "present" : "left_out";
    const known = collectors.get(segment.collector);
    // The journal here will give these positions to other lines.
    return known?.listens === true && segment.end > known.storedThrough ? "left_out" : "new";
  });
}

/** Those of the ranges, which are in order of their ends, that have positions in common with one. */
function overlapping(ranges: readonly LiveRange[], { start, end }: Range): LiveRange[] {
  let low = 0;
  for (let high = ranges.length; low < high;) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const found: LiveRange[] = [];
  // Those that go may lie within ones that are longer: by their ends all of them come before a range that begins
  // behind.
  for (let place = low; place < ranges.length; place += 1) {
    const range = ranges[place];
    if (range === undefined) break;
    if (range.start < end) found.push(range);
    else if (range.isWhole) break;
  }
  return found;
}

/** Live ranges that are whole have nothing in common with each other. */
function isCovered({ start, end }: Range, ranges: readonly LiveRange[]): boolean {
  const covered = ranges
    .filter(({ isWhole }) => isWhole)
    .reduce((sum, range) => sum + Math.min(end, range.end) - Math.max(start, range.start), 0);
  return covered === end - start;
}

/** Throws BadBackup where the list of files is none that a catalog has: paths that lead elsewhere, or events twice. */
export function requireSound(saved: readonly SavedSegment[]): void {
  for (const { path, rowCount, sizeBytes, ...range } of saved) {
    const isSound = isEventsPath(path) && basename(path) === segmentFileName(range);
    if (!isSound) throw new BadBackup("it has events in a file of another name");
    if (rowCount < 1 || sizeBytes < 1) throw new BadBackup("it lists a file of events that is empty");
  }
  const ordered = [...saved].sort((left, right) =>
    left.collector === right.collector ? left.start - right.start : left.collector < right.collector ? -1 : 1,
  );
  ordered.forEach((segment, place) => {
    const before = ordered[place - 1];
    if (before?.collector === segment.collector && before.end > segment.start)
      throw new BadBackup("it has events twice");
  });
}
