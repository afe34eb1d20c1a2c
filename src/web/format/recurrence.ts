import { formatDuration } from "./time";

/** A cron expression as a person would put it; `cron`: there are no simple words for it. */
export type Recurrence =
  | { repeats: "daily"; time: string }
  | { repeats: "weekly"; time: string; weekdays: readonly string[] }
  | { repeats: "monthly"; time: string; day: string }
  | { repeats: "cron" };

/** As cron counts them, Monday first as people do. */
export const WEEKDAYS = [
  { value: "1", label: "Mon" },
  { value: "2", label: "Tue" },
  { value: "3", label: "Wed" },
  { value: "4", label: "Thu" },
  { value: "5", label: "Fri" },
  { value: "6", label: "Sat" },
  { value: "0", label: "Sun" },
] as const;

const NUMBER = /^\d{1,2}$/;

export function parseRecurrence(cron: string): Recurrence {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = cron.trim().split(/\s+/);
  if (!NUMBER.test(minute) || !NUMBER.test(hour) || month !== "*") return { repeats: "cron" };
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (day === "*" && weekday === "*") return { repeats: "daily", time };
  if (NUMBER.test(day) && weekday === "*") return { repeats: "monthly", time, day: String(Number(day)) };
  const weekdays = weekdaysOf(weekday);
  return day === "*" && weekdays !== undefined ? { repeats: "weekly", time, weekdays } : { repeats: "cron" };
}

/** `1,3`, `MON-FRI` and `sun` as the digits of their days; undefined: it is something else. */
function weekdaysOf(field: string): string[] | undefined {
  const days: number[] = [];
  for (const part of field.split(",")) {
    const [from, to = from, ...more] = part.split("-").map(weekdayOf);
    if (from === undefined || to === undefined || more.length > 0 || to < from) return undefined;
    for (let day = from; day <= to; day++) days.push(day % 7);
  }
  return [...new Set(days)].map(String);
}

/** 0 to 7, of which both ends are Sunday. */
function weekdayOf(word: string): number | undefined {
  if (/^[0-7]$/.test(word)) return Number(word);
  const named = WEEKDAYS.find(({ label }) => label.toUpperCase() === word.toUpperCase());
  return named === undefined ? undefined : Number(named.value);
}

/** The expression of simple words; undefined where they say nothing, such as a week without a day. */
export function printRecurrence(recurrence: Exclude<Recurrence, { repeats: "cron" }>): string | undefined {
  const [hour = "", minute = ""] = recurrence.time.split(":");
  if (!NUMBER.test(hour) || !NUMBER.test(minute)) return undefined;
  const clock = `${Number(minute)} ${Number(hour)}`;
  switch (recurrence.repeats) {
    case "daily":
      return `${clock} * * *`;
    case "monthly":
      return `${clock} ${recurrence.day} * *`;
    case "weekly": {
      const days = WEEKDAYS.filter(({ value }) => recurrence.weekdays.includes(value));
      return days.length === 0 ? undefined : `${clock} * * ${days.map(({ value }) => value).join(",")}`;
    }
  }
}

type Recurring = { cron: string; time_zone: string; duration_minutes: number };

const MINUTE_MS = 60_000;

/** `Every Sun at 02:30 for 1 h (Europe/Berlin)`: in the time of that zone, wherever it is read. */
export function describeRecurring({ cron, time_zone: zone, duration_minutes: minutes }: Recurring): string {
  return `${describeCron(cron)} for ${formatDuration(minutes * MINUTE_MS)} (${zone})`;
}

function describeCron(cron: string): string {
  const recurrence = parseRecurrence(cron);
  switch (recurrence.repeats) {
    case "daily":
      return `Every day at ${recurrence.time}`;
    case "monthly":
      return `On day ${recurrence.day} of each month at ${recurrence.time}`;
    case "weekly": {
      const days = WEEKDAYS.filter(({ value }) => recurrence.weekdays.includes(value));
      return `Every ${days.map(({ label }) => label).join(", ")} at ${recurrence.time}`;
    }
    case "cron":
      return `Cron ${cron}`;
  }
}
