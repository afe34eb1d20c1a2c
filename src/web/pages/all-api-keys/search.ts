import { read } from "../../url/search-params";

export type KeysSearch = {
  q?: string | undefined;
  owner?: string[] | undefined;
  state?: string[] | undefined;
  sort?: string | undefined;
  columns?: string[] | undefined;
};

export function parseKeysSearch(raw: Record<string, unknown>): KeysSearch {
  return {
    q: read.text(raw, "q"),
    owner: read.list(raw, "owner"),
    state: read.list(raw, "state"),
    sort: read.text(raw, "sort"),
    columns: read.list(raw, "columns"),
  };
}
