/** Times in the viewer's zone, 24 hours. All take what `new Date` takes; a zone is for tests. */
type Moment = Date | string | number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A person travels, but to ask costs more than to format a time, and each row of a tail does. */
const ZONE_MS = 1000;
let known: { zone: string; at: number } | undefined;

/** The viewer's zone, such as `Europe/Berlin`. */
export function viewerZone(): string {
  const now = Date.now();
  if (known === undefined || Math.abs(now - known.at) > ZONE_MS)
    known = { zone: new Intl.DateTimeFormat("en-GB").resolvedOptions().timeZone, at: now };
  return known.zone;
}

/** `Europe/Berlin, UTC+1`: said once, in the header. */
export function zoneLabel(zone = viewerZone(), now: Moment = Date.now()): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    timeZoneName: "shortOffset",
  }).formatToParts(new Date(now));
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC") ?? "UTC";
  return zone === "UTC" || zone === offset ? zone : `${zone}, ${offset}`;
}

type Parts = Readonly<Record<string, string>>;

const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(moment: Moment, zone: string): Parts {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
    });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `20 Nov 17:12`, and `2026-11-20 17:12` where that is more than a year away. */
export function formatListTime(
  moment: Moment,
  { now = Date.now(), zone = viewerZone() }: { now?: Moment; zone?: string } = {},
): string {
  const { year, month, day, hour, minute } = partsOf(moment, zone);
  const isFar = Math.abs(new Date(moment).getTime() - new Date(now).getTime()) > 365 * DAY;
  return isFar
    ? `${year}-${month}-${day} ${hour}:${minute}`
    : `${Number(day)} ${MONTHS[Number(month) - 1]} ${hour}:${minute}`;
}

/** `17:12:59.037`, below a row that names the day. */
export function formatEventTime(moment: Moment, zone = viewerZone()): string {
  const { hour, minute, second, fractionalSecond } = partsOf(moment, zone);
  return `${hour}:${minute}:${second}.${fractionalSecond}`;
}

/** `17:12:59`, since when something is so. */
export function formatClock(moment: Moment, zone = viewerZone()): string {
  return formatEventTime(moment, zone).slice(0, -".037".length);
}

/** `20 Nov 17:12:59.037`, where rows of several days stand together. */
export function formatDayAndTime(moment: Moment, zone = viewerZone()): string {
  return `${formatListTime(moment, { zone }).slice(0, -"00:00".length)}${formatEventTime(moment, zone)}`;
}

/** On the viewer's calendar. */
export function isSameDay(one: Moment, other: Moment, zone = viewerZone()): boolean {
  return formatDay(one, zone) === formatDay(other, zone);
}

/** `Fri 20 Nov 2026`. */
export function formatDay(moment: Moment, zone = viewerZone()): string {
  const { year, month, day } = partsOf(moment, zone);
  const weekday = WEEKDAYS[new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()];
  return `${weekday} ${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `2026-11-20 16:12:59.037 UTC`. */
export function formatUtc(moment: Moment): string {
  return `${new Date(moment).toISOString().replace("T", " ").replace("Z", "")} UTC`;
}

/** `2026-11-20 16:12:59.037 UTC to 2026-11-20 16:27:59.037 UTC`: said on hover where a span is shown. */
export function formatUtcSpan(start: Moment, end: Moment): string {
  return `${formatUtc(start)} to ${formatUtc(end)}`;
}

/** `3 min ago`, `in 2 h`: for how fresh something is only. */
export function formatAge(moment: Moment, now: Moment = Date.now()): string {
  const difference = new Date(now).getTime() - new Date(moment).getTime();
  const length = Math.abs(difference);
  if (length < 5000) return "just now";
  const text = formatRoughly(length);
  return difference > 0 ? `${text} ago` : `in ${text}`;
}

/** `34 s`, `12 min`, `3 h`, `5 days`: how long something has lasted so far. */
export function formatRoughly(length: number): string {
  if (length < MINUTE) return `${Math.floor(Math.max(0, length) / 1000)} s`;
  if (length < HOUR) return `${Math.floor(length / MINUTE)} min`;
  if (length < 2 * DAY) return `${Math.floor(length / HOUR)} h`;
  const days = Math.floor(length / DAY);
  return days < 730 ? `${days} days` : `${Math.floor(days / 365)} years`;
}

/** `0 ms`, `0.08 ms`, `4.2 ms`, `82 ms`, `3.4 s`: how long an answer took. */
export function formatLatency(milliseconds: number): string {
  if (milliseconds === 0) return "0 ms";
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`;
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : formatDuration(milliseconds);
}

/** `82 ms`, `3.4 s`, `30 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${Number((milliseconds / 1000).toFixed(1))} s`;
  const [days, hours, minutes, seconds] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
    Math.floor((milliseconds % MINUTE) / 1000),
  ];
  const parts =
    days > 0
      ? [
          [days, "d"],
          [hours, "h"],
        ]
      : hours > 0
        ? [
            [hours, "h"],
            [minutes, "min"],
          ]
        : [
            [minutes, "min"],
            [seconds, "s"],
          ];
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${count} ${unit}`)).join(" ");
}
