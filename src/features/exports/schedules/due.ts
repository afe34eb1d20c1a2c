import { nextOccurrence } from "#platform/cron";

export const CADENCES = ["weekly", "monthly"] as const;
export type Cadence = (typeof CADENCES)[number];

/** When a report is due again and again: on the clock of the zone. */
export type Rhythm = {
  cadence: Cadence;
  /** 1 to 7, from Monday. */
  weekday: number;
  /** 1 to 31; a month without it has it on its last day. */
  dayOfMonth: number;
  /** `07:30`. */
  time: string;
  timeZone: string;
};

/**
 * The first moment after `now` at which a report is due. A time that the day does not have is its first moment after
 * the gap.
 */
export function dueAfter(now: Date, rhythm: Rhythm): Date {
  const [hour, minute] = rhythm.time.split(":").map(Number);
  const moments = daysOf(rhythm).map((days) =>
    nextOccurrence({ cron: `${minute} ${hour} ${days}`, timeZone: rhythm.timeZone }, now.getTime()),
  );
  const next = Math.min(...moments.map((moment) => moment ?? Infinity));
  if (next === Infinity) throw new Error(`our bug: a rhythm comes to no day: ${JSON.stringify(rhythm)}`);
  return new Date(next);
}

/** The last three fields of cron expressions, all of which hold. */
function daysOf({ cadence, weekday, dayOfMonth }: Rhythm): string[] {
  if (cadence === "weekly") return [`* * ${weekday}`];
  if (dayOfMonth === 31) return ["L * *"];
  // The only month that is shorter.
  return dayOfMonth > 28 ? [`${dayOfMonth} * *`, "L 2 *"] : [`${dayOfMonth} * *`];
}

const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;

/**
 * After so many runs in a row that failed: 5 minutes at first, twice as long each time, four hours at most; not after
 * the next that is due anyhow.
 */
export function retryAfter(now: Date, { failures, rhythm }: { failures: number; rhythm: Rhythm }): Date {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
  return new Date(Math.min(now.getTime() + pause, dueAfter(now, rhythm).getTime()));
}
