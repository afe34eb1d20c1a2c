/**
 * Moments as people type them, on a clock of 24 hours: `2026-11-20 17:12`. The browser's own picker shows the clock of
 * the browser's language, with AM and PM in pages that have none.
 */
const MOMENT =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([+-]\d{2}:\d{2}))?)?$/;
const TIME = /^(\d{1,2}):?(\d{2})$/;

/**
 * `2026-11-20T17:12`, as `new Date` takes it; a day alone begins at midnight, and an offset from UTC stays. Whatever is
 * no moment stays as it is.
 */
export function toMomentValue(text: string): string {
  const found = MOMENT.exec(text.trim());
  if (found === null) return text.trim();
  const [, year, month = "", day = "", hour = "0", minute = "00", second, offset = ""] = found;
  const time = `${hour.padStart(2, "0")}:${minute}${second === undefined ? "" : `:${second}`}`;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time}${offset}`;
}

/** What the field shows: `2026-10-25 02:30`, or `2026-10-25 02:30 +01:00`. */
export function shownMoment(value: string): string {
  return MOMENT.test(value) ? value.replace("T", " ").replace(/ ?([+-]\d{2}:\d{2})$/, " $1") : value;
}

const MINUTE_MS = 60_000;

/**
 * An instant on the viewer's clock, as the value of a field, to the minute or to the second. Of the hour that comes
 * twice in autumn the second has its offset with it: without one it would be read as the first.
 */
export function momentOf(at: Date, precision: "minute" | "second" = "minute"): string {
  const ahead = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + ahead * MINUTE_MS).toISOString();
  const value = local.slice(0, precision === "minute" ? 16 : 19);
  const readAs = new Date(value).getTimezoneOffset();
  return readAs === at.getTimezoneOffset() ? value : `${value}${offsetText(ahead)}`;
}

/** `+05:45` */
function offsetText(aheadMinutes: number): string {
  const minutes = Math.abs(aheadMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${aheadMinutes < 0 ? "-" : "+"}${hours}:${rest}`;
}

/** The instant of a field's value, as the API takes it (RFC 3339, UTC); null where there is none. */
export function instantOf(value: string): string | null {
  const at = new Date(value);
  return value === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The same time of another day. */
export function onDay(value: string, day: string): string {
  const [time = "00:00"] = /\d{2}:\d{2}(:\d{2})?/.exec(toMomentValue(value).slice(10)) ?? [];
  return `${day} ${time}`;
}

/** What is wrong with the value of a field, or null; a blank one is for other rules. */
export function momentFault(value: string): string | null {
  if (value.trim() === "") return null;
  const isMoment = MOMENT.test(value.trim()) && isOnCalendar(toMomentValue(value));
  return isMoment ? null : `“${shownMoment(value)}” is no moment, such as 2026-11-20 17:12`;
}

/** Date arithmetic would make 1 March of 30 February. */
function isOnCalendar(value: string): boolean {
  const local = value.replace(/[+-]\d{2}:\d{2}$/, "");
  const at = new Date(`${local}Z`);
  const isThere = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local);
  return isThere && !Number.isNaN(Date.parse(value));
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
