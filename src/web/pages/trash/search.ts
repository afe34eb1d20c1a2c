import { read } from "../../url/search-params";

export type TrashSearch = {
  /** Text in the name, in the target, or in who deleted it. */
  q?: string | undefined;
  kind?: string | undefined;
};

export function parseTrashSearch(raw: Record<string, unknown>): TrashSearch {
  return { q: read.text(raw, "q"), kind: read.text(raw, "kind") };
}
