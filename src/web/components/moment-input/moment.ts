/**
 * Moments as people type them, on a clock of 24 hours: `2026-11-20 17:12`. The browser's own picker shows the clock of
 * the browser's language, with AM and PM in pages that have none.
 */
const MOMENT = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const TIME = /^(\d{1,2}):?(\d{2})$/;

/** `2026-11-20T17:12`, as `new Date` takes it; a day alone begins at midnight. Whatever is no moment stays as it is. */
export function toMomentValue(text: string): string {
  const found = MOMENT.exec(text.trim());
  if (found === null) return text.trim();
  const [, year, month = "", day = "", hour = "0", minute = "00", second] = found;
  const time = `${hour.padStart(2, "0")}:${minute}${second === undefined ? "" : `:${second}`}`;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time}`;
}

/** What the field shows. */
export function shownMoment(value: string): string {
  return value.replace("T", " ");
}

/** What is wrong with the value of a field, or null; a blank one is for other rules. */
export function momentFault(value: string): string | null {
  if (value.trim() === "") return null;
  const isMoment = MOMENT.test(value.trim()) && isOnCalendar(toMomentValue(value));
  return isMoment ? null : `“${shownMoment(value)}” is no moment, such as 2026-11-20 17:12`;
}

/** Date arithmetic would make 1 March of 30 February. */
function isOnCalendar(value: string): boolean {
  const at = new Date(`${value}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

/** `07:05` of `7:05` and `705`; whatever is no time of day stays as it is. */
export function toTimeValue(text: string): string {
  const [, hour = "", minute = ""] = TIME.exec(text.trim()) ?? [];
  return isTime(hour, minute) ? `${hour.padStart(2, "0")}:${minute}` : text.trim();
}

export function timeFault(value: string): string | null {
  const [, hour = "", minute = ""] = TIME.exec(value.trim()) ?? [];
  if (value.trim() === "" || isTime(hour, minute)) return null;
  return `“${value}” is no time of day, such as 17:30`;
}

function isTime(hour: string, minute: string): boolean {
  return minute !== "" && Number(hour) < 24 && Number(minute) < 60;
}
