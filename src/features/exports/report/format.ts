const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Prints times on the clock of one zone. */
export type Clock = {
  /** `20 Nov 2026`. */
  day(ms: number): string;
  /** `20 Nov`. */
  shortDay(ms: number): string;
  /** `17:12`. */
  hour(ms: number): string;
  /** `20 Nov 2026 17:12`. */
  time(ms: number): string;
};

export function createClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  const partsOf = (ms: number) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const shortDay = `${Number(parts.get("day"))} ${MONTHS[Number(parts.get("month")) - 1]}`;
    const day = `${shortDay} ${parts.get("year")}`;
    const hour = `${parts.get("hour")}:${parts.get("minute")}`;
    return { shortDay, day, hour, time: `${day} ${hour}` };
  };
  return {
    day: (ms) => partsOf(ms).day,
    shortDay: (ms) => partsOf(ms).shortDay,
    hour: (ms) => partsOf(ms).hour,
    time: (ms) => partsOf(ms).time,
  };
}

/** `14,212`; from a million on `1.28 M`. */
export function formatCount(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(2)} M`;
  return Math.round(count).toLocaleString("en-US");
}

/** `1 device`, `14,212 devices`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `99.87 %`, cut, never rounded up: only what never failed has 100. */
export function formatUptime(share: number | undefined): string {
  if (share === undefined) return "unknown";
  if (share >= 1) return "100 %";
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}

/** `37 %`; what is some is never nothing. */
export function formatPercent(percent: number): string {
  if (percent > 0 && percent < 1) return "< 1 %";
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100} %`;
}

/** `34 s`, `12 min`, `3 h 5 min`, `5 d 2 h`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.max(0, Math.floor(milliseconds / SECOND))} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  const [unit, name, part, partName] =
    milliseconds < DAY ? ([HOUR, "h", MINUTE, "min"] as const) : ([DAY, "d", HOUR, "h"] as const);
  const rest = Math.floor((milliseconds % unit) / part);
  const whole = `${formatCount(Math.floor(milliseconds / unit))} ${name}`;
  return rest === 0 ? whole : `${whole} ${rest} ${partName}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** In sentences and cells a text that never ends would fill pages. Characters, not halves of them. */
export function shorten(text: string, length = 240): string {
  const characters = Array.from(text.slice(0, 4 * length));
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}
