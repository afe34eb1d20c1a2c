import { read } from "../../url/search-params";

export type UsersSearch = {
  q?: string | undefined;
  role?: string[] | undefined;
  state?: string[] | undefined;
  source?: string[] | undefined;
  sort?: string | undefined;
  /** The user whose panel is open. */
  id?: number | undefined;
};

export function parseUsersSearch(raw: Record<string, unknown>): UsersSearch {
  return {
    q: read.text(raw, "q"),
    role: read.list(raw, "role"),
    state: read.list(raw, "state"),
    source: read.list(raw, "source"),
    sort: read.text(raw, "sort"),
    id: read.integer(raw, "id", { min: 1 }),
  };
}
