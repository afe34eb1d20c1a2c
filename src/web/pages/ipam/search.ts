import { read } from "../../url/search-params";

export const TABS = ["addresses", "reservations", "leases", "conflicts", "external"] as const;
export type Tab = (typeof TABS)[number];

/** What the page shows, beside the subnet of its path. What is absent is the usual. */
export type IpamSearch = {
  tab?: Tab | undefined;
  /** Filter of the tree. */
  q?: string | undefined;
  /** Subnets whose parts are folded away. */
  closed?: number[] | undefined;
  /** Without the rows of free space in the tree. */
  free?: "hidden" | undefined;
  /** The address whose facts are open. */
  ip?: string | undefined;
  /** The part of a big subnet that is looked at. */
  block?: string | undefined;
  /** The form in the place of the subnet. */
  form?: "add" | "edit" | undefined;
  /** What is filled in for a new subnet. */
  cidr?: string | undefined;
  /** Filter of the table. */
  find?: string | undefined;
  state?: string[] | undefined;
  sort?: string | undefined;
  columns?: string[] | undefined;
  /** The external pool whose addresses are open, and from which one on. */
  pool?: number | undefined;
  offset?: number | undefined;
};

export function parseIpamSearch(raw: Record<string, unknown>): IpamSearch {
  const tab = read.choice(raw, "tab", TABS);
  return {
    tab: tab === "addresses" ? undefined : tab,
    q: read.text(raw, "q"),
    closed: ids(read.list(raw, "closed")),
    free: read.choice(raw, "free", ["hidden"]),
    ip: read.text(raw, "ip"),
    block: read.text(raw, "block"),
    form: read.choice(raw, "form", ["add", "edit"]),
    cidr: read.text(raw, "cidr"),
    find: read.text(raw, "find"),
    state: read.list(raw, "state"),
    sort: read.text(raw, "sort"),
    columns: read.list(raw, "columns"),
    pool: read.integer(raw, "pool", { min: 1 }),
    offset: read.integer(raw, "offset", { min: 1 }),
  };
}

function ids(texts: readonly string[] | undefined): number[] | undefined {
  const numbers = (texts ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return numbers.length === 0 ? undefined : numbers;
}
