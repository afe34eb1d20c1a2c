import { read } from "../../url/search-params";

/** What the status page shows, as its URL says it. */
export type StatusSearch = {
  /** Column of the senders, `-` for descending. */
  sort?: string | undefined;
};

export function parseStatusSearch(raw: Readonly<Record<string, unknown>>): StatusSearch {
  return { sort: read.text(raw, "sort") };
}
