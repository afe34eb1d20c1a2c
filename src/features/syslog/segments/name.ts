/** A segment's place in its collector's journal: the positions (start, end]. */
export type SegmentRange = { collector: string; start: number; end: number };

const NAME = /^([0-9a-f]{12})-(\d{1,16})-(\d{1,16})\.parquet$/;

/** `<collector>-<start>-<end>.parquet`: the same range has the same name, so that a replay replaces its own orphan. */
export function segmentFileName({ collector, start, end }: SegmentRange): string {
  return `${collector}-${start}-${end}.parquet`;
}

/** The range that a file name tells; undefined where it is no segment's. */
export function parseSegmentFileName(name: string): SegmentRange | undefined {
  const [, collector, start, end] = NAME.exec(name) ?? [];
  if (collector === undefined) return undefined;
  const range = { collector, start: Number(start), end: Number(end) };
  return range.start < range.end ? range : undefined;
}

const HIDDEN_PREFIX = ".";
const HIDDEN_SUFFIX = ".hidden";

/**
 * The other name of a segment's file, in the same folder: no `*.parquet` takes it in, and tools that read whole folders
 * pass over names that begin with a dot. In the same folder, as the events folder, or one below, may be a mount.
 */
export function hiddenPath(path: string): string {
  const folder = path.lastIndexOf("/") + 1;
  return `${path.slice(0, folder)}${HIDDEN_PREFIX}${path.slice(folder)}${HIDDEN_SUFFIX}`;
}

/** The path of which this is the other name; undefined where it is no hidden segment's. */
export function parseHiddenPath(path: string): string | undefined {
  const folder = path.lastIndexOf("/") + 1;
  const name = path.slice(folder);
  if (!name.startsWith(HIDDEN_PREFIX) || !name.endsWith(HIDDEN_SUFFIX)) return undefined;
  const shown = name.slice(HIDDEN_PREFIX.length, -HIDDEN_SUFFIX.length);
  return parseSegmentFileName(shown) === undefined ? undefined : path.slice(0, folder) + shown;
}

/** Path below the events folder, by the UTC hour of the first event's arrival. */
export function segmentPath(range: SegmentRange, firstReceivedAtMicros: number): string {
  const hour = new Date(firstReceivedAtMicros / 1000).toISOString();
  return `dt=${hour.slice(0, 10)}/hr=${hour.slice(11, 13)}/${segmentFileName(range)}`;
}
