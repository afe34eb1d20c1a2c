import { read } from "../../url/search-params";

export type MovingInSearch = {
  /** The product that the form begins with. */
  source?: string | undefined;
};

export function parseMovingInSearch(raw: Record<string, unknown>): MovingInSearch {
  return { source: read.text(raw, "source") };
}
