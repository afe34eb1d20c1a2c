import { nextOccurrence, type Recurrence } from "#platform/cron";

/** A span of time in milliseconds since the epoch: it holds at its beginning and no longer at its end. */
export type Occurrence = { readonly startsAt: number; readonly endsAt: number };

export type Once = { readonly kind: "once" } & Occurrence;

export type Recurring = Recurrence & {
  readonly kind: "recurring";
  readonly durationMinutes: number;
  /** Occurrences begin at or after it. */
  readonly from: number | null;
  /** Occurrences begin before it. */
  readonly until: number | null;
};

export type Plan = {
  readonly schedule: Once | Recurring;
  /**
   * Of a recurring one: the occurrence that begins then ends at `endsAt` already; not at all, where that is its
   * beginning.
   */
  readonly exceptions: readonly Occurrence[];
};

const MINUTE_MS = 60_000;

/** Calendars of zones begin with computers: nothing recurs before. */
const FIRST_MOMENT = 0;

/**
 * The occurrences that end after the instant, in the order in which they begin. A fixed local time that a day has twice
 * is used once, at its first occurrence; one that a day does not have is used at the first moment after the gap. What
 * is asked of every hour or minute follows the clock of the zone through both.
 */
export function* occurrencesAfter({ schedule, exceptions }: Plan, instant: number): Generator<Occurrence> {
  if (schedule.kind === "once") {
    const { startsAt, endsAt } = schedule;
    if (instant < endsAt) yield { startsAt, endsAt };
    return;
  }
  const durationMs = schedule.durationMinutes * MINUTE_MS;
  const cuts = new Map(exceptions.map(({ startsAt, endsAt }) => [startsAt, endsAt]));
  // An occurrence is over where it has lasted its time, so none that began by then matters.
  const behind = Math.max(instant - durationMs, (schedule.from ?? FIRST_MOMENT) - 1, FIRST_MOMENT);
  for (
    let start = nextOccurrence(schedule, behind);
    start !== undefined;
    start = nextOccurrence(schedule, start)
  ) {
    if (schedule.until !== null && start >= schedule.until) return;
    const endsAt = Math.min(start + durationMs, cuts.get(start) ?? Infinity);
    if (endsAt > start && endsAt > instant) yield { startsAt: start, endsAt };
  }
}

/** What a plan comes to at an instant. */
export type Moment = {
  /** That which runs; of several that overlap the one that ends last. */
  current: Occurrence | undefined;
  /** The first that begins later. */
  next: Occurrence | undefined;
  /** When either will differ; undefined: never. */
  changesAt: number | undefined;
};

export function momentOf(plan: Plan, instant: number): Moment {
  let current: Occurrence | undefined;
  let next: Occurrence | undefined;
  let changesAt = Infinity;
  for (const occurrence of occurrencesAfter(plan, instant)) {
    if (occurrence.startsAt > instant) {
      next = occurrence;
      break;
    }
    if (current === undefined || occurrence.endsAt > current.endsAt) current = occurrence;
    changesAt = Math.min(changesAt, occurrence.endsAt);
  }
  changesAt = Math.min(changesAt, next?.startsAt ?? Infinity);
  return { current, next, changesAt: Number.isFinite(changesAt) ? changesAt : undefined };
}

/** The occurrences of many plans between two instants, in the order in which they begin. */
export function* occurrencesOf<Key>(
  plans: readonly { key: Key; plan: Plan }[],
  span: Occurrence,
): Generator<Occurrence & { key: Key }> {
  const heads = plans.flatMap(({ key, plan }) => {
    const rest = occurrencesAfter(plan, span.startsAt);
    const { value } = rest.next();
    return value === undefined ? [] : [{ key, rest, occurrence: value }];
  });
  while (heads.length > 0) {
    const first = heads.reduce((one, other) =>
      other.occurrence.startsAt < one.occurrence.startsAt ? other : one,
    );
    if (first.occurrence.startsAt >= span.endsAt) return;
    yield { key: first.key, ...first.occurrence };
    const { value } = first.rest.next();
    if (value === undefined) heads.splice(heads.indexOf(first), 1);
    else first.occurrence = value;
  }
}

/** Looked at to judge a rule: more than a year of days. */
const JUDGED = 400;

/** Why a recurring schedule is none, as seen from the instant: in words for people; undefined: it is one. */
export function problemOf(schedule: Recurring, instant: number): string | undefined {
  let before: number | undefined;
  let start = nextOccurrence(schedule, Math.max(instant, schedule.from ?? FIRST_MOMENT) - 1);
  if (start === undefined) return "No date matches the cron expression";
  if (schedule.until !== null && start >= schedule.until)
    return "No occurrence begins between from and until";
  for (let count = 0; count < JUDGED && start !== undefined; count++) {
    if (before !== undefined && start - before < schedule.durationMinutes * MINUTE_MS)
      return "An occurrence would begin before the one before it has ended";
    before = start;
    start = nextOccurrence(schedule, start);
  }
  return undefined;
}
