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

/** Path below the events folder, by the UTC hour of the first event's arrival. */
export function segmentPath(range: SegmentRange, firstReceivedAtMicros: number): string {
  const hour = new Date(firstReceivedAtMicros / 1000).toISOString();
  return `dt=${hour.slice(0, 10)}/hr=${hour.slice(11, 13)}/${segmentFileName(range)}`;
}
