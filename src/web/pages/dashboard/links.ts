import type { WorstTarget } from "../../api/standings";
import { stringifySearch } from "../../url/search-params";

/** Where the figures of the dashboard lead. */
export const LINKS = {
  inventory: "/inventory",
  newDevice: "/inventory/new",
  discovery: "/discovery",
  newMonitor: "/monitoring/monitors/new",
  newCheck: "/monitoring/checks/new",
  deviceImport: "/inventory/import",
  movingIn: "/moving-in",
  ipam: "/ipam",
  conflicts: "/ipam?tab=conflicts",
  syslogStatus: "/syslog/status",
  monitoring: "/monitoring",
  alerts: "/alerts",
  newRule: "/alerts/rules/new",
  notifications: "/administration/notifications",
} as const;

type Search = { q?: string; from: string; to?: string; id?: number };

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

type Target = Pick<WorstTarget, "kind" | "device_id" | "service_check_id" | "monitor_id">;

/** The page of something that is watched. */
export function watchedHref({
  kind,
  device_id: device,
  service_check_id: check,
  monitor_id: monitor,
}: Target): string {
  if (kind === "monitor") return `/monitoring/monitors/${monitor}`;
  return kind === "device" ? `/monitoring/devices/${device}` : `/monitoring/checks/${check}?device=${device}`;
}

/** The things of a kind that stand so. */
export function standingHref(tab: "devices" | "services" | "monitors", standing: string): string {
  return `/monitoring${stringifySearch({ tab: tab === "devices" ? undefined : tab, state: standing })}`;
}

export function deviceHref({ id }: { id: number }): string {
  return `/inventory/${id}`;
}

export function subnetHref({ id }: { id: number }): string {
  return `/ipam/${id}`;
}
