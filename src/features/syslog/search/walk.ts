import type { SearchedSegment } from "./as-of";
import { compareKeys, isBehindSql, KEY_COLUMNS, keyAtStartOf, keyOrderSql, locate } from "./event-key";
import type { Direction, EventKey, LocatedKey } from "./event-key";
import type { Predicate } from "./predicate";
import { groupSegments } from "./segment-groups";
import { cutSlices, type Slice } from "./slices";
import { querySegments, type SegmentReader, UnreadableSegmentsError } from "./segment-reader";

export type Walk = {
  segments: readonly SearchedSegment[];
  predicate: Predicate;
  direction: Direction;
  /** Keys wanted; 10,000 at most is sensible, as they are held in memory. */
  needed: number;
  /** Some segments of the time were left out, as they cannot hold a match. */
  isRare?: boolean;
  /** Only events behind this one. */
  after?: EventKey | undefined;
  /** `performance.now()` after which the walk, with direction `desc`, stops at the next group, full or not. */
  softDeadline?: number;
};

export type Walked = {
  /** In order, at most `needed`. */
  keys: LocatedKey[];
  /** Matches in segments that were read to the end, and the segments that were not. */
  counted: number;
  uncounted: SearchedSegment[];
  /** Where to go on; undefined when nothing is left behind the keys. */
  next: EventKey | undefined;
};

const GROUP_SIZES = { rows: 100_000, files: 16, maxRows: 4_000_000, maxFiles: 1024 };
/** Where no text is looked through, most of what is not wanted is passed over. */
const MOST_PASSED_ROWS = 16_000_000;

/** Reads segments from one end of time and stops as soon as no unread one can hold an event that belongs before the last key. */
export async function walkSegments(reader: SegmentReader, walk: Walk, signal: AbortSignal): Promise<Walked> {
  const { direction, needed } = walk;
  const compare = compareKeys(direction);
  const ordered = [...walk.segments].sort((left, right) =>
    direction === "desc"
      ? right.maxReceivedAtMicros - left.maxReceivedAtMicros
      : left.minReceivedAtMicros - right.minReceivedAtMicros,
  );
  const isTextRead = walk.predicate.conditions.some(({ kind }) => kind === "contains");
  const groups = groupSegments(ordered, {
    ...GROUP_SIZES,
    maxRows: isTextRead ? GROUP_SIZES.maxRows : MOST_PASSED_ROWS,
  });
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
    if (unread > 0 && walk.softDeadline !== undefined && performance.now() > walk.softDeadline) break;
    // As if matches went on as seldom as they were met so far.
    const wanted = keys.length === 0 ? 0 : (rowsRead / keys.length) * (needed - keys.length);
    const group = halves.shift() ?? groups.next(wanted).value ?? [];
    const read = unread === 0 && walk.isRare !== true ? readFirstKeys : readKeys;
    const found = await read(reader, { ...walk, segments: group }, signal).catch(splitUnreadable(group));
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
async function readFirstKeys(reader: SegmentReader, walk: Walk, signal: AbortSignal): Promise<LocatedKey[]> {
  const { predicate, direction, needed, after } = walk;
  const bound = direction === "desc" ? predicate.endMicros : predicate.startMicros;
  const from = [after?.receivedAtMicros, bound].filter((micros) => micros !== undefined);
  const fromMicros =
    from.length === 0 ? undefined : direction === "desc" ? Math.min(...from) : Math.max(...from);
  const found: LocatedKey[] = [];
  for (const slice of cutSlices({ ...walk, fromMicros })) {
    const rest = { ...walk, predicate: narrow(predicate, slice), needed: needed - found.length };
    found.push(...(await readKeys(reader, rest, signal)));
    if (found.length >= needed) break;
  }
  return found;
}

/** The first matches of a group, at most `needed`. */
async function readKeys(
  reader: SegmentReader,
  { segments, predicate, direction, needed, after }: Walk,
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
