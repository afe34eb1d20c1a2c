import type { Places } from "../../../workers/layout/network";
import type { PlaceChanges } from "./map-steps";

/** The places with some of them changed. */
export function withChanges(places: Places, changes: PlaceChanges): Places {
  const kept = new Map(Object.entries(places));
  for (const [id, place] of Object.entries(changes)) {
    if (place === undefined) kept.delete(id);
    else kept.set(id, place);
  }
  return Object.fromEntries(kept);
}

/** Of `moved` what is elsewhere than before, and where that was. Undefined: nothing is. */
export function movesOf(moved: Places, places: Places): { before: PlaceChanges; after: Places } | undefined {
  const changed = Object.entries(moved).filter(([id, { x, y }]) => {
    const old = places[id];
    return old === undefined || Math.round(old.x) !== Math.round(x) || Math.round(old.y) !== Math.round(y);
  });
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map(([id]) => [id, places[id]])),
    after: Object.fromEntries(changed),
  };
}
