import { useEffect, useMemo, useState, type PointerEvent } from "react";
import { orderRows, shownColumnIds, type Column, type Sort } from "./columns";
import { keepWidths, readWidths } from "./widths";

const MIN_WIDTH = 56;

type Options<Item> = {
  name: string;
  rows: readonly Item[];
  rowId: (row: Item) => string;
  columns: readonly Column<Item>[];
  shownColumns: readonly string[] | undefined;
  sort: Sort | undefined;
  isSortedByService: boolean;
};

export type Resize = (event: PointerEvent<HTMLElement>) => void;

/** The table's model: which columns are shown and how wide, what changes that, and the rows in their order. */
export function useColumns<Item>(options: Options<Item>) {
  const { name, rows, rowId, columns, shownColumns, sort, isSortedByService } = options;
  const [widths, setWidths] = useState(() => readWidths(name));
  useEffect(() => keepWidths(name, widths), [name, widths]);
  const shown = useMemo(() => {
    const ids = new Set(shownColumnIds(columns, shownColumns));
    return columns
      .filter(({ id }) => ids.has(id))
      .map((column) => ({ column, width: widths[column.id] ?? column.width }));
  }, [columns, shownColumns, widths]);
  const { column: sorted, isDescending = false } = sort ?? {};
  const ordered = useMemo(() => {
    const order = sorted === undefined || isSortedByService ? undefined : { column: sorted, isDescending };
    return orderRows(rows, columns, order).map((original) => ({ id: rowId(original), original }));
  }, [rows, rowId, columns, sorted, isDescending, isSortedByService]);
  const resizers = new Map(
    shown.map(({ column: { id }, width }): [string, Resize] => [
      id,
      (event) => followPointer(event, (by) => setWidths((old) => ({ ...old, [id]: widen(width, by) }))),
    ]),
  );
  return { rows: ordered, shown, resizers };
}

function widen(width: number, by: number): number {
  return Math.max(MIN_WIDTH, width + by);
}

/** Tells how many pixels the pointer is to the right of where it was pressed, until it is released. */
function followPointer(
  { currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>,
  tell: (by: number) => void,
) {
  const move = (event: globalThis.PointerEvent) => tell(event.clientX - clientX);
  currentTarget.setPointerCapture(pointerId);
  currentTarget.addEventListener("pointermove", move);
  currentTarget.addEventListener(
    "lostpointercapture",
    () => currentTarget.removeEventListener("pointermove", move),
    { once: true },
  );
}
