import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useMe } from "../../../api/me";
import type { Places } from "../../../workers/layout/network";
import { AUTOSAVE, layoutsQuery, saveLayout, type Layout } from "../api";

/** After the last move, before the working layout is sent. */
const SAVE_MS = 600;

export type MapLayout = {
  /** Named ones of this person, by name. */
  own: readonly Layout[];
  /** The saved layout that is shown as it was saved. */
  opened: Layout | undefined;
  /** The saved layout that the working one began as. */
  basis: Layout | undefined;
  places: Places;
  error: Error | null;
  isSaving: boolean;
  /** Writes the working layout; what is shown then is that. */
  move: (places: Places, basis: Layout | undefined) => void;
  retry: () => void;
};

/**
 * The places on the map: those of the opened layout, or of the person's working layout. Every change goes to the
 * working layout, at once on the screen and a moment later to the service; a named one is only written by "Save".
 */
export function useMapLayout(layouts: readonly Layout[], openedId: number | undefined): MapLayout {
  const me = useMe();
  const queries = useQueryClient();
  const mine = useMemo(() => layouts.filter(({ owner_user_id: owner }) => owner === me.id), [layouts, me.id]);
  const working = mine.find(({ name }) => name === AUTOSAVE);
  const own = useMemo(
    () =>
      mine.filter(({ name }) => name !== AUTOSAVE).sort((one, other) => one.name.localeCompare(other.name)),
    [mine],
  );
  const opened = own.find(({ id }) => id === openedId);
  const basisId = working?.display_prefs?.["based_on"];
  const save = useMutation({
    mutationFn: (layout: Layout) =>
      saveLayout(queries, {
        name: AUTOSAVE,
        positions: layout.positions,
        display_prefs: layout.display_prefs ?? {},
      }),
  });
  const waiting = useRef<{ layout: Layout; timer: ReturnType<typeof setTimeout> }>(undefined);
  const send = () => {
    const { current } = waiting;
    if (current === undefined) return;
    clearTimeout(current.timer);
    waiting.current = undefined;
    save.mutate(current.layout);
  };
  // Whoever leaves the page right after a move has moved it all the same.
  const sendAtEnd = useEffectEvent(send);
  useEffect(() => () => sendAtEnd(), []);
  const move = (positions: Places, basis: Layout | undefined) => {
    const now = new Date().toISOString();
    const layout: Layout = {
      ...(working ?? { id: 0, owner_user_id: me.id, name: AUTOSAVE, share_code: null, created_at: now }),
      positions,
      display_prefs: basis === undefined ? {} : { based_on: basis.id },
      updated_at: now,
    };
    void queries.cancelQueries({ queryKey: layoutsQuery().queryKey });
    queries.setQueryData(layoutsQuery().queryKey, (old: Layout[] | undefined) => [
      layout,
      ...(old ?? []).filter(({ id }) => id !== layout.id),
    ]);
    clearTimeout(waiting.current?.timer);
    waiting.current = { layout, timer: setTimeout(send, SAVE_MS) };
  };
  return {
    own,
    opened,
    basis: opened === undefined ? own.find(({ id }) => id === basisId) : undefined,
    places: (opened ?? working)?.positions ?? NONE,
    error: save.error,
    isSaving: save.isPending,
    move,
    retry: () => {
      if (save.variables !== undefined) save.mutate(save.variables);
    },
  };
}

const NONE: Places = {};
