import { Cron } from "croner";

/** A span of time in milliseconds since the epoch: it holds at its beginning and no longer at its end. */
export type Occurrence = { readonly startsAt: number; readonly endsAt: number };

export type Once = { readonly kind: "once" } & Occurrence;

export type Recurring = {
  readonly kind: "recurring";
  /** Five fields, in the time of the zone. */
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly durationMinutes: number;
  /** Occurrences begin at or after it. */
  readonly from: number | null;
  /** Occurrences begin before it. */
  readonly until: number | null;
};

export type Plan = {
  readonly schedule: Once | Recurring;
  /** Of a recurring one: the occurrence that begins then ends at `endsAt` already; not at all, where that is its beginning. */
  readonly exceptions: readonly Occurrence[];
};

const MINUTE_MS = 60_000;

/** Dates are written with four digits, and calendars of zones begin with computers: nothing recurs before the one or after the other. */
const FIRST_MOMENT = 0;
export const LAST_MOMENT = Date.UTC(9999, 0, 1);

/**
 * The occurrences that end after the instant, in the order in which they begin. A fixed local time that a day has twice is used
 * once, at its first occurrence; one that a day does not have is used at the first moment after the gap. What is asked of every
 * hour or minute follows the clock of the zone through both.
 */
export function* occurrencesAfter({ schedule, exceptions }: Plan, instant: number): Generator<Occurrence> {
  if (schedule.kind === "once") {
    const { startsAt, endsAt } = schedule;
    if (instant < endsAt) yield { startsAt, endsAt };
    return;
  }
  const cron = cronOf(schedule);
  const durationMs = schedule.durationMinutes * MINUTE_MS;
  const cuts = new Map(exceptions.map(({ startsAt, endsAt }) => [startsAt, endsAt]));
  // An occurrence is over where it has lasted its time, so none that began by then matters.
  const behind = Math.max(instant - durationMs, (schedule.from ?? FIRST_MOMENT) - 1, FIRST_MOMENT);
  for (let start = nextStart(cron, behind); start !== undefined; start = nextStart(cron, start)) {
    if (schedule.until !== null && start >= schedule.until) return;
    const endsAt = Math.min(start + durationMs, cuts.get(start) ?? Infinity);
    if (endsAt > start && endsAt > instant) yield { startsAt: start, endsAt };
  }
}

/** The first moment after the instant that the expression, of five fields, names on the clock of the zone; undefined: there is none. */
export function nextMoment(rule: Pick<Recurring, "cron" | "timeZone">, instant: number): number | undefined {
  return nextStart(cronOf(rule), instant);
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
  const cron = cronOf(schedule);
  let before: number | undefined;
  let start = nextStart(cron, Math.max(instant, schedule.from ?? FIRST_MOMENT) - 1);
  if (start === undefined) return "No date matches the cron expression";
  if (schedule.until !== null && start >= schedule.until)
    return "No occurrence begins between from and until";
  for (let count = 0; count < JUDGED && start !== undefined; count++) {
    if (before !== undefined && start - before < schedule.durationMinutes * MINUTE_MS)
      return "An occurrence would begin before the one before it has ended";
    before = start;
    start = nextStart(cron, start);
  }
  return undefined;
}

/** The text with one blank between its fields; undefined where it is no cron expression of five fields. */
export function parseCron(text: string): string | undefined {
  const cron = text.trim().replaceAll(/\s+/g, " ");
  // A question mark would stand for the moment at which the expression is read.
  if (cron.split(" ").length !== 5 || cron.includes("?")) return undefined;
  try {
    makeCron(cron, "UTC");
    return cron;
  } catch {
    return undefined;
  }
}

/** Whether the runtime knows it as the IANA name of a zone; an offset such as `+02:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const MOST_KEPT = 1000;
const crons = new Map<string, Cron>();

/** Reading an expression costs more than asking it, and the same few are asked again and again. */
function cronOf({ cron, timeZone }: Pick<Recurring, "cron" | "timeZone">): Cron {
  const key = `${cron} ${timeZone}`;
  const known = crons.get(key);
  if (known !== undefined) return known;
  if (crons.size >= MOST_KEPT) crons.clear();
  const made = makeCron(cron, timeZone);
  crons.set(key, made);
  return made;
}

function makeCron(cron: string, timeZone: string): Cron {
  return new Cron(cron, {
    paused: true,
    mode: "5-part",
    timezone: timeZone,
    // A list of fixed times, such as 02:30 and 14:30, happens once a day each as a single one does.
    fixedTimeRule: "no-wildcard",
  });
}

/** The first beginning after the instant; undefined: there is none. */
function nextStart(cron: Cron, instant: number): number | undefined {
  if (instant >= LAST_MOMENT) return undefined;
  const start = cron.nextRun(new Date(instant))?.getTime() ?? Infinity;
  return start < LAST_MOMENT ? start : undefined;
}
