export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From a time of day to the next such time; it begins on these days. */
export type HoursWindow = {
  readonly days: Weekday[];
  /** `HH:MM`. */
  readonly begins: string;
  /** `HH:MM`, at most `24:00`; on the next day where it is not after `begins`. */
  readonly ends: string;
};

/** What comes again every week by the clock on the wall of a place. */
export type Hours = {
  /** IANA name. */
  readonly time_zone: string;
  readonly windows: HoursWindow[];
};

/** In milliseconds since the epoch: it holds at its beginning and no longer at its end. */
export type Span = { startsAt: number; endsAt: number };

/** Windows of one day may be lost to the clock being put forward: the next is a week later. */
const DAYS_AHEAD = 15;

/**
 * When the hours hold, from the instant on for two weeks: those that touch are one. A time that a day has twice counts
 * at its first occurrence; one that it does not have is the moment after the gap, so that a window wholly within the
 * gap does not happen on that day.
 */
export function spansOfHours(hours: Hours, now: Date): Span[] {
  const today = localDate(hours, now.getTime());
  const merged: Span[] = [];
  const spans = Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => today.add({ days: index - 1 }))
    .flatMap((day) => spansOn(hours, day))
    .toSorted((one, other) => one.startsAt - other.startsAt);
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && span.startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt);
    else merged.push({ ...span });
  }
  return merged.filter(({ endsAt }) => endsAt > now.getTime());
}

const DAY_MS = 86_400_000;
const MAX_KEPT = 1000;
/** From the instant on for a day. */
const kept = new Map<string, { from: number; spans: Span[] }>();

/**
 * Whether the instant is within the hours. Asked every second of the same few, so that what was worked out for the day
 * is kept.
 */
export function isWithinHours(hours: Hours, now: Date): boolean {
  const instant = now.getTime();
  const key = JSON.stringify(hours);
  let known = kept.get(key);
  if (known === undefined || instant < known.from || instant >= known.from + DAY_MS) {
    if (kept.size >= MAX_KEPT) kept.clear();
    known = { from: instant, spans: spansOfHours(hours, now) };
    kept.set(key, known);
  }
  return isWithin(known.spans, instant);
}

/** Whether a rule is outside of its schedule then: what only happens is not found by it. */
export function restsAt({ schedule }: { schedule: Hours | null }, at: Date): boolean {
  return schedule !== null && !isWithinHours(schedule, at);
}

export function isWithin(spans: readonly Span[], instant: number): boolean {
  return spans.some(({ startsAt, endsAt }) => startsAt <= instant && instant < endsAt);
}

function localDate({ time_zone: zone }: Hours, instant: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

/** Those that begin on the day. */
function spansOn({ time_zone: zone, windows }: Hours, day: Temporal.PlainDate): Span[] {
  const weekday = WEEKDAYS[day.dayOfWeek - 1];
  return windows.flatMap(({ days, begins, ends }) => {
    if (weekday === undefined || !days.includes(weekday)) return [];
    const startsAt = instantOf({ zone, day, time: begins });
    const endsAt = instantOf({ zone, day: ends > begins ? day : day.add({ days: 1 }), time: ends });
    return endsAt > startsAt ? [{ startsAt, endsAt }] : [];
  });
}

type LocalTime = { zone: string; day: Temporal.PlainDate; time: string };

/** The first moment at which the clock of the zone shows that time or, on that day, a later one. */
function instantOf({ zone, day, time }: LocalTime): number {
  const local =
    time === "24:00"
      ? day.add({ days: 1 }).toPlainDateTime()
      : day.toPlainDateTime(Temporal.PlainTime.from(time));
  const earlier = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  const afterTheGap = earlier.getTimeZoneTransition("next");
  if (afterTheGap === null)
    throw new Error(`our bug: ${zone} has a gap without an end at ${local.toString()}`);
  return afterTheGap.epochMilliseconds;
}
