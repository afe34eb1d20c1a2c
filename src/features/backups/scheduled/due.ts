import { nextOccurrence } from "#platform/cron";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What failed is tried again then. */
const RETRY_MS = HOUR_MS;

/** When backups are made: by the clock of a zone where there is a cron expression, else so many hours apart. */
export type Plan = { cron: string; timeZone: string; intervalHours: number };

export type Known = {
  plan: Plan;
  /** Since when the plan is in force. */
  since: Date;
  /** When the newest backup was made; those of the schedule alone, where that goes by the clock. */
  madeAt: Date | undefined;
  /** When the last try ended, where it failed. */
  failedAt: Date | undefined;
  now: Date;
};

/**
 * When the next backup is to be made; null: never. What a service slept through is made once, at once. What was noted
 * before the clock was put back, and lies ahead of it, counts for nothing.
 */
export function dueTime({ plan, since, madeAt, failedAt, now }: Known): Date | null {
  const made = untilNow(madeAt, now);
  const failed = untilNow(failedAt, now);
  const byPlan = byPlanAfter(plan, { made, since: untilNow(since, now) ?? now.getTime() });
  if (byPlan === undefined) return null;
  return new Date(failed === undefined ? byPlan : Math.max(byPlan, failed + RETRY_MS));
}

function byPlanAfter(
  { cron, timeZone, intervalHours }: Plan,
  { made, since }: { made: number | undefined; since: number },
): number | undefined {
  if (cron !== "") return nextOccurrence({ cron, timeZone }, Math.max(made ?? 0, since));
  return made === undefined ? 0 : made + intervalHours * HOUR_MS;
}

function untilNow(at: Date | undefined, now: Date): number | undefined {
  return at === undefined || at > now ? undefined : at.getTime();
}

/** Of the zone's clock: hours in which hardly anybody works. */
const NIGHT = "0 2 * * *";
const NIGHT_MS = 3 * HOUR_MS;
const BETWEEN_TRIALS_MS = 7 * DAY_MS;
const AFTER_FAILURE_MS = DAY_MS;
/** A machine that is off at night tries by day, then. */
const PATIENCE_MS = 2 * DAY_MS;

export type TrialKnown = {
  last: { at: Date; hasFailed: boolean } | undefined;
  /** Of the backups that are kept, while none was tried. */
  oldestAt: Date;
  timeZone: string;
  now: Date;
};

/**
 * When the next trial restore is to be made, at night where it can be: a week after the last one, a day after one that
 * failed.
 */
export function trialTime({ last, oldestAt, timeZone, now }: TrialKnown): Date {
  const lastAt = untilNow(last?.at, now);
  const pause = last?.hasFailed === true ? AFTER_FAILURE_MS : BETWEEN_TRIALS_MS;
  const wanted = lastAt === undefined ? oldestAt.getTime() : lastAt + pause;
  // It may begin earlier in its night than the last one did.
  const earliest = Math.max(wanted, now.getTime()) - NIGHT_MS;
  const night = nextOccurrence({ cron: NIGHT, timeZone }, earliest);
  return new Date(Math.min(night ?? wanted, wanted + PATIENCE_MS));
}
