import { useCallback, useMemo, useState } from "react";
import { countHidden, onlyShown, type Selection } from "./selection";

const NOTHING: Selection = new Set();

/**
 * The selected ones of `rows`. Those that the filters hide are dropped, and `dropped` says how many were since somebody
 * has selected; what is no more among `all` rows is gone, and nothing is said of it. `rowId` is a constant of the
 * module.
 */
export function useSelection<Row>(
  { rows, all }: { rows: readonly Row[]; all: readonly Row[] },
  rowId: (row: Row) => string,
) {
  const [{ selection, dropped }, setState] = useState({ selection: NOTHING, dropped: 0 });
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const shown = useMemo(() => onlyShown(selection, ids), [selection, ids]);
  if (shown !== selection)
    setState({ selection: shown, dropped: countHidden({ selection, shown }, all.map(rowId)) });
  const select = useCallback((next: Selection) => setState({ selection: next, dropped: 0 }), []);
  const clear = useCallback(() => select(NOTHING), [select]);
  return { selection: shown, dropped, select, clear };
}
