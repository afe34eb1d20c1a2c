import { read } from "../../url/search-params";

const STATES = ["running", "done", "failed", "cancelled"] as const;

export type ActivitySearch = {
  state?: (typeof STATES)[number] | undefined;
  /** Without those of others, which SuperAdmins see. */
  own?: true | undefined;
};

export function parseActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  return { state: read.choice(raw, "state", STATES), own: read.flag(raw, "own") };
}
