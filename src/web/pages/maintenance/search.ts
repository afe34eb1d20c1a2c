import { parseDay, type Day } from "../../format/day";
import { read } from "../../url/search-params";

export type MaintenanceSearch = {
  /** Absent: the list. */
  view?: "calendar" | undefined;
  /** Of the calendar; absent: a month. */
  span?: "week" | undefined;
  /** The day that the calendar stands at; absent: today. */
  day?: Day | undefined;
};

export function parseMaintenanceSearch(raw: Record<string, unknown>): MaintenanceSearch {
  return {
    view: read.choice(raw, "view", ["calendar"]),
    span: read.choice(raw, "span", ["week"]),
    day: parseDay(read.text(raw, "day") ?? ""),
  };
}
