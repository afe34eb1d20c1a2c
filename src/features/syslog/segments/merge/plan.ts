/** A live segment that may be merged. */
export type MergeInput = {
  id: number;
  collector: string;
  rangeStart: number;
  rangeEnd: number;
  path: string;
  rowCount: number;
  sizeBytes: number;
  tier: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minEventId: number;
  maxEventId: number;
};

/** No merged file is bigger: a merge sorts its rows, and more of them would not fit into its memory. */
const MAX_ROWS = 240_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** So many neighbours of a tier make one of the next. */
export const NEIGHBOURS = 8;
/**
 * Of tiny ones that is more: to start and to warm up a merge costs as much as its first 20,000 rows, and each row is
 * written once less until its file is full.
 */
const TINY = { rows: 20_000, neighbours: 24 };
/** A day that is over is merged in bigger steps. */
const MAX_INPUTS = 256;

/**
 * From either on, a segment stays as it is; ingest makes smaller ones, so that any two of its segments can be merged.
 */
export const FULL_SEGMENT = { rows: MAX_ROWS / 2, bytes: MAX_BYTES / 2 };

/** Segments to be merged into one, in order; `isFinal`: of a day that is over. */
export type Merge = { inputs: MergeInput[]; isFinal: boolean };

/**
 * What to merge now: runs of neighbours, each of one collector and one UTC day, without a gap between their ranges,
 * none above the bounds. While their day lasts, eight of one tier, three times as many of tiny ones, or as many as fill
 * a file; of a day before `today`
 * (`dt=YYYY-MM-DD`) whatever fits. Input: live segments that are not full, by collector and place in its journal. No
 * segment is in two runs.
 */
export function planMerges(
  segments: readonly MergeInput[],
  today: string,
  tinyNeighbours: number = TINY.neighbours,
): Merge[] {
  const areEnough = (count: number, rows: number) =>
    count >= (rows < TINY.rows ? tinyNeighbours : NEIGHBOURS);
  return splitRuns(segments).flatMap((run) => {
    const [first] = run;
    if (first === undefined) return [];
    const isFinal = dayOf(first) < today;
    const groups = isFinal
      ? pack(run, (count) => count === MAX_INPUTS)
      : splitTiers(run).flatMap((tier) => packTier(tier, areEnough));
    return groups.filter((inputs) => inputs.length > 1).map((inputs) => ({ inputs, isFinal }));
  });
}

/** Whether so many segments, of so many rows together, are merged. */
type AreEnough = (count: number, rows: number) => boolean;

/** The last group waits where it could still grow. */
function packTier(tier: readonly MergeInput[], areEnough: AreEnough): MergeInput[][] {
  const groups = pack(tier, areEnough);
  return canGrow(groups.at(-1) ?? [], areEnough) ? groups.slice(0, -1) : groups;
}

function canGrow(group: readonly MergeInput[], areEnough: AreEnough): boolean {
  const rows = group.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const bytes = group.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return !areEnough(group.length, rows) && rows < FULL_SEGMENT.rows && bytes < FULL_SEGMENT.bytes;
}

/** The folder of the UTC day in which a segment's first event arrived. */
function dayOf({ path }: MergeInput): string {
  return path.slice(0, path.indexOf("/"));
}

function splitRuns(segments: readonly MergeInput[]): MergeInput[][] {
  return splitWhere(
    segments,
    (left, right) =>
      left.collector !== right.collector ||
      left.rangeEnd !== right.rangeStart ||
      dayOf(left) !== dayOf(right),
  );
}

function splitTiers(run: readonly MergeInput[]): MergeInput[][] {
  return splitWhere(run, (left, right) => left.tier !== right.tier);
}

function splitWhere(
  segments: readonly MergeInput[],
  isBorder: (left: MergeInput, right: MergeInput) => boolean,
): MergeInput[][] {
  const parts: MergeInput[][] = [];
  let previous: MergeInput | undefined;
  for (const segment of segments) {
    if (previous === undefined || isBorder(previous, segment)) parts.push([]);
    parts.at(-1)?.push(segment);
    previous = segment;
  }
  return parts;
}

/** Cuts a run into groups that stay within the bounds, and take no more once they are enough. */
function pack(run: readonly MergeInput[], areEnough: AreEnough): MergeInput[][] {
  const groups: MergeInput[][] = [];
  let rows = Infinity;
  let bytes = 0;
  for (const segment of run) {
    const isEnough = areEnough(groups.at(-1)?.length ?? 0, rows);
    rows += segment.rowCount;
    bytes += segment.sizeBytes;
    if (isEnough || rows > MAX_ROWS || bytes > MAX_BYTES) {
      groups.push([]);
      rows = segment.rowCount;
      bytes = segment.sizeBytes;
    }
    groups.at(-1)?.push(segment);
  }
  return groups;
}
