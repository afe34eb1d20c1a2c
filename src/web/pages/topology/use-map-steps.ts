import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts } from "../../components/toast/toasts";
import { useShortcut } from "../../shell/shortcuts/registry";
import type { Places } from "../../workers/layout/network";
import { createHistory, type MapHistory } from "./history";
import { createMapSteps, type MapSteps, type PlaceChanges } from "./map-steps";

export type MapUndo = { history: MapHistory; steps: MapSteps };

/** Undo and redo of the page, by their keys, too. `put` changes the places as they are when it is called. */
export function useMapSteps(put: (changes: PlaceChanges) => void): MapUndo {
  const queries = useQueryClient();
  const latest = useRef(put);
  latest.current = put;
  const [made] = useState(() => {
    const history = createHistory(toasts.tellError);
    const steps = createMapSteps({ queries, add: history.add, put: (changes) => latest.current(changes) });
    return { history, steps };
  });
  const { undo, redo } = made.history;
  useShortcut({ keys: "Ctrl+Z", label: "Undo", scope: "Map" }, () => void undo());
  useShortcut({ keys: "Ctrl+Shift+Z", label: "Redo", scope: "Map" }, () => void redo());
  useShortcut({ keys: "Ctrl+Y", label: "Redo", scope: "Map" }, () => void redo());
  return made;
}

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
