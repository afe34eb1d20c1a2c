import type { ImportRun, NamedBooks, NamedPlace } from "./rules";
import { readAt } from "./read-model";
import { RowFaults } from "./rules";

export type Place = { id: number; name: string; siteId: number | null; vlanId: string | null };

/** Sites, or groups, by what people call them, those of the import included. */
export type PlaceBook = {
  add(place: Place): void;
  /** In its own writing, else in any. */
  find(name: string): Place | undefined;
  /** A VLAN of a site, or of none. */
  findVlan(vlan: { vlanId: string; siteId: number | null }): readonly Place[];
  /** The name, where there is such a place or one may be made. Throws RowFaults of that field. */
  read(name: string, field: string): string;
  /** The id of a name that was read; a place that is not there is made. Throws ApiError. */
  idOf(run: PlaceWriter, name: string): Promise<number>;
  /** Before work that may be taken back: gives what forgets the places that were made for it. */
  mark(): () => void;
  /** Names of those that were made because something named them. */
  readonly made: readonly string[];
};

export type PlaceWriter = Pick<ImportRun, "db" | "actor">;

type BookOptions = {
  places: readonly Place[];
  noun: string;
  mayMake: boolean;
  /** The name as the place would have it. Throws RowFaults. */
  nameOf: (name: string) => string;
  make: (run: PlaceWriter, name: string) => Promise<Place>;
};

export function createPlaceBook({ places, noun, mayMake, nameOf, make }: BookOptions): PlaceBook {
  const byName = new Map<string, Place>();
  const byAnyCase = new Map<string, Place>();
  const byVlan = new Map<string, Place[]>();
  const made: string[] = [];
  const keyOf = (vlanId: string, siteId: number | null) => `${siteId ?? ""}/${vlanId}`;

  function add(place: Place): void {
    byName.set(place.name, place);
    const lower = place.name.toLowerCase();
    if (!byAnyCase.has(lower)) byAnyCase.set(lower, place);
    if (place.vlanId === null) return;
    const key = keyOf(place.vlanId, place.siteId);
    byVlan.set(key, [...(byVlan.get(key) ?? []).filter(({ id }) => id !== place.id), place]);
  }

  const find = (name: string) => byName.get(name) ?? byAnyCase.get(name.toLowerCase());
  for (const place of places) add(place);
  return {
    made,
    add,
    find,
    findVlan: ({ vlanId, siteId }) => byVlan.get(keyOf(vlanId, siteId)) ?? [],
    read(given, field) {
      const name = find(given) === undefined ? readAt(field, () => nameOf(given)) : given;
      if (find(name) === undefined && !mayMake)
        throw new RowFaults([{ field, msg: `There is no ${noun} '${name}', and you may not make one` }]);
      return name;
    },
    async idOf(run, name) {
      const known = find(name);
      if (known !== undefined) return known.id;
      const place = await make(run, name);
      add(place);
      made.push(place.name);
      return place.id;
    },
    mark() {
      const before = made.length;
      return () => {
        // Nobody had such a name, in any case, or it would not have been made.
        for (const name of made.splice(before)) {
          byName.delete(name);
          byAnyCase.delete(name.toLowerCase());
        }
      };
    },
  };
}

/** What a row says of places: by which of its fields, under which of ours, and of what sort. */
type NamedBy = { column: string; field: string; book: NamedPlace["book"] };

/** Reads the names of places; ids are of those that are there. Throws RowFaults. */
export function readPlaces(
  run: NamedBooks,
  fields: Readonly<Record<string, unknown>>,
  namedBy: readonly NamedBy[],
): { places: NamedPlace[]; ids: Record<string, number> } {
  const places = namedBy.flatMap(({ column, field, book }) => {
    const given = fields[column];
    return typeof given === "string" ? [{ field, book, name: run[book].read(given, column) }] : [];
  });
  const known = places.flatMap(({ field, book, name }) => {
    const place = run[book].find(name);
    return place === undefined ? [] : [[field, place.id] as const];
  });
  return { places, ids: Object.fromEntries(known) };
}

/** The ids of places; those that are not there are made. */
export async function makePlaces(
  run: PlaceWriter & NamedBooks,
  places: readonly NamedPlace[],
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const { field, book, name } of places) ids[field] = await run[book].idOf(run, name);
  return ids;
}
