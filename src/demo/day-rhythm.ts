/** How busy the company of the demo is, by its clocks; everything that the demo counts follows it, past and present. */

/** Lines a second at the busiest time of a working day, of all sites. */
const PEAK = 4;
const AT_WEEKENDS = 0.4;
/** The nightly backups: begun at two, and done within the hour. */
const BACKUP = { hour: 2, minutes: 40, share: 0.45 };

/** Hour of the day, and the share of the peak that it has then; straight lines between them. */
const COURSE: readonly (readonly [hour: number, share: number])[] = [
  [0, 0.2],
  [5, 0.16],
  [6.5, 0.24],
  [8, 0.72],
  [9.5, 1],
  [11.5, 0.97],
  [12.5, 0.6],
  [13.5, 0.92],
  [16, 0.86],
  [18, 0.48],
  [20, 0.36],
  [22, 0.28],
  [24, 0.2],
];

const CLOCK = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Lines that the demo's log gets in a second at that time. */
export function linesPerSecond(at: Date): number {
  return PEAK * shareOfPeak(at);
}

/** 0 to 1: of the busiest hour, by the clocks of the sites. */
export function shareOfPeak(at: Date): number {
  const parts = new Map(CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
  const [hour, minute] = [Number(parts.get("hour")), Number(parts.get("minute"))];
  const isWeekend = parts.get("weekday")?.startsWith("S") ?? false;
  const isBackup = hour === BACKUP.hour && minute < BACKUP.minutes;
  const share = courseAt(hour + minute / 60) * (isWeekend ? AT_WEEKENDS : 1);
  return Math.min(1, share + (isBackup ? BACKUP.share : 0));
}

function courseAt(hour: number): number {
  const next = COURSE.findIndex(([at]) => at > hour);
  const [[from = 0, before = 0] = [], [to = 24, after = 0] = []] = [COURSE[next - 1], COURSE[next]];
  return before + ((after - before) * (hour - from)) / (to - from);
}
