import { read } from "../../url/search-params";

export const RANGES = ["24h", "7d", "30d"] as const;
export type RangeName = (typeof RANGES)[number];

export type WatchedSearch = {
  /** Absent: the last day. */
  range?: Exclude<RangeName, "24h"> | undefined;
  /** A change of state around which is shown what else happened, RFC 3339. */
  around?: string | undefined;
};

export type WatchedCheckSearch = WatchedSearch & {
  /** Of a check that runs on many: whose history is shown. */
  device?: number | undefined;
};

export const HOURS: Readonly<Record<RangeName, number>> = { "24h": 24, "7d": 168, "30d": 720 };

export function parseWatchedSearch(raw: Record<string, unknown>): WatchedSearch {
  return { range: read.choice(raw, "range", ["7d", "30d"]), around: moment(raw, "around") };
}

function moment(raw: Record<string, unknown>, name: string): string | undefined {
  const text = read.text(raw, name);
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;
}

export function parseWatchedCheckSearch(raw: Record<string, unknown>): WatchedCheckSearch {
  return { ...parseWatchedSearch(raw), device: read.integer(raw, "device", { min: 1 }) };
}
