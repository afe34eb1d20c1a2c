import { couldMatch, type ListedSegment } from "../../segments/catalog/catalog";
import type { SearchedSegment } from "./as-of";
import { compareKeys, type Direction, type EventKey, keyAtStartOf } from "../../store/event-key";
import { isBehindSql, KEY_COLUMNS, keyOrderSql, locate, type LocatedKey } from "./event-key";
import type { Condition, Predicate } from "../../query/predicate";
import { groupSegments } from "./segment-groups";
import { cutSlices, type Slice } from "./slices";
import { querySegments, type SegmentReader, UnreadableSegmentsError } from "./segment-reader";

export type Scan = {
  segments: readonly SearchedSegment[];
  predicate: Predicate;
  direction: Direction;
  /** Keys wanted; 10,000 at most is sensible, as they are held in memory. */
  needed: number;
  /** Segments have few matches each: the first one is not worth reading piece by piece. */
  isRare: boolean;
  /** Only events behind this one. */
  after?: EventKey | undefined;
  /** `performance.now()` after which the scan, with direction `desc`, stops at the next group, full or not. */
  softDeadline?: number;
};

export type ScanResult = {
  /** In order, at most `needed`. */
  keys: LocatedKey[];
  /** Matches in segments that were read to the end, and the segments that were not. */
  counted: number;
  uncounted: SearchedSegment[];
  /** Where to go on; undefined when nothing is left behind the keys. */
  next: EventKey | undefined;
};

const GROUP_SIZES = { rows: 100_000, files: 16, maxRows: 4_000_000, maxFiles: 1024 };
/** Of conditions that row groups can be passed over for, or that are cheap to test. */
const MAX_CHEAP_ROWS = 16_000_000;
/** Matches that fell into four of five segments by chance would be fewer than two for each. */
const RARE_SHARE = 0.8;

/**
 * Whether segments that may hold a match have few, judged by the rows of those that cannot hold one. What all fell into
 * one hour is taken for rare, too: the first segment of it is read whole then.
 */
export function areRare(listed: readonly ListedSegment[]): boolean {
  const rowsOf = (segments: readonly ListedSegment[]) =>
    segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return rowsOf(listed.filter(couldMatch)) <= rowsOf(listed) * RARE_SHARE;
}

/**
 * Reads segments from one end of time and stops as soon as no unread one can hold an event that belongs before the last
 * key.
 */
export async function scanSegments(
  reader: SegmentReader,
  scan: Scan,
  signal: AbortSignal,
): Promise<ScanResult> {
  const { direction, needed } = scan;
  const compare = compareKeys(direction);
  const ordered = [...scan.segments].sort((left, right) =>
    direction === "desc"
      ? right.maxReceivedAtMicros - left.maxReceivedAtMicros
      : left.minReceivedAtMicros - right.minReceivedAtMicros,
  );
  const maxRows = scan.predicate.conditions.every(isCheap) ? MAX_CHEAP_ROWS : GROUP_SIZES.maxRows;
  const groups = groupSegments(ordered, { ...GROUP_SIZES, maxRows });
  /** Halves of a group that could not be read whole. */
  const halves: SearchedSegment[][] = [];
  const uncounted: SearchedSegment[] = [];
  let keys: LocatedKey[] = [];
  let counted = 0;
  let unread = 0;
  let rowsRead = 0;
  let hasMore = false;
  for (;;) {
    const head = ordered[unread];
    if (head === undefined || isSettled(keys[needed - 1], head, direction)) break;
    if (unread > 0 && scan.softDeadline !== undefined && performance.now() > scan.softDeadline) break;
    // As if matches went on half as often as they were met so far; none so far says little.
    const wanted = keys.length === 0 ? 0 : (rowsRead / keys.length) * (needed - keys.length) * 2;
    const group = halves.shift() ?? groups.next(wanted).value ?? [];
    const read = unread === 0 && !scan.isRare ? readFirstKeys : readKeys;
    const found = await read(reader, { ...scan, segments: group }, signal).catch(splitUnreadable(group));
    if (!Array.isArray(found)) {
      halves.unshift(...found.halves);
      continue;
    }
    if (found.length < needed) counted += found.length;
    else uncounted.push(...group);
    unread += group.length;
    rowsRead += group.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const merged = [...keys, ...found].sort(compare);
    hasMore ||= merged.length > needed || found.length === needed;
    keys = merged.slice(0, needed);
  }
  const head = ordered[unread];
  uncounted.push(...ordered.slice(unread));
  if (head === undefined) return { keys, counted, uncounted, next: hasMore ? keys.at(-1) : undefined };
  if (isSettled(keys[needed - 1], head, direction)) return { keys, counted, uncounted, next: keys.at(-1) };
  keys = keys.filter((key) => isSettled(key, head, direction));
  return { keys, counted, uncounted, next: keyAtStartOf(head.maxReceivedAtMicros) };
}

/** Texts are read line by line, and IPv6 addresses written in full, before either is compared. */
function isCheap(condition: Condition): boolean {
  if (condition.kind === "in subnet") return condition.subnet.octets.length === 4;
  return condition.kind !== "contains" && condition.kind !== "names network";
}

/** A damaged segment fails a page only where the page needs it: its group is read in halves until it stands alone. */
function splitUnreadable(group: SearchedSegment[]): (error: unknown) => { halves: SearchedSegment[][] } {
  return (error) => {
    if (!(error instanceof UnreadableSegmentsError) || group.length === 1) throw error;
    const middle = Math.ceil(group.length / 2);
    return { halves: [group.slice(0, middle), group.slice(middle)] };
  };
}

/** No event of `head`, nor of any segment behind it, belongs before the key. */
function isSettled(key: EventKey | undefined, head: SearchedSegment, direction: Direction): boolean {
  if (key === undefined) return false;
  return direction === "desc"
    ? key.receivedAtMicros > head.maxReceivedAtMicros
    : key.receivedAtMicros < head.minReceivedAtMicros;
}

/** The first matches of the group that a page begins with, and mostly ends in: slice by slice. */
async function readFirstKeys(reader: SegmentReader, scan: Scan, signal: AbortSignal): Promise<LocatedKey[]> {
  const { predicate, direction, needed, after } = scan;
  const bound = direction === "desc" ? predicate.endMicros : predicate.startMicros;
  const from = [after?.receivedAtMicros, bound].filter((micros) => micros !== undefined);
  const fromMicros =
    from.length === 0 ? undefined : direction === "desc" ? Math.min(...from) : Math.max(...from);
  const found: LocatedKey[] = [];
  for (const slice of cutSlices({ ...scan, fromMicros })) {
    const rest = { ...scan, predicate: narrow(predicate, slice), needed: needed - found.length };
    found.push(...(await readKeys(reader, rest, signal)));
    if (found.length >= needed) break;
  }
  return found;
}

/** The first matches of a group, at most `needed`. */
async function readKeys(
  reader: SegmentReader,
  { segments, predicate, direction, needed, after }: Scan,
  signal: AbortSignal,
): Promise<LocatedKey[]> {
  const rows = await querySegments(
    reader,
    {
      segments,
      predicate,
      select: KEY_COLUMNS,
      ...(after === undefined ? {} : { and: (parameters) => isBehindSql(after, direction, parameters) }),
      tail: `${keyOrderSql(direction)} LIMIT ${needed}`,
    },
    signal,
  );
  return rows.map((row) => locate(row, segments));
}

function narrow(predicate: Predicate, { startMicros, endMicros }: Slice): Predicate {
  const start = Math.max(startMicros ?? -Infinity, predicate.startMicros ?? -Infinity);
  const end = Math.min(endMicros ?? Infinity, predicate.endMicros ?? Infinity);
  return {
    conditions: predicate.conditions,
    ...(start === -Infinity ? {} : { startMicros: start }),
    ...(end === Infinity ? {} : { endMicros: end }),
  };
}
