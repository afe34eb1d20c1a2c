import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { toasts } from "../../../components/toast/toasts";
import { useShortcut } from "../../../shell/shortcuts/registry";
import { createHistory, type MapHistory } from "./history";
import { createMapSteps, type MapSteps, type PlaceChanges } from "./map-steps";

export type MapUndo = { history: MapHistory; steps: MapSteps };

/** Undo and redo of the page, by their keys, too. `put` changes the places as they are when it is called. */
export function useMapSteps(put: (changes: PlaceChanges) => void): MapUndo {
  const queries = useQueryClient();
  const [made] = useState(() => {
    const history = createHistory(toasts.tellError);
    const steps = createMapSteps({ queries, add: history.add });
    return { history, steps };
  });
  useLayoutEffect(() => made.steps.placeWith(put));
  const { undo, redo } = made.history;
  useShortcut({ keys: "Ctrl+Z", label: "Undo", scope: "Map" }, () => void undo());
  useShortcut({ keys: "Ctrl+Shift+Z", label: "Redo", scope: "Map" }, () => void redo());
  useShortcut({ keys: "Ctrl+Y", label: "Redo", scope: "Map" }, () => void redo());
  return made;
}
