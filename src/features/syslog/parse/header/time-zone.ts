const DAY_SECONDS = 86_400;
/** Every zone's changes since 1970 fall on a quarter of an hour. */
const BUCKET_SECONDS = 900;
const MAX_BUCKETS = 4096;

/** The offsets, in seconds, that a wall clock may mean; they differ only in the hour that the autumn repeats. */
type WallOffsets = { earlier: number; later: number };

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, WallOffsets> };

/** Memo of zones by name; null: not a zone. Bounded by what settings can name. */
const zones = new Map<string, Zone | null>();

/**
 * The instant, in seconds since 1970, of a wall clock (given as if it were UTC) in an IANA zone. A time that the autumn
 * repeats is the one nearer to `nearSeconds`; one that the spring skips moves ahead by the gap. An unknown zone is UTC.
 */
export function instantOf(wallSeconds: number, timeZone: string, nearSeconds: number): number {
  if (timeZone === "UTC") return wallSeconds;
  const zone = findZone(timeZone);
  if (zone === null) return wallSeconds;
  const { earlier, later } = wallOffsets(zone, wallSeconds);
  if (earlier === later) return wallSeconds - earlier;
  const first = wallSeconds - earlier;
  const second = wallSeconds - later;
  return Math.abs(first - nearSeconds) <= Math.abs(second - nearSeconds) ? first : second;
}

function findZone(timeZone: string): Zone | null {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    zone = openZone(timeZone);
    if (zones.size >= MAX_BUCKETS) zones.clear();
    zones.set(timeZone, zone);
  }
  return zone;
}

function openZone(timeZone: string): Zone | null {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    return { format, offsets: new Map() };
  } catch {
    return null;
  }
}

function wallOffsets(zone: Zone, wallSeconds: number): WallOffsets {
  const bucket = Math.floor(wallSeconds / BUCKET_SECONDS);
  let found = zone.offsets.get(bucket);
  if (found === undefined) {
    found = findWallOffsets(zone.format, bucket * BUCKET_SECONDS);
    if (zone.offsets.size >= MAX_BUCKETS) zone.offsets.clear();
    zone.offsets.set(bucket, found);
  }
  return found;
}

function findWallOffsets(format: Intl.DateTimeFormat, wallSeconds: number): WallOffsets {
  const before = offsetAt(format, wallSeconds - DAY_SECONDS);
  const after = offsetAt(format, wallSeconds + DAY_SECONDS);
  if (before === after) return { earlier: before, later: before };
  const beforeHolds = offsetAt(format, wallSeconds - before) === before;
  const afterHolds = offsetAt(format, wallSeconds - after) === after;
  if (beforeHolds && afterHolds) return { earlier: before, later: after };
  const offset = afterHolds ? after : before;
  return { earlier: offset, later: offset };
}

/** Seconds east of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, instantSeconds: number): number {
  const parts = new Map(
    format.formatToParts(instantSeconds * 1000).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall / 1000 - instantSeconds;
}
