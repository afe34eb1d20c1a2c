import { read } from "../../url/search-params";

/** What the status page shows, as its URL says it. */
export type StatusSearch = {
  /** Column of the senders, `-` for descending. */
  sort?: string | undefined;
  /** Whose state and counts, where several processes receive. */
  collector?: string | undefined;
};

const COLLECTOR = /^[0-9a-f]{12}$/;

export function parseStatusSearch(raw: Readonly<Record<string, unknown>>): StatusSearch {
  const collector = read.text(raw, "collector");
  return {
    sort: read.text(raw, "sort"),
    collector: collector !== undefined && COLLECTOR.test(collector) ? collector : undefined,
  };
}
