/** Times of lease files, as milliseconds since 1970. Each is undefined where the text is no such time. Pure. */

/** The last second of the year 9999, beyond which neither ISO 8601 nor the database goes. */
const LAST_SECOND = 253_402_300_799;

/** Whole seconds since 1970. */
export function fromEpochSeconds(text: string | number): number | undefined {
  if (typeof text === "string" && !/^\d{1,12}(?:\.\d+)?$/.test(text)) return undefined;
  const seconds = Math.trunc(Number(text));
  return seconds >= 0 && seconds <= LAST_SECOND ? seconds * 1000 : undefined;
}

type Civil = { year: number; month: number; day: number; hour: number; minute: number; second: number };

function instantOf(civil: Civil, utcOffsetMinutes: number): number | undefined {
  const { year, month, day, hour, minute, second } = civil;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    year >= 1000 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    second <= 60;
  return isReal ? date.getTime() - utcOffsetMinutes * 60_000 : undefined;
}

const YEAR_FIRST =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T|\s+)(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** `2026/01/31 17:00:00`, also with dashes, `T` and a zone of its own, which then counts. */
export function fromYearFirst(text: string, utcOffsetMinutes: number): number | undefined {
  const match = YEAR_FIRST.exec(text.trim());
  if (match === null) return undefined;
  const zone = match[7] === undefined ? utcOffsetMinutes : parseUtcOffset(match[7]);
  if (zone === undefined) return undefined;
  return instantOf(civilOf([match[1], match[2], match[3]], [match[4], match[5], match[6]]), zone);
}

type Texts = readonly (string | undefined)[];

function civilOf([year, month, day]: Texts, [hour, minute, second]: Texts): Civil {
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
  };
}

/** Minutes east of UTC of `+02:00`, `-0330` or `Z`. */
export function parseUtcOffset(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return Number(match[3]) > 59 || minutes > 14 * 60 ? undefined : match[1] === "-" ? -minutes : minutes;
}

export type DateOrder = "day-first" | "month-first";

const YEAR_LAST =
  /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4}),?\s+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*(?:([ap])\.?\s?m\.?)?$/i;

/**
 * Whether a server's dates begin with the day or the month, which its region decides and its file does not say: by a
 * number above 12 where any date has one, else a twelve-hour clock with slashes is taken for American.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let guess: DateOrder = "day-first";
  for (const text of texts) {
    const match = YEAR_LAST.exec(text.trim());
    if (match === null) continue;
    if (Number(match[1]) > 12) return "day-first";
    if (Number(match[3]) > 12) return "month-first";
    if (match[2] === "/" && match[8] !== undefined) guess = "month-first";
  }
  return guess;
}

/** A time as Windows writes it for a region: `1/31/2026 5:00:00 PM`, `31.01.2026 17:00:00`, or with the year first. */
export function fromRegional(
  text: string,
  { order, utcOffsetMinutes }: { order: DateOrder; utcOffsetMinutes: number },
): number | undefined {
  const match = YEAR_LAST.exec(text.trim());
  if (match === null) return fromYearFirst(text, utcOffsetMinutes);
  const [month, day] = order === "day-first" ? [match[3], match[1]] : [match[1], match[3]];
  const civil = civilOf([match[4], month, day], [match[5], match[6], match[7]]);
  const half = match[8]?.toLowerCase();
  if (half === undefined) return instantOf(civil, utcOffsetMinutes);
  if (civil.hour < 1 || civil.hour > 12) return undefined;
  return instantOf({ ...civil, hour: (civil.hour % 12) + (half === "p" ? 12 : 0) }, utcOffsetMinutes);
}

const UNIT_SECONDS = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 } as const;
const DURATION = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+):(\d\d):(\d\d)|(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?)$/;

/** Seconds of a RouterOS duration: `1w2d3h4m5s`, `1d00:09:30`. */
export function parseDuration(text: string): number | undefined {
  const match = text === "" ? null : DURATION.exec(text);
  if (match === null) return undefined;
  const number = (index: number) => Number(match[index] ?? 0);
  const { w, d, h, m, s } = UNIT_SECONDS;
  const days = number(1) * w + number(2) * d;
  const seconds =
    days + (number(3) + number(6)) * h + (number(4) + number(7)) * m + (number(5) + number(8)) * s;
  return seconds <= LAST_SECOND ? seconds : undefined;
}
