import { useCallback, useMemo, useState } from "react";
import { onlyShown, type Selection } from "./selection";

const NOTHING: Selection = new Set();

/**
 * The selected rows, without those that the filters hide: they are dropped, and `dropped` says how many were since
 * somebody has selected. `rowId` is a constant of the module.
 */
export function useSelection<Row>(rows: readonly Row[], rowId: (row: Row) => string) {
  const [{ selection, dropped }, setState] = useState({ selection: NOTHING, dropped: 0 });
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const shown = useMemo(() => onlyShown(selection, ids), [selection, ids]);
  if (shown !== selection) setState({ selection: shown, dropped: selection.size - shown.size });
  const select = useCallback((next: Selection) => setState({ selection: next, dropped: 0 }), []);
  const clear = useCallback(() => select(NOTHING), [select]);
  return { selection: shown, dropped, select, clear };
}
