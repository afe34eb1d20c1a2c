import { Cron } from "croner";

/** Moments by a calendar. */
export type Recurrence = {
  /** Five fields, in the time of the zone. */
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
};

/** Dates are written with four digits: nothing recurs after them. */
export const LAST_MOMENT = Date.UTC(9999, 0, 1);

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

/** The first moment after the instant, both in milliseconds since the epoch; undefined: there is none. */
export function nextOccurrence(recurrence: Recurrence, instant: number): number | undefined {
  if (instant >= LAST_MOMENT) return undefined;
  const start = cronOf(recurrence).nextRun(new Date(instant))?.getTime() ?? Infinity;
  return start < LAST_MOMENT ? start : undefined;
}

const MAX_KEPT = 1000;
const crons = new Map<string, Cron>();

/** Reading an expression costs more than asking it, and the same few are asked again and again. */
function cronOf({ cron, timeZone }: Recurrence): Cron {
  const key = `${cron} ${timeZone}`;
  const known = crons.get(key);
  if (known !== undefined) return known;
  if (crons.size >= MAX_KEPT) crons.clear();
  const made = makeCron(cron, timeZone);
  crons.set(key, made);
  return made;
}

function makeCron(cron: string, timeZone: string): Cron {
  return new Cron(cron, {
    paused: true,
    mode: "5-part",
    // Calendars of other zones take 1.5 MiB, once.
    ...(timeZone === "UTC" ? { utcOffset: 0 } : { timezone: timeZone }),
    // A list of fixed times, such as 02:30 and 14:30, happens once a day each as a single one does.
    fixedTimeRule: "no-wildcard",
  });
}
