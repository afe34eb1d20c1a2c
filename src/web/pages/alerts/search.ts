import type { Severity } from "../../api/incidents";
import { SEVERITIES } from "../../api/severities";
import { read } from "../../url/search-params";

export type AlertsSearch = {
  /** Absent: what is open. */
  tab?: "history" | undefined;
  /** Of the history; absent: incidents that are over. */
  list?: "alerts" | undefined;
  severity?: Severity | undefined;
  /** What is about this device alone. */
  device?: number | undefined;
  /** The open incident whose alerts are shown. */
  incident?: number | undefined;
};

export function parseAlertsSearch(raw: Record<string, unknown>): AlertsSearch {
  return {
    tab: read.choice(raw, "tab", ["history"]),
    list: read.choice(raw, "list", ["alerts"]),
    severity: read.choice(raw, "severity", SEVERITIES),
    device: read.integer(raw, "device", { min: 1 }),
    incident: read.integer(raw, "incident", { min: 1 }),
  };
}

export type SilencesSearch = {
  /** A new silence is being written. */
  new?: true | undefined;
  /** The device that it is to be of. */
  device?: number | undefined;
};

export function parseSilencesSearch(raw: Record<string, unknown>): SilencesSearch {
  return { new: read.flag(raw, "new"), device: read.integer(raw, "device", { min: 1 }) };
}
