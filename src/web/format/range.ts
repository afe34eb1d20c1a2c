import { formatListTime, formatUtc, formatUtcSpan } from "./time";

/** A window of time as the URL says it: `-15m`, or RFC 3339 instants. Without `to` it ends now. */
export type Range = { from: string; to?: string | undefined };

/** RFC 3339, milliseconds. */
export type Window = { start: string; end: string };

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const RELATIVE_RANGES = [
  { from: "-5m", label: "Last 5 min" },
  { from: "-15m", label: "Last 15 min" },
  { from: "-1h", label: "Last hour" },
  { from: "-6h", label: "Last 6 h" },
  { from: "-24h", label: "Last 24 h" },
  { from: "-7d", label: "Last 7 days" },
  { from: "-30d", label: "Last 30 days" },
] as const;

export const USUAL_FROM = "-15m";

/** Length of a relative beginning, ms; undefined for anything else. */
function relativeLength(text: string): number | undefined {
  const [, count, unit] = /^-(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0) return undefined;
  return Number(count) * (unit === "m" ? UNITS.m : unit === "h" ? UNITS.h : UNITS.d);
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

export function isInstant(text: string): boolean {
  return RFC3339.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * What of a URL makes a range; the usual one where nothing does. A relative beginning has no end, and an end lies
 * behind its beginning.
 */
export function readRange(from: string | undefined, to: string | undefined): Range {
  if (from === undefined) return { from: USUAL_FROM };
  if (relativeLength(from) !== undefined) return { from };
  if (!isInstant(from)) return { from: USUAL_FROM };
  return to !== undefined && isInstant(to) && Date.parse(to) > Date.parse(from) ? { from, to } : { from };
}

export function isRelative({ from }: Range): boolean {
  return relativeLength(from) !== undefined;
}

/** The window that a range means at a moment (ms). */
export function resolveRange({ from, to }: Range, now: number): Window {
  const length = relativeLength(from);
  const end = to === undefined ? now : Date.parse(to);
  const start = length === undefined ? Math.min(Date.parse(from), end) : now - length;
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/** The range between two moments, ms. */
export function absoluteRange(start: number, end: number): Range {
  const [from, to] = [Math.floor(Math.min(start, end)), Math.ceil(Math.max(start, end))];
  return { from: new Date(from).toISOString(), to: new Date(Math.max(to, from + 1)).toISOString() };
}

/** The window just before or after, of the same length. */
export function shiftRange(range: Range, direction: -1 | 1, now: number): Range {
  const { start, end } = resolveRange(range, now);
  const length = Date.parse(end) - Date.parse(start);
  return absoluteRange(Date.parse(start) + direction * length, Date.parse(end) + direction * length);
}

/** Twice as long, around the same middle. */
export function widenRange(range: Range, now: number): Range {
  const { start, end } = resolveRange(range, now);
  const half = Math.max(500, (Date.parse(end) - Date.parse(start)) / 2);
  return absoluteRange(Date.parse(start) - half, Math.min(now, Date.parse(end) + half));
}

const WORDS = { m: "min", h: "h", d: "days" } as const;

/** In UTC, for hover; nothing where the range goes with the time. */
export function describeUtcRange({ from, to }: Range): string | undefined {
  if (isRelative({ from, to })) return undefined;
  return to === undefined ? `Since ${formatUtc(from)}` : formatUtcSpan(from, to);
}

/** `Last 15 min`, `21 Nov 14:00 – 21 Nov 15:00`, `Since 21 Nov 14:00`. */
export function describeRange({ from, to }: Range): string {
  const known = RELATIVE_RANGES.find((range) => range.from === from);
  if (known !== undefined) return known.label;
  const [, count, unit] = /^-(\d+)([mhd])$/.exec(from) ?? [];
  if (count !== undefined)
    return `Last ${count} ${unit === "m" ? WORDS.m : unit === "h" ? WORDS.h : WORDS.d}`;
  if (to === undefined) return `Since ${formatListTime(from)}`;
  const [start, end] = [formatListTime(from), formatListTime(to)];
  const isSameDay = start.slice(0, -5) === end.slice(0, -5);
  return `${start} – ${isSameDay ? end.slice(-5) : end}`;
}
