import type { QuietHours } from "../tables";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A change of clocks in them moves their end: it is walked to, not reckoned. */
const STEP_MINUTES = 30;
const MAX_STEPS = (DAY_MINUTES + 120) / STEP_MINUTES;

/** The instant itself, or the end of the quiet hours in which it lies, as the clock of their zone shows it. */
export function afterQuietHours(instant: Date, quiet: QuietHours | null): Date {
  if (quiet === null) return instant;
  let at = instant;
  for (let step = 0; step < MAX_STEPS; step++) {
    const minutes = minutesLeft(at, quiet);
    if (minutes === 0) return at;
    const whole = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
    at = new Date(whole + Math.min(minutes, STEP_MINUTES) * MINUTE_MS);
  }
  return at;
}

/** Minutes until the quiet hours end; 0: the instant does not lie in them. */
function minutesLeft(instant: Date, { begins, ends, timeZone }: QuietHours): number {
  const [start, end, now] = [minuteOf(begins), minuteOf(ends), minuteOf(clockAt(instant, timeZone))];
  const length = (end - start + DAY_MINUTES) % DAY_MINUTES;
  const since = (now - start + DAY_MINUTES) % DAY_MINUTES;
  return since < length ? length - since : 0;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function clockAt(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(instant);
}
