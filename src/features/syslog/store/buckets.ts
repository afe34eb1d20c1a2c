/** Steps of a histogram, seconds. A longer one is a number of whole days. */
export const STEPS = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400] as const;

const DAY = 86_400;
const HOUR = 3600;
const MAX_BUCKETS = 120;
/** Of a step that was asked for: a day by minutes fits. */
export const MAX_ASKED_BUCKETS = 1500;
/** Every zone's changes since 1972 fall on a quarter of an hour. */
const QUARTER = 900;

/** Arrival, microseconds since the epoch, both ends included. */
export type Span = { startMicros: number; endMicros: number };

export type Buckets = {
  stepSeconds: number;
  /**
   * Where each bucket begins, microseconds since the epoch, rising; the first is at or before the start of the span.
   */
  starts: number[];
  /** Events are counted by slots of this length from the first start on; each lies in one bucket. Seconds. */
  slotSeconds: number;
};

/** The shortest step that needs at most 120 buckets. */
export function chooseStep({ startMicros, endMicros }: Span): number {
  const seconds = (endMicros - startMicros) / 1e6;
  // One more bucket may be begun than the span is long.
  const found = STEPS.find((step) => seconds / step + 1 <= MAX_BUCKETS);
  return found ?? Math.ceil(seconds / DAY / (MAX_BUCKETS - 1)) * DAY;
}

/** How many buckets a step needs, at most. */
export function countBuckets({ startMicros, endMicros }: Span, stepSeconds: number): number {
  return Math.floor((endMicros - startMicros) / 1e6 / stepSeconds) + 2;
}

/**
 * Cuts a span into buckets that begin at multiples of the step on the wall clock of an IANA zone. Where the clock is
 * set, a bucket of a day or of six hours is longer or shorter than its step; hours go on from the offset at the start.
 */
export function cutBuckets(span: Span, stepSeconds: number, timeZone: string): Buckets {
  const firstMilliseconds = Math.floor(span.startMicros / 1000);
  const first = Temporal.Instant.fromEpochMilliseconds(firstMilliseconds).toZonedDateTimeISO(timeZone);
  const isEven = stepSeconds <= HOUR || timeZone === "UTC";
  const starts = isEven ? evenStarts(span, stepSeconds, first) : wallStarts(span, stepSeconds, first);
  return { stepSeconds, starts, slotSeconds: isEven ? stepSeconds : QUARTER };
}

function evenStarts(
  { startMicros, endMicros }: Span,
  stepSeconds: number,
  first: Temporal.ZonedDateTime,
): number[] {
  const step = stepSeconds * 1e6;
  const offset = first.offsetNanoseconds / 1000;
  const starts: number[] = [];
  let start = Math.floor((startMicros + offset) / step) * step - offset;
  for (; start <= endMicros; start += step) starts.push(start);
  return starts;
}

function wallStarts({ endMicros }: Span, stepSeconds: number, first: Temporal.ZonedDateTime): number[] {
  const { timeZoneId } = first;
  const hours = stepSeconds / HOUR;
  const hour = hours < 24 ? Math.floor(first.hour / hours) * hours : 0;
  const starts: number[] = [];
  let wall = first.toPlainDate().toPlainDateTime({ hour });
  for (;;) {
    const start = wall.toZonedDateTime(timeZoneId).epochMilliseconds * 1000;
    if (start > endMicros) return starts;
    starts.push(start);
    wall = wall.add({ hours });
  }
}

/** Which bucket an instant lies in; the span's own instants only. */
export function bucketOf(starts: readonly number[], micros: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= micros) low = middle;
    else high = middle - 1;
  }
  return low;
}
