import { read } from "../../url/search-params";

const VIEWS = ["observations", "schedules"] as const;
const STATUSES = ["acknowledged", "ignored", "resolved", "all"] as const;
export const TYPES = ["new_device", "ip_change", "field_change", "disappeared", "conflict"] as const;

export type DiscoverySearch = {
  /** Absent: scans. */
  view?: (typeof VIEWS)[number] | undefined;
  /** The scan that is open. */
  scan?: number | undefined;
  /** Of observations; absent: open. */
  status?: (typeof STATUSES)[number] | undefined;
  type?: (typeof TYPES)[number] | undefined;
  schedule?: number | undefined;
  /** The observation whose details are open. */
  id?: number | undefined;
  sort?: string | undefined;
};

export function parseDiscoverySearch(raw: Record<string, unknown>): DiscoverySearch {
  return {
    view: read.choice(raw, "view", VIEWS),
    scan: read.integer(raw, "scan", { min: 1 }),
    status: read.choice(raw, "status", STATUSES),
    type: read.choice(raw, "type", TYPES),
    schedule: read.integer(raw, "schedule", { min: 1 }),
    id: read.integer(raw, "id", { min: 1 }),
    sort: read.text(raw, "sort"),
  };
}
