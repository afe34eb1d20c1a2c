import type { NeutralRow } from "../read/read-import";
import type { Outcome } from "./outcome";
import type { KindRules, RowIndex, Wanted } from "./rules";

/** Where a thing was spoken of, and a hash of what was said. */
type Earlier = { place: number; row: number; file: string; said: number | bigint };

/** What rows of one kind have spoken of so far. */
export type Seen = {
  /**
   * The verdict on a row where an earlier one speaks of the same thing: the same again is no harm, something else is a
   * mistake that nobody can decide here. Else the row is remembered.
   */
  twinOf(row: NeutralRow, wanted: Wanted): Outcome | undefined;
  /** The same for a row that has been remembered, once it is known which thing it speaks of. */
  twinById(row: NeutralRow, id: number): Outcome | undefined;
};

export function createSeen(rules: Pick<KindRules, "keyOf" | "createIndex">): Seen {
  const index = rules.createIndex?.() ?? indexByKey(rules.keyOf);
  // The rows' values are let go: of a large import all of them would stay.
  const rows = new Map<number, Earlier>();
  const byId = new Map<number, Earlier>();
  const hasIds = rules.createIndex !== undefined;
  return {
    twinOf(row, wanted) {
      const own = { place: row.place, row: row.row, file: row.file, said: hashOf(wanted) };
      const earlier = rows.get(index.find(wanted) ?? -1);
      if (earlier !== undefined) return toTwin(earlier, own);
      index.add(row.place, wanted);
      rows.set(row.place, own);
      return undefined;
    },
    twinById({ place }, id) {
      const own = rows.get(place);
      if (own === undefined || !hasIds) return undefined;
      const earlier = byId.get(id);
      if (earlier !== undefined && earlier !== own) return toTwin(earlier, own);
      byId.set(id, own);
      return undefined;
    },
  };
}

function indexByKey(keyOf: KindRules["keyOf"]): RowIndex {
  const places = new Map<string, number>();
  return {
    add: (place, wanted) => places.set(keyOf(wanted), place),
    find: (wanted) => places.get(keyOf(wanted)),
  };
}

/** By the names of places: where a row has made one, only later rows have its id. */
function hashOf({ said, places = [] }: Wanted): number | bigint {
  const ids = new Set(places.map(({ field }) => field));
  const names = places.map(({ field, name }) => [field, name.toLowerCase()]);
  return Bun.hash(JSON.stringify([Object.entries(said).filter(([name]) => !ids.has(name)), names]));
}

function toTwin(earlier: Earlier, { said }: Earlier): Outcome {
  const place = `row ${earlier.row} of ${earlier.file}`;
  if (earlier.said === said)
    return { action: "unchanged", errors: [{ field: "", msg: `The same as ${place}` }] };
  return { action: "conflict", errors: [{ field: "", msg: `${place} says something else of it` }] };
}
