import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortFn,
} from "@tanstack/react-table";
import { useEffect, useMemo, useState } from "react";
import { shownColumnIds, type Column, type Sort } from "./columns";
import { compareSortKeys } from "./sort-keys";
import { keepWidths, readWidths } from "./widths";

const features = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const LEAST_WIDTH = 56;

type Options<Item> = {
  name: string;
  rows: readonly Item[];
  rowId: (row: Item) => string;
  columns: readonly Column<Item>[];
  shownColumns: readonly string[] | undefined;
  sort: Sort | undefined;
  isSortedByService: boolean;
};

/** The table's model: which columns are shown and how wide, and the rows in their order. */
export function useColumns<Item extends object>(options: Options<Item>) {
  const { name, rows, rowId, columns, shownColumns, sort, isSortedByService } = options;
  const [widths, setWidths] = useState(() => readWidths(name));
  useEffect(() => keepWidths(name, widths), [name, widths]);
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const columnVisibility = useMemo(() => {
    const shown = new Set(shownColumnIds(columns, shownColumns));
    return Object.fromEntries(columns.map(({ id }) => [id, shown.has(id)]));
  }, [columns, shownColumns]);
  const sorting = useMemo(
    () => (sort === undefined ? [] : [{ id: sort.column, desc: sort.isDescending }]),
    [sort],
  );
  return useTable({
    features,
    data: rows,
    columns: definitions,
    getRowId: rowId,
    manualSorting: isSortedByService,
    columnResizeMode: "onChange",
    state: { columnVisibility, columnSizing: widths, sorting },
    onColumnSizingChange: setWidths,
  });
}

function definitionOf<Item extends object>(column: Column<Item>) {
  return {
    id: column.id,
    // The table asks for it once a row, so sorting does not work the keys out at each comparison.
    accessorFn: (row: Item) => column.sortKey?.(row) ?? undefined,
    size: column.width,
    minSize: LEAST_WIDTH,
    enableSorting: column.sortKey !== undefined,
    sortFn: bySortKey<Item>,
    sortUndefined: "last" as const,
  };
}

const bySortKey = <Item extends object>(
  one: Parameters<SortFn<typeof features, Item>>[0],
  other: Parameters<SortFn<typeof features, Item>>[1],
  column: string,
): number =>
  compareSortKeys(
    one.getValue<string | number | bigint>(column),
    other.getValue<string | number | bigint>(column),
  );
