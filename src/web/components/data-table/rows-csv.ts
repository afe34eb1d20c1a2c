import { harmlessCell } from "../../format/harmless-cell";
import { printCsv } from "../../format/print-csv";
import { orderRows, shownColumnIds, type Column, type Sort } from "./columns";

type View = {
  /** What the URL says; undefined: the usual ones. */
  shownColumns: readonly string[] | undefined;
  /** Undefined: in the order of the rows. */
  sort: Sort | undefined;
};

/**
 * What a table shows as a CSV file: its rows in their order, the columns that are shown under their labels, and times as
 * the API writes them. Columns that are pictures have no place in it.
 */
export function rowsCsv<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { shownColumns, sort }: View,
): string {
  const ids = new Set(shownColumnIds(columns, shownColumns));
  const written = columns.filter((column) => ids.has(column.id) && hasText(column));
  return printCsv([
    written.map(({ label }) => label),
    ...orderRows(rows, columns, sort).map((row) =>
      written.map((column) => harmlessCell(textOf(column, row))),
    ),
  ]);
}

function hasText<Row>({ copyValue, sortKey }: Column<Row>): boolean {
  return copyValue !== undefined || sortKey !== undefined;
}

function textOf<Row>({ copyValue, sortKey }: Column<Row>, row: Row): string {
  return copyValue === undefined ? String(sortKey?.(row) ?? "") : copyValue(row);
}
