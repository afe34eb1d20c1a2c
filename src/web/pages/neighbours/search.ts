import { read } from "../../url/search-params";

const STATES = ["suggested", "unmatched", "linked", "lost", "dismissed"] as const;

export type NeighboursSearch = {
  /** Absent: the neighbours; `scans`: what was asked, and what came of it. */
  tab?: "scans" | undefined;
  /** Absent: all that are not dismissed. */
  state?: (typeof STATES)[number] | undefined;
  q?: string | undefined;
};

export function parseNeighboursSearch(raw: Record<string, unknown>): NeighboursSearch {
  return {
    tab: read.choice(raw, "tab", ["scans"]),
    state: read.choice(raw, "state", STATES),
    q: read.text(raw, "q"),
  };
}

/** What the service is asked for. */
export function neighbourFilter({ state, q }: NeighboursSearch) {
  const text = q === undefined ? {} : { q };
  if (state === undefined) return { ...text, dismissed: false };
  return state === "lost" ? { ...text, dismissed: false, is_seen: false } : { ...text, state };
}
