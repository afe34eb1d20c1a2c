import { read } from "../../url/search-params";

/** The fields that devices are filtered by; their names are those of the address. */
export const FILTERS = ["status", "type", "site", "group", "vendor", "tag", "lifecycle"] as const;
export type Filter = (typeof FILTERS)[number];

export type InventorySearch = {
  /** A name or part of one, an address, a network, a MAC. */
  q?: string | undefined;
  /** `name`, `-name`. */
  sort?: string | undefined;
  /** Columns that are shown, where these are not the usual ones. */
  columns?: string[] | undefined;
} & { [Name in Filter]?: string[] | undefined };

/** States as addresses had them that people have kept. */
const OLDER_STATES: ReadonlyMap<string, string> = new Map([
  ["online", "up"],
  ["offline", "down"],
]);

export function parseInventorySearch(raw: Record<string, unknown>): InventorySearch {
  return {
    q: read.text(raw, "q"),
    sort: read.text(raw, "sort"),
    columns: read.list(raw, "columns"),
    status: read.list(raw, "status")?.map((state) => OLDER_STATES.get(state) ?? state),
    type: read.list(raw, "type"),
    site: read.list(raw, "site"),
    group: read.list(raw, "group"),
    vendor: read.list(raw, "vendor"),
    tag: read.list(raw, "tag"),
    lifecycle: read.list(raw, "lifecycle"),
  };
}

/** The filters alone. */
export function chosenFilters(search: InventorySearch): { [Name in Filter]?: string[] | undefined } {
  const { q: _text, sort: _sort, columns: _columns, ...chosen } = search;
  return chosen;
}

/** Without any filter: what "Clear all" leaves. */
export function withoutFilters({ sort, columns }: InventorySearch): InventorySearch {
  return { sort, columns };
}
