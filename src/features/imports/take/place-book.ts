import { RowFaults } from "./rules";

export type Place = { id: number; name: string; siteId: number | null; vlanId: string | null };

/** Sites, or groups, by what people call them, those of the import included. */
export type PlaceBook = {
  add(place: Place): void;
  /** In its own writing, else in any. */
  find(name: string): Place | undefined;
  /** A VLAN of a site, or of none. */
  findVlan(vlan: { vlanId: string; siteId: number | null }): readonly Place[];
  /** The id of that name; a place that is not there is made. Throws RowFaults where that is not permitted. */
  idOf(name: string, field: string): Promise<number>;
  /** Names of those that were made so. */
  readonly made: readonly string[];
};

type BookOptions = {
  places: readonly Place[];
  /** Undefined: the caller may not make any. */
  make: ((name: string) => Promise<Place>) | undefined;
  noun: string;
};

export function createPlaceBook({ places, make, noun }: BookOptions): PlaceBook {
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
    async idOf(name, field) {
      const known = find(name);
      if (known !== undefined) return known.id;
      if (make === undefined)
        throw new RowFaults([{ field, msg: `There is no ${noun} '${name}', and you may not make one` }]);
      const place = await make(name);
      add(place);
      made.push(name);
      return place.id;
    },
  };
}
