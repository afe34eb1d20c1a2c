import { read } from "../../url/search-params";

export const TABS = ["devices", "services", "monitors"] as const;
export type Tab = (typeof TABS)[number];

/** What the lists are filtered by; not each of them has each. */
export const FILTERS = ["state", "type", "site", "group", "tag"] as const;
export type Filter = (typeof FILTERS)[number];

/** By what the tiles of a wall are put together. */
export const GROUPINGS = ["group", "site", "type"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type MonitoringSearch = {
  /** Absent: devices. */
  tab?: Exclude<Tab, "devices"> | undefined;
  /** A screen to be read from across the room. */
  view?: "wall" | undefined;
  /** Of the wall; absent: by group. */
  by?: Exclude<Grouping, "group"> | undefined;
  q?: string | undefined;
  /** `name`, `-name`; absent: the worst first. */
  sort?: string | undefined;
  columns?: string[] | undefined;
} & { [Name in Filter]?: string[] | undefined };

export function parseMonitoringSearch(raw: Record<string, unknown>): MonitoringSearch {
  return {
    tab: read.choice(raw, "tab", ["services", "monitors"]),
    view: read.choice(raw, "view", ["wall"]),
    by: read.choice(raw, "by", ["site", "type"]),
    q: read.text(raw, "q"),
    sort: read.text(raw, "sort"),
    columns: read.list(raw, "columns"),
    state: read.list(raw, "state"),
    type: read.list(raw, "type"),
    site: read.list(raw, "site"),
    group: read.list(raw, "group"),
    tag: read.list(raw, "tag"),
  };
}

/** Without any filter: what "Clear all" leaves. */
export function withoutFilters({ tab, view, by, sort, columns }: MonitoringSearch): MonitoringSearch {
  return { tab, view, by, sort, columns };
}
