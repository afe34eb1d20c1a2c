export type Place = { id: number; name: string; displayName: string | null };

/** Groups and sites by id and by what people call them. */
export type Places = { find(id: number): Place | undefined; findByName(name: string): Place | undefined };

export function indexPlaces(places: readonly Place[]): Places {
  const byId = new Map(places.map((place) => [place.id, place]));
  const byName = new Map([
    ...places.flatMap((place) => (place.displayName === null ? [] : [[place.displayName, place] as const])),
    ...places.map((place) => [place.name, place] as const),
  ]);
  return { find: (id) => byId.get(id), findByName: (name) => byName.get(name) };
}
