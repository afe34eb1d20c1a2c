import { stringifySearch } from "../../url/search-params";

/** Where the figures of the dashboard lead. */
export const LINKS = {
  inventory: "/inventory",
  newDevice: "/inventory/new",
  deviceImport: "/inventory/import",
  ipam: "/ipam",
  conflicts: "/ipam?tab=conflicts",
  syslogStatus: "/syslog/status",
} as const;

type Search = { q?: string; from: string; to?: string };

/** The list of the events behind a figure. */
export function eventsHref(search: Search): string {
  return `/syslog${stringifySearch(search)}`;
}

/** The events between two moments, seconds since 1970. */
export function spanHref(from: number, to: number): string {
  const text = (seconds: number) => new Date(seconds * 1000).toISOString();
  return eventsHref({ from: text(from), to: text(to) });
}

const OTHER_VERDICTS = "-verdict:allow -verdict:deny -verdict:drop -verdict:reject";

/** The last day's events with a verdict; `other`: with another one, or none. */
export function verdictHref(verdict: string): string {
  return eventsHref({ from: "-24h", q: verdict === "other" ? OTHER_VERDICTS : `verdict:${verdict}` });
}

export function subnetHref({ id }: { id: number }): string {
  return `/ipam/${id}`;
}
