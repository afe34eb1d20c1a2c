import { Button } from "@mantine/core";
import { useMemo, type ReactNode } from "react";
import { ColumnPicker } from "../data-table/column-picker";
import { parseSort, printSort } from "../data-table/columns";
import { DataTable, type TableProps } from "../data-table/data-table";
import { rowsCsv } from "../data-table/rows-csv";
import { countFacet, type Chosen, type FacetField } from "../filters/facets";
import { FilterBar, type Facet, type FilterProps } from "../filters/filter-bar";
import { ExportIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import { Can } from "../permission/can";
import { saveFile } from "../save-file/save-file";
import { EmptyState } from "../states/empty-state";

type Facets<Row> = {
  /** A constant of the module. */
  fields: readonly FacetField<Row>[];
  /** The rows whose values are counted: what the text finds. */
  counted: readonly Row[];
  chosen: Chosen;
  /** Undefined: nothing is chosen any more. */
  onChoose: (field: string, values: string[] | undefined) => void;
};

type ColumnChoice = {
  chosen: readonly string[] | undefined;
  onChoose: (columns: string[] | undefined) => void;
};

type Props<Row> = Omit<TableProps<Row>, "sort" | "onSort" | "shownColumns"> &
  Pick<FilterProps, "what" | "text" | "onText" | "total"> & {
    /** What the rows are filtered by beside the text; absent: nothing that they say themselves. */
    facets?: Facets<Row>;
    onClear: () => void;
    /** How many of the total are shown, where a row stands for several. */
    shown?: number;
    /** As the URL says it: `name`, `-name`; undefined: in the order of the rows. */
    sort: string | undefined;
    onSort: (sort: string | undefined) => void;
    /** Absent: the columns are not for choosing. */
    columnChoice?: ColumnChoice;
    /** Offers the rows that are shown as a file, called so without its ending, to who may export. */
    csvName?: string;
    /** At the end of the bar, before the column picker. */
    controls?: ReactNode;
    /** What is drawn for the rows where it is not the bare table. */
    renderRows?: (table: ReactNode) => ReactNode;
  };

/**
 * A list that is filtered and sorted, below one bar. `rows` are what the filters leave (`useFilteredRows`), of the
 * `total` that there are; where none is left it says so, and offers to clear the filters.
 */
export function FilteredTable<Row extends object>({
  what,
  text,
  onText,
  total,
  shown,
  facets,
  onClear,
  sort,
  onSort,
  columnChoice,
  csvName,
  controls,
  renderRows = (table) => table,
  ...table
}: Props<Row>) {
  const { rows, columns } = table;
  const parsedSort = useMemo(() => parseSort(sort), [sort]);
  const saveRows = () => {
    const order = table.isSortedByService === true ? undefined : parsedSort;
    const csv = rowsCsv(rows, columns, { shownColumns: columnChoice?.chosen, sort: order });
    saveFile(`${csvName}.csv`, new Blob([csv], { type: "text/csv" }));
  };
  return (
    <>
      <FilterBar
        what={what}
        text={text}
        onText={onText}
        facets={facets === undefined ? [] : chipsOf(facets)}
        onChoose={(field, values) => facets?.onChoose(field, values.length === 0 ? undefined : [...values])}
        onClearAll={onClear}
        shown={shown ?? rows.length}
        total={total}
      >
        {controls}
        {csvName !== undefined && rows.length > 0 && (
          <Can do="inventory_export">
            <IconButton icon={ExportIcon} label={`Save these ${what[1]} as CSV`} onClick={saveRows} />
          </Can>
        )}
        {columnChoice !== undefined && <ColumnPicker columns={columns} {...columnChoice} />}
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyState
          title={`No ${what[0]} matches these filters`}
          action={
            <Button size="xs" variant="default" onClick={onClear}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        renderRows(
          <DataTable
            {...table}
            shownColumns={columnChoice?.chosen}
            sort={parsedSort}
            onSort={(next) => onSort(printSort(next))}
          />,
        )
      )}
    </>
  );
}

function chipsOf<Row>({ fields, counted, chosen }: Facets<Row>): Facet[] {
  return fields.map((field) => ({
    id: field.id,
    label: field.label,
    chosen: chosen[field.id] ?? [],
    values: () => countFacet(counted, { field, fields, chosen }),
  }));
}
